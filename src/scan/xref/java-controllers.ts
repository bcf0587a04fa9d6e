import type { FileFacts, ProjectFacts } from '../facts/facts.ts';
import type { RouterFact } from '../facts/routes.ts';
import type { FindName } from './names.ts';
import { routePaths } from './paths.ts';
import type { Route, RouteTable } from './route-table.ts';
import { textsWritten } from './texts.ts';

type Controller = { readonly file: string; readonly facts: FileFacts; readonly router: RouterFact };

/** How many types are followed, one built on the other. */
const FARTHEST = 6;

/** Routes of classes of Java, with what their server puts before them. */
export function javaRoutes(project: ProjectFacts, find: FindName): Omit<RouteTable, 'open' | 'fed'> {
  const controllers = controllersIn(project);
  const routes: Route[] = [];
  const opaque: (readonly string[])[] = [];
  let unresolved = 0;
  for (const controller of [...controllers.values()].flat()) {
    const { file, router } = controller;
    const prefixes = prefixesFor(file, project, find);
    const bases = basesOf(controller, controllers, find);
    if (bases.length === 0) continue;
    const own = routesOf(controller, controllers, 0);
    if (isOpaque(controller, own.length, project))
      for (const base of bases.flatMap((each) => prefixes.map((prefix) => `${prefix}/${each}`)))
        opaque.push(...routePaths(base).map(({ segments }) => segments));
    for (const { from, fact } of own)
      for (const text of textsWritten(find, from, fact.path)) {
        if (text.startsWith('\0')) unresolved += 1;
        for (const prefix of prefixes)
          for (const base of bases)
            for (const way of routePaths(`${prefix}/${base}/${text}`))
              routes.push({
                ...way,
                method: fact.method,
                file: from,
                line: fact.line,
                isKnown: !base.startsWith('\0') && !prefix.startsWith('\0'),
                isFile: false,
              });
      }
    if (router.isOpaque === true) unresolved += 1;
  }
  if (routes.length > 0) opaque.push(...servedByOthers(project, find));
  return { routes, opaque, unresolved };
}

/** What the libraries of a server answer by themselves: measures, signing in, documentation. */
const OWN = [
  'actuator',
  'management',
  'login',
  'logout',
  'oauth2',
  'saml2',
  'swagger-ui',
  'v3/api-docs',
  'graphql',
];

/** Addresses that no annotation of the project names; `[]` where they may be any. */
function servedByOthers(project: ProjectFacts, find: FindName): readonly (readonly string[])[] {
  // Controllers of a language that is not read, and repositories that are served as they are.
  const isAnything = [...project.paths].some(
    (path) =>
      /(?:Controller|Resource|Routes?|Router)\.(?:kt|groovy|scala)$/.test(path) ||
      (path.endsWith('pom.xml') && /starter-data-rest\b/.test(project.text(path) ?? '')),
  );
  const before = ['', ...prefixes(project, find).map(({ text }) => text)];
  const own = before.flatMap((prefix) => OWN.flatMap((each) => routePaths(`${prefix}/${each}`)));
  return isAnything ? [[]] : own.map(({ segments }) => segments);
}

function controllersIn(project: ProjectFacts): ReadonlyMap<string, readonly Controller[]> {
  const found = new Map<string, Controller[]>();
  for (const [file, facts] of project.files) {
    if (facts.isTest || facts.language !== 'java') continue;
    for (const router of facts.routers)
      (found.get(router.id) ?? found.set(router.id, []).get(router.id))?.push({ file, facts, router });
  }
  return found;
}

function parentsOf(
  { router }: Controller,
  all: ReadonlyMap<string, readonly Controller[]>,
): readonly Controller[] {
  return (router.above ?? [])
    .flatMap((name) => all.get(name)?.slice(0, 1) ?? [])
    .filter((each) => each.router !== router);
}

/** What a class puts before its routes; without a word of its own, what the type it builds on says. */
function basesOf(
  controller: Controller,
  all: ReadonlyMap<string, readonly Controller[]>,
  find: FindName,
  steps = 0,
): readonly string[] {
  const { file, router } = controller;
  const own = router.bases.flatMap((base) => textsWritten(find, file, base));
  if (own.some((each) => each !== '') || steps > FARTHEST) return own;
  const above = parentsOf(controller, all).flatMap((parent) => basesOf(parent, all, find, steps + 1));
  // A type without a mark of its own is served by those who build on it.
  return own.length > 0 && above.some((each) => each !== '') ? above.filter((each) => each !== '') : own;
}

type Placed = { readonly from: string; readonly fact: FileFacts['routes'][number] };

function routesOf(
  controller: Controller,
  all: ReadonlyMap<string, readonly Controller[]>,
  steps: number,
): readonly Placed[] {
  const { file, facts, router } = controller;
  const own = facts.routes
    .filter((route) => route.router === router.id)
    .map((fact) => ({ from: file, fact }));
  if (steps > FARTHEST) return own;
  return [...own, ...parentsOf(controller, all).flatMap((parent) => routesOf(parent, all, steps + 1))];
}

/** It takes its routes over from something that is not here: an interface made from a contract. */
function isOpaque({ router }: Controller, routes: number, { paths }: ProjectFacts): boolean {
  if (router.isOpaque === true && routes === 0) return true;
  const foreign = (router.above ?? []).filter((name) =>
    /(?:Api|API|Resource|Operations|Endpoint)$/.test(name),
  );
  if (foreign.length === 0) return false;
  const here = new Set(
    [...paths]
      .filter((path) => path.endsWith('.java'))
      .map((path) => path.slice(path.lastIndexOf('/') + 1, -5)),
  );
  return foreign.some((name) => !here.has(name));
}

/** What settings and code of the same module put before every address, each way it may be. */
function prefixesFor(file: string, project: ProjectFacts, find: FindName): readonly string[] {
  const own = moduleOf(file);
  const known = prefixes(project, find);
  const here = known.filter((each) => moduleOf(each.file) === own);
  const said = here.length > 0 ? here : known;
  const alternatives = new Set(said.length === 0 || (here.length === 0 && said.length > 0) ? [''] : []);
  const settings = said.filter(({ kind }) => kind === 'setting');
  const codes = said.filter(({ kind }) => kind === 'code');
  for (const before of settings.length === 0 ? [''] : settings.map(({ text }) => text))
    for (const after of codes.length === 0
      ? ['']
      : codes.flatMap(({ text, isPart }) => (isPart ? [text, ''] : [text])))
      alternatives.add(after === '' ? before : `${before}/${after}`);
  return [...alternatives];
}

type Prefix = {
  readonly file: string;
  readonly text: string;
  readonly kind: 'setting' | 'code';
  readonly isPart: boolean;
};
const known = new WeakMap<FindName, readonly Prefix[]>();

function prefixes(project: ProjectFacts, find: FindName): readonly Prefix[] {
  const before = known.get(find);
  if (before !== undefined) return before;
  const found: Prefix[] = [];
  for (const [file, { servers, isTest, language }] of project.files)
    for (const server of isTest || !/^(?:java|properties|yaml)$/.test(language) ? [] : servers)
      if (server.kind === 'prefix')
        for (const text of textsWritten(find, file, server.path))
          found.push({
            file,
            text,
            kind: language === 'java' ? 'code' : 'setting',
            isPart: server.except.length > 0,
          });
  known.set(find, found);
  return found;
}

function moduleOf(file: string): string {
  const at = file.indexOf('src/main/');
  return at < 0 ? '' : file.slice(0, at);
}
