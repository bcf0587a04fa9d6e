import type { FileFacts, ProjectFacts } from '../../../engine/facts.ts';
import type { RouteFact, RouterFact } from '../typescript.ts';
import { memoPerProject } from '../../../engine/incremental/memo.ts';
import { JavaServers } from './java-servers.ts';
import type { FindName } from '../../modules/find-name.ts';
import { NestServers } from './nest-servers.ts';
import { routePaths } from './paths.ts';
import type { RouteTable } from './route.ts';
import type { Route } from './route.ts';
import { textsWritten } from './texts.ts';

/** A class that serves, and the file it stands in. */
type Controller = { readonly file: string; readonly facts: FileFacts; readonly router: RouterFact };

/** How many types are followed, one built on the other. */
const FARTHEST = 6;

/** Routes of controllers that are classes, with what their server puts before them. */
export function controllerRoutes(project: ProjectFacts, find: FindName): RouteTable {
  const types = new Controllers(project, find);
  const nest = new NestServers(project, find);
  const java = new JavaServers(project, find);
  const routes: Route[] = [];
  const opaque: (readonly string[])[] = [];
  let unresolved = 0;
  let hasJava = false;
  for (const controller of controllersIn(project)) {
    const { file, facts, router } = controller;
    const bases = types.basesOf(controller);
    if (bases.length === 0) continue;
    const isJava = facts.language === 'java';
    const own = types.routesOf(controller);
    const before = isJava ? java.prefixesFor(file) : [''];
    if (isJava && java.isOpaque(router, own.length))
      for (const base of bases.flatMap((each) => before.map((prefix) => `${prefix}/${each}`)))
        opaque.push(...routePaths(base).map(({ segments }) => segments));
    if (router.isOpaque === true) unresolved += 1;
    for (const { file: from, fact } of own) {
      const texts = textsWritten(find, from, fact.path);
      const lost = texts.filter((text) => text.startsWith('\0')).length;
      unresolved += isJava ? lost : Math.min(lost, 1);
      // A template of ASP.NET may begin at the root, whatever the class says.
      const above = texts.some((text) => text.startsWith('~/')) ? [''] : bases;
      const isScript = !isJava && facts.language !== 'csharp';
      const prefixes = isScript ? nest.prefixesOf(file, fact.versions ?? router.versions ?? []) : before;
      const { method, line } = fact;
      for (const prefix of prefixes)
        for (const base of above)
          for (const text of texts)
            for (const way of routePaths(`${prefix}/${base}/${text.replace(/^~/, '')}`)) {
              hasJava ||= isJava;
              const isKnown = !base.startsWith('\0') && !(isJava && prefix.startsWith('\0'));
              routes.push({ ...way, method, file: from, line, isKnown, isFile: false });
            }
    }
  }
  return { routes, opaque: hasJava ? [...opaque, ...java.servedByOthers()] : opaque, unresolved };
}

function* controllersIn(project: ProjectFacts): Generator<Controller> {
  for (const [file, facts] of project.files)
    for (const router of facts.isTest ? [] : facts.routers)
      if (router.kind === 'controller') yield { file, facts, router };
}

/** Classes of Java and C#, which are known by their names alone. */
const controllersByName = memoPerProject((project): ReadonlyMap<string, Controller> => {
  const found = new Map<string, Controller>();
  for (const each of controllersIn(project)) {
    const key = `${each.facts.language} ${each.router.id}`;
    if (each.facts.language === 'csharp' || !found.has(key)) found.set(key, each);
  }
  return found;
});

/** What controllers have of the types they build on. */
class Controllers {
  readonly #project: ProjectFacts;
  readonly #find: FindName;

  constructor(project: ProjectFacts, find: FindName) {
    this.#project = project;
    this.#find = find;
  }

  /** The types a controller builds on: by name in C# and Java, through imports elsewhere. */
  #parentsOf({ file, facts, router }: Controller): readonly Controller[] {
    return (router.above ?? []).flatMap((name) => {
      const named = controllersByName(this.#project).get(`${facts.language} ${name}`);
      if (facts.language === 'java' || facts.language === 'csharp')
        return named === undefined || named.router === router ? [] : [named];
      const target = this.#find(file, name);
      const there = target?.kind === 'here' ? this.#project.files.get(target.file) : undefined;
      const above = there?.routers.find(({ id, kind }) => kind === 'controller' && target?.name === id);
      return target?.kind !== 'here' || there === undefined || above === undefined
        ? []
        : [{ file: target.file, facts: there, router: above }];
    });
  }

  /** The routes of a class and of those it builds on. */
  routesOf(
    controller: Controller,
    steps = 0,
  ): readonly { readonly file: string; readonly fact: RouteFact }[] {
    const { file, facts, router } = controller;
    const own = facts.routes.filter((each) => each.router === router.id).map((fact) => ({ file, fact }));
    const parents = steps >= FARTHEST ? [] : this.#parentsOf(controller);
    return [...own, ...parents.flatMap((parent) => this.routesOf(parent, steps + 1))];
  }

  /** What a class puts before its routes; without a word of its own, what the type it builds on says. */
  basesOf(controller: Controller, steps = 0): readonly string[] {
    const { router, facts } = controller;
    const own = this.#written(controller);
    if (facts.language === 'java') {
      if (own.some((each) => each !== '') || steps > FARTHEST) return own;
      const above = this.#parentsOf(controller)
        .flatMap((parent) => this.basesOf(parent, steps + 1))
        .filter((each) => each !== '');
      const composed = this.#parentsOf(controller).filter((parent) => parent.router.id.startsWith('@'));
      if (own.length === 0 && composed.length > 0)
        return composed.flatMap((parent) => this.basesOf(parent, steps + 1));
      // A type without a mark of its own is served by those who build on it.
      return own.length > 0 && above.length > 0 ? above : own;
    }
    if (facts.language !== 'csharp') return own;
    // With the name of the class itself in it.
    const name = router.id.replace(/Controller$/, '');
    const all = own.length > 0 ? own : this.#parentsOf(controller).flatMap((parent) => this.#written(parent));
    const isPlain = all.length === 0 && router.id.endsWith('Controller');
    return isPlain ? [''] : all.map((text) => text.replaceAll(/\[controller\]/gi, name));
  }

  #written({ file, router }: Controller): readonly string[] {
    return router.bases.flatMap((base) => textsWritten(this.#find, file, base));
  }
}
