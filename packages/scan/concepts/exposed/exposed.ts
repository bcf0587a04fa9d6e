import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { decoded, fileScanner, type FileScanOptions } from '../../engine/scan-file.ts';
import type { Language } from '../../engine/files/languages.ts';
import { moduleFinder } from '../modules/find-module.ts';
import { nameFinder } from '../modules/find-name.ts';
import { routeTable } from '../routes/model/route-table.ts';
import type { Route } from '../routes/model/route.ts';

/** What a file offers to others: names, addresses, and the variables that whoever starts it has to give it. */
export type Exposed = {
  readonly file: string;
  readonly exports: readonly string[];
  /** `GET /orders/{}`; where not all that stands before is known, `GET …/orders`. */
  readonly routes: readonly string[];
  readonly variables: readonly string[];
};

/**
 * What these files expose to whoever builds on them (DISPATCH-14); tests expose nothing. Routes are followed through
 * these files alone: what is mounted elsewhere keeps an open beginning.
 */
export function exposedBy(
  given: ReadonlyMap<string, Uint8Array>,
  looking: Omit<FileScanOptions, 'rules'>,
): readonly Exposed[] {
  const look = fileScanner({ ...looking, rules: [] });
  const files = new Map<string, FileFacts>();
  for (const [path, bytes] of given) {
    const { facts } = look(path, bytes.length, () => bytes);
    if (facts !== null && !facts.isTest) files.set(path, facts);
  }
  const text = (path: string): string => decoded(given.get(path) ?? new Uint8Array());
  const project = { files, paths: new Set(given.keys()), text };
  const routes = Map.groupBy(routesOf(project), ({ file }) => file);
  return [...files].map(([file, facts]) => {
    const whole = text(file);
    return {
      file,
      exports: unique([...exported(facts), ...namesIn(whole, publicNames[facts.language])]),
      routes: unique((routes.get(file) ?? []).map(routeText)),
      variables: unique([...variables(facts), ...namesIn(whole, VARIABLE)]),
    };
  });
}

/** Whatever stands in a file stops nobody: then its routes are not told. */
function routesOf(project: ProjectFacts): readonly Route[] {
  try {
    return routeTable(project, nameFinder(project, moduleFinder(project))).routes;
  } catch {
    return [];
  }
}

/** A place that anything may stand at is `{}`: what it is called where it is read is nobody else's matter. */
function routeText({ method, segments, isTail, isKnown }: Route): string {
  const path = segments.map((segment) => `/${segment.replaceAll('\0', '{}')}`).join('') || '/';
  return `${method} ${isKnown ? '' : '…'}${path}${isTail ? '/*' : ''}`;
}

function exported({ exports, commonExports }: FileFacts): readonly string[] {
  return [...exports, ...commonExports].map(({ name }) => name);
}

function variables({ runtime }: FileFacts): readonly string[] {
  return runtime.flatMap((fact) => (fact.is === 'env' ? [fact.name] : []));
}

/** Where a module has no list of what it offers, what its language takes for public. */
const publicNames: Partial<Record<Language, RegExp>> = {
  python: /^(?:async def|def|class) (?<name>[A-Za-z]\w*)/gm,
  go: /^(?:func|type) (?<name>[A-Z]\w*)/gm,
  java: /^[ \t]*public (?:\w+ )*(?:class|interface|enum|record) (?<name>\w+)/gm,
  csharp: /^[ \t]*public (?:\w+ )*(?:class|interface|enum|record|struct) (?<name>\w+)/gm,
};

/** How servers of Go, Java and C# ask for one. */
const VARIABLE =
  /\b(?:os\.(?:Getenv|LookupEnv)|System\.getenv|Environment\.GetEnvironmentVariable)\(\s*"(?<name>\w+)"/g;

function namesIn(text: string, pattern: RegExp | undefined): readonly string[] {
  return pattern === undefined ? [] : [...text.matchAll(pattern)].map(({ groups }) => groups?.['name'] ?? '');
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
