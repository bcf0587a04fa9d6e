// What packages/scan/registry.generated.ts says: every rule and every finder that the folders of the scan have.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { families, familyNamed } from '../packages/scan/engine/families.ts';
import type { RuleHead } from '../packages/scan/engine/rule.ts';

const scan = fileURLToPath(new URL('../packages/scan/', import.meta.url));
export const registryFile = `${scan}registry.generated.ts`;
export const factKindsFile = `${scan}engine/fact-kinds.generated.ts`;

/** The kinds of rules that are only a head: they have no `rule.ts`. */
const makers = {
  flaw: 'flawRule',
  'test flaw': 'testFlawRule',
  library: 'libraryRule',
  asset: 'assetRule',
  orphan: 'orphanRule',
  contract: 'contractRule',
} as const;

type HeadFile = Pick<RuleHead, 'severity' | 'title' | 'why' | 'fix' | 'confidence'> & {
  readonly kind?: keyof typeof makers;
};

/** What the `rule.json` of a folder says, with the id and family that the folder's name says. */
export function readHead(folder: string): RuleHead & HeadFile {
  const id = basename(folder);
  const family = familyNamed(id.replace(/-\d+$/, ''));
  if (family === undefined) throw new Error(`no family has rules that are called like ${id}`);
  return { id, family, ...(JSON.parse(readFileSync(join(folder, 'rule.json'), 'utf8')) as HeadFile) };
}

export function registryText(): string {
  const finders = findersIn(scan);
  const rules = ruleHeads();
  const lists = (kinds: RegExp): string =>
    finders
      .filter(({ kind }) => kinds.test(kind))
      .map(({ name, isList }) => `${isList ? '...' : ''}${name}`)
      .join(', ');
  return [
    '// Written by `npm run registry` from the folders; do not edit.',
    ...finders.map(({ name, path }) => `import { ${name} } from './${path}';`),
    `import { ${Object.values(makers).join(', ')} } from './concepts/head-rules.ts';`,
    "import type { FactFinder, Rule, SyntaxFinder, TextFinder } from './engine/rule.ts';",
    ...rules.flatMap(({ id, kind }) =>
      kind === undefined ? [`import { rule as ${nameOf(id)} } from './rules/${id}/rule.ts';`] : [],
    ),
    '',
    '/** Every rule, in the order of the families. */',
    `export const allRules: readonly Rule[] = [\n${rules.map(ruleText).join('')}];`,
    '',
    '/** Everything that learns facts. */',
    `export const allFinders: readonly (FactFinder | TextFinder)[] = [${lists(/^(?:Fact|Text)/)}];`,
    '',
    '/** Everything that learns facts from other languages. */',
    `export const syntaxFinders: readonly SyntaxFinder[] = [${lists(/^Syntax/)}];`,
    '',
  ].join('\n');
}

function ruleHeads(): readonly (RuleHead & HeadFile)[] {
  return readdirSync(`${scan}rules`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readHead(`${scan}rules/${name}`))
    .toSorted((a, b) => families.indexOf(a.family) - families.indexOf(b.family) || (a.id < b.id ? -1 : 1));
}

function nameOf(id: string): string {
  return id.toLowerCase().replace('-', '');
}

function ruleText({ kind, ...head }: RuleHead & HeadFile): string {
  const said = JSON.stringify(head);
  if (kind !== undefined) return `  ${makers[kind]}(${said}),\n`;
  return `  ${said.slice(0, -1)},...${nameOf(head.id)}},\n`;
}

/** The kinds of facts that concepts declare (`declare module … { interface Facts { … } }`). */
export function factKindsText(): string {
  const declared = sourcesIn(scan).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}interface Facts \{\n(.*?)^ {2}\}/gms)].flatMap(
      ([, body = '']) => [...body.matchAll(/^ {4}readonly (\w+):/gm)].map(([, kind = '']) => kind),
    ),
  );
  const kinds = declared.toSorted();
  return [
    '// Written by `npm run registry` from the folders; do not edit.',
    "import type { Facts } from './facts.ts';",
    '',
    '/** Every kind of facts. */',
    `export const factKinds = [${kinds.map((kind) => `'${kind}'`).join(', ')}] as const satisfies readonly (keyof Facts)[];`,
    '',
    '/** Room for the facts of one file. */',
    'export function noFacts(): Facts {',
    `  return { ${kinds.map((kind) => `${kind}: []`).join(', ')} };`,
    '}',
    '',
  ].join('\n');
}

type Finder = {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  readonly isList: boolean;
};

const FINDER = /^export const (\w+): (readonly )?(FactFinder|TextFinder|SyntaxFinder)(?:\[\])? =/gm;

function findersIn(folder: string): readonly Finder[] {
  return sourcesIn(folder).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(FINDER)].map(([, name = '', list, kind = '']) => ({
      path: file.slice(scan.length),
      name,
      kind,
      isList: list !== undefined,
    })),
  );
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = `${folder}${entry.name}`;
      if (entry.isDirectory()) return sourcesIn(`${file}/`);
      return /(?<!\.test|\.generated)\.ts$/.test(entry.name) ? [file] : [];
    });
}
