import type { FileFacts, ProjectFacts } from '../facts/facts.ts';
import type { RouteFact, RouterFact, ServerFact } from '../facts/routes.ts';
import type { FindName } from './names.ts';
import { packageOf } from './modules.ts';
import { routePaths } from './paths.ts';
import type { Route } from './route-table.ts';
import { textsWritten } from './texts.ts';
import { oncePerProject } from '../once-per-project.ts';

type Placed<T> = { readonly file: string; readonly fact: T };

/** Routes of controllers that are classes, with the prefix and the versions of their server. */
export function controllerRoutes(
  project: ProjectFacts,
  find: FindName,
): { readonly routes: readonly Route[]; readonly unresolved: number } {
  const servers: Placed<ServerFact>[] = [];
  for (const [file, { servers: facts, isTest }] of project.files)
    if (!isTest && !/\.(?:java|properties|ya?ml)$/.test(file))
      for (const fact of facts) servers.push({ file, fact });
  const routes: Route[] = [];
  let unresolved = 0;
  for (const [file, facts] of project.files) {
    if (facts.isTest || facts.language === 'java') continue;
    for (const router of facts.routers) {
      if (router.kind !== 'controller') continue;
      const above = basesOf({ file, facts, router }, project, find);
      if (above.length === 0) continue;
      for (const { fact, file: from } of ownRoutes({ file, facts, router }, project, find, 0)) {
        const texts = textsWritten(find, from, fact.path);
        if (texts.some((text) => text.startsWith('\0'))) unresolved += 1;
        const bases = texts.some(isAbsolute) ? [''] : above;
        const prefixes = file.endsWith('.cs')
          ? ['']
          : prefixesOf({ file, router, fact }, serversOf(file, servers, project), find);
        for (const prefix of prefixes)
          for (const base of bases)
            for (const text of texts)
              for (const way of routePaths(`${prefix}/${base}/${text.replace(/^~/, '')}`))
                routes.push({
                  ...way,
                  method: fact.method,
                  file: from,
                  line: fact.line,
                  isKnown: !base.startsWith('\0'),
                  isFile: false,
                });
      }
    }
  }
  return { routes, unresolved };
}

/** A template of ASP.NET that begins at the root, whatever the class says. */
function isAbsolute(text: string): boolean {
  return text.startsWith('~/');
}

/** What a class puts before its routes; in C# that of the class it builds on, with its own name in it. */
function basesOf(controller: Controller, project: ProjectFacts, find: FindName): readonly string[] {
  const { file, router } = controller;
  const own = router.bases.flatMap((base) => textsWritten(find, file, base));
  if (!file.endsWith('.cs')) return own;
  const name = router.id.replace(/Controller$/, '');
  const parent = own.length > 0 ? undefined : parentOf(controller, project, find);
  const all =
    parent === undefined ? own : parent.router.bases.flatMap((base) => textsWritten(find, parent.file, base));
  const isPlain = all.length === 0 && router.id.endsWith('Controller');
  return isPlain ? [''] : all.map((text) => text.replaceAll(/\[controller\]/gi, name));
}

/** The class a controller builds on: by name in C#, through imports elsewhere. */
function parentOf(
  { file, router }: Controller,
  project: ProjectFacts,
  find: FindName,
): Controller | undefined {
  if (router.extends === undefined) return undefined;
  const inCsharp = file.endsWith('.cs') ? csharpControllers(project).get(router.extends) : undefined;
  if (inCsharp !== undefined || file.endsWith('.cs'))
    return inCsharp?.router === router ? undefined : inCsharp;
  const target = find(file, router.extends);
  const facts = target?.kind === 'here' ? project.files.get(target.file) : undefined;
  const above = facts?.routers.find(({ id, kind }) => kind === 'controller' && target?.name === id);
  return target?.kind !== 'here' || facts === undefined || above === undefined
    ? undefined
    : { file: target.file, facts, router: above };
}

const csharpControllers = oncePerProject((project): ReadonlyMap<string, Controller> => {
  const found = new Map<string, Controller>();
  for (const [file, facts] of project.files)
    if (file.endsWith('.cs'))
      for (const router of facts.routers)
        if (router.kind === 'controller') found.set(router.id, { file, facts, router });
  return found;
});

type Controller = { readonly file: string; readonly facts: FileFacts; readonly router: RouterFact };

/** The routes of a class and of those it builds on. */
function ownRoutes(
  { file, facts, router }: Controller,
  project: ProjectFacts,
  find: FindName,
  steps: number,
): readonly Placed<RouteFact>[] {
  const own = facts.routes.filter((route) => route.router === router.id).map((fact) => ({ file, fact }));
  const parent = steps > 5 ? undefined : parentOf({ file, facts, router }, project, find);
  return parent === undefined ? own : [...own, ...ownRoutes(parent, project, find, steps + 1)];
}

/** Those of the own package, where it has a server; else all: a library may be served by any. */
function serversOf(
  file: string,
  servers: readonly Placed<ServerFact>[],
  project: ProjectFacts,
): readonly Placed<ServerFact>[] {
  const own = packageOf(file, project);
  const here = servers.filter((each) => packageOf(each.file, project) === own);
  return here.length > 0 ? here : servers;
}

function prefixesOf(
  { file, router, fact }: { readonly file: string; readonly router: RouterFact; readonly fact: RouteFact },
  servers: readonly Placed<ServerFact>[],
  find: FindName,
): readonly string[] {
  const prefix = nearest(file, servers, 'prefix');
  const versions = nearest(file, servers, 'versions');
  const before = prefix?.fact.kind === 'prefix' ? textsWritten(find, prefix.file, prefix.fact.path) : [''];
  const open = prefix?.fact.kind === 'prefix' && prefix.fact.except.length > 0 ? [...before, ''] : before;
  if (versions?.fact.kind !== 'versions') return open;
  const { prefix: letter, standard } = versions.fact;
  const own = fact.versions ?? router.versions ?? [];
  const named = own.length > 0 ? own : standard;
  if (named.length === 0) return open;
  return open.flatMap((text) =>
    named.map((version) => (version === '' ? text : `${text}/${letter}${version}`)),
  );
}

/** What is said by the file that shares most of its folders with this one. */
function nearest(
  file: string,
  servers: readonly Placed<ServerFact>[],
  kind: ServerFact['kind'],
): Placed<ServerFact> | undefined {
  let best: Placed<ServerFact> | undefined;
  let most = -1;
  for (const each of servers) {
    if (each.fact.kind !== kind) continue;
    const length = shared(file, each.file);
    if (length > most) [best, most] = [each, length];
  }
  return best;
}

function shared(one: string, other: string): number {
  const a = one.split('/');
  const b = other.split('/');
  let length = 0;
  while (length < a.length - 1 && a[length] === b[length]) length += 1;
  return length;
}
