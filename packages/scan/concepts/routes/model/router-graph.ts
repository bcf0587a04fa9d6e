import { givenTo, methodIn, readRouter, UNKNOWN } from '../router-refs.ts';
import { addTo } from '../../../engine/add-to.ts';
import type { FileFacts, ProjectFacts } from '../../../engine/facts.ts';
import type { MountFact, RouteFact } from '../typescript.ts';
import type { Pieces } from '../../../syntax/typescript/pieces.ts';
import { OPEN } from './addresses.ts';
import { DjangoViews } from './django-views.ts';
import { ADDS_NO_ROUTES, HANDLES, isGuard, isOwnWord, memberText } from './mounted-words.ts';
import type { FindName } from '../../modules/find-name.ts';
import { routePaths } from './paths.ts';
import type { RouteTable } from './route.ts';
import type { Route } from './route.ts';
import { textsWritten } from './texts.ts';

type Edge = { readonly parent: string; readonly path: string };

/** So many addresses one router may be reached by. */
const MOST = 200;

/** Stands before addresses whose beginning is not known. */
const NOWHERE = '\u0001';

/** The routes of all routers, each below what it is mounted on. */
export function graphRoutes(project: ProjectFacts, find: FindName): RouteTable {
  const own = [...project.files].filter(([, { isTest }]) => !isTest);
  const graph = new RouterGraph(project, find, own);
  const routes: Route[] = [];
  const views = new DjangoViews(project, find);
  let unresolved = 0;
  for (const [file, facts] of own) {
    const controllers = new Set(
      facts.routers.filter(({ kind }) => kind === 'controller').map(({ id }) => id),
    );
    for (const fact of facts.routes) {
      if (controllers.has(fact.router)) continue;
      for (const each of views.routesOf(file, fact)) {
        const found = graph.routesOf(file, each);
        if (found === 'unresolved') unresolved += 1;
        else routes.push(...found);
      }
    }
  }
  return { routes, opaque: graph.opaque(), unresolved: unresolved + graph.loaded };
}

/** A router with routes of its own that nothing is seen to mount. */
export type LooseRouter = {
  readonly file: string;
  readonly id: string;
  /** A plugin: its routes hang on what it is given. */
  readonly isFunction: boolean;
};

/** Routers at the top of a module that hang on nothing, as far as mounts are understood. */
export function looseRouters(project: ProjectFacts, find: FindName): readonly LooseRouter[] {
  const own = [...project.files].filter(([, { isTest, isSide }]) => !isTest && !isSide);
  const graph = new RouterGraph(project, find, own);
  return own.flatMap(([file, facts]) => {
    const { routers, routes } = facts;
    const plain = routers
      .filter(({ id, kind }) => kind === 'router' && /^[\w$]+$/.test(id))
      .filter(({ id }) => routes.some(({ router }) => router === id) && !graph.hangs(file, id))
      .map(({ id }) => ({ file, id, isFunction: false }));
    const given = routes.map(({ router }) => readRouter(router)).filter((each) => each.kind === 'given');
    const plugins = [...new Set(given.filter(({ place }) => place === '0').map(({ name }) => name))]
      .filter((id) => facts.exports.some(({ name }) => name === id) && !graph.hangs(file, givenTo(id, 0)))
      .map((id) => ({ file, id, isFunction: true }));
    return [...plain, ...plugins];
  });
}

class RouterGraph {
  readonly #find: FindName;
  readonly #apps = new Set<string>();
  readonly #bases = new Map<string, readonly string[]>();
  readonly #above = new Map<string, Edge[]>();
  readonly #prefixes = new Map<string, readonly string[]>();
  readonly #foreign: { readonly parent: string; readonly path: string; readonly child: string }[] = [];
  /** How often something is mounted whose routes nobody sees: a module found at run time, what a function makes. */
  loaded = 0;
  readonly #same = new Map<string, string>();
  /** Methods of Go by their name alone, for where the type is not seen. */
  readonly #methods = new Map<string, string[]>();
  /** What functions are given, and what of it anything hangs on. */
  readonly #passed: { readonly parent: string; readonly key: string }[] = [];
  readonly #used = new Set<string>();

  constructor(project: ProjectFacts, find: FindName, own: Iterable<readonly [string, FileFacts]>) {
    this.#find = find;
    for (const [file, facts] of project.files) {
      const { isTest, language } = facts;
      for (const { name } of language === 'go' && !isTest ? facts.constants : []) {
        const method = methodIn(name);
        if (method !== undefined) addTo(this.#methods, method, `${file}#${name}`);
      }
      for (const { parent, child } of isTest ? [] : facts.mounts) {
        const other = readRouter(parent);
        if (other.kind === 'same') this.#same.set(`${file}#${other.name}`, `${file}#${child}`);
      }
    }
    for (const [file, { routers }] of own)
      for (const { id, kind, bases } of routers)
        if (kind !== 'controller') this.#declare(file, id, kind === 'app', bases);
    for (const [file, { mounts }] of own) for (const mount of mounts) this.#mount(file, mount);
  }

  #declare(file: string, id: string, isApp: boolean, bases: readonly Pieces[]): void {
    const key = `${file}#${id}`;
    if (isApp) this.#apps.add(key);
    const texts = bases.flatMap((base) => textsWritten(this.#find, file, base));
    if (texts.length > 0 || !this.#bases.has(key)) this.#bases.set(key, texts.length === 0 ? [''] : texts);
  }

  #mount(file: string, fact: MountFact): void {
    if (readRouter(fact.parent).kind === 'same') return;
    const parent = this.#key(file, fact.parent);
    if (parent === undefined) return;
    if (fact.isLoaded === true) return void (this.loaded += 1);
    if (fact.isLate !== true && readRouter(fact.child).kind === 'given') {
      const key = this.#key(file, fact.child);
      if (key !== undefined) this.#passed.push({ parent, key });
    } else this.#used.add(parent);
    for (const { path, child, from } of this.#entries(file, fact)) {
      const keys = this.#children(from, child);
      if (child === UNKNOWN && (path === '' || isGuard(path, child))) this.loaded += 1;
      if (keys.length === 0 && path !== '' && !isGuard(path, child))
        this.#foreign.push({ parent, path, child });
      for (const key of keys) {
        if (key === parent) continue;
        addTo(this.#above, key, { parent, path });
      }
    }
  }

  /** One mount, or one for every entry of a list. */
  #entries(
    file: string,
    { path, child, each }: MountFact,
  ): readonly { readonly path: string; readonly child: string; readonly from: string }[] {
    if (each === undefined)
      return textsWritten(this.#find, file, path).map((text) => ({ path: text, child, from: file }));
    const target = this.#find(file, each);
    const value = target?.kind === 'here' ? target.value : undefined;
    const list = target?.kind === 'here' && value !== undefined && 'list' in value ? target : undefined;
    if (list === undefined || list.value === undefined || !('list' in list.value)) return [];
    const [key] = path;
    const name = typeof key === 'object' && 'name' in key ? key.name : '';
    return list.value.list.flatMap((entry) => {
      const texts = memberText(entry, name);
      const [below] = memberText(entry, child) ?? [];
      if (texts === undefined || typeof below !== 'object' || !('name' in below)) return [];
      return textsWritten(this.#find, list.file, texts).map((text) => ({
        path: text,
        child: below.name,
        from: list.file,
      }));
    });
  }

  #key(file: string, id: string): string | undefined {
    const own = `${file}#${id}`;
    const ref = readRouter(id);
    if (this.#bases.has(own) || id.startsWith('@')) return this.#meant(own);
    if (!('name' in ref)) return undefined;
    const target = this.#find(file, ref.name);
    if (target?.kind !== 'here') return undefined;
    const key = `${target.file}#${target.name}`;
    if (ref.kind === 'given') return givenTo(key, ref.place);
    const isKnown = target.value !== undefined || this.#bases.has(key) || this.#same.has(key);
    return isKnown ? this.#meant(key) : undefined;
  }

  /** What another name stands for; in Go it may be one that a file beside declares. */
  #meant(key: string, steps = 0): string {
    const same = this.#same.get(key);
    if (same === undefined || steps > 5) return key;
    const cut = same.indexOf('#');
    const file = same.slice(0, cut);
    const id = same.slice(cut + 1);
    const isNamed = /^(?:named|made)$/.test(readRouter(id).kind);
    if (!file.endsWith('.go') || !isNamed || this.#bases.has(same)) return same;
    const target = this.#find(file, id);
    return target?.kind === 'here' ? this.#meant(`${target.file}#${target.name}`, steps + 1) : same;
  }

  /** What stands below when this is mounted: the router, or what a function is given. */
  #children(file: string, child: string): readonly string[] {
    const ref = readRouter(child);
    const key = this.#key(file, child);
    if (ref.kind !== 'given' && ref.kind !== 'made') return key === undefined ? [] : [key, givenTo(key, 0)];
    if (key !== undefined) return [key];
    // A method whose type is not seen may be any of that name.
    const keys = this.#methods.get(methodIn(ref.name) ?? '') ?? [];
    return keys.map((each) => (ref.kind === 'made' ? this.#meant(each) : givenTo(each, ref.place)));
  }

  #prefixesOf(key: string, around: readonly string[]): readonly string[] {
    const known = this.#prefixes.get(key);
    if (known !== undefined) return known;
    if (around.includes(key)) return [];
    const bases = this.#bases.get(key) ?? [''];
    const edges = this.#above.get(key) ?? [];
    const above = edges.flatMap(({ parent, path }) =>
      this.#prefixesOf(parent, [...around, key]).map((prefix) => `${prefix}/${path}`),
    );
    const starts = above.length > 0 ? above : [this.#apps.has(key) ? '' : NOWHERE];
    const all = [...new Set(starts.flatMap((start) => bases.map((base) => `${start}/${base}`)))].slice(
      0,
      MOST,
    );
    if (around.length === 0) this.#prefixes.set(key, all);
    return all;
  }

  /** Whether it is mounted, given to something, or another name for something. */
  hangs(file: string, id: string): boolean {
    const key = `${file}#${id}`;
    if (this.#apps.has(key) || this.#above.has(key) || this.#isPassedOn(key)) return true;
    return this.#same.has(key) || [...this.#same.values()].includes(key);
  }

  routesOf(file: string, fact: RouteFact): readonly Route[] | 'unresolved' {
    const key = this.#key(file, fact.router);
    const isRouter =
      key !== undefined &&
      (this.#bases.has(key) ||
        this.#above.has(key) ||
        readRouter(key.slice(key.indexOf('#') + 1)).kind === 'given');
    if (!isRouter) return file.endsWith('.go') ? this.#loose(file, fact) : [];
    this.#used.add(key);
    const texts = fact.each === undefined ? textsWritten(this.#find, file, fact.path) : [OPEN];
    const routes: Route[] = [];
    for (const text of texts) {
      if (/^\/?\0/.test(text)) {
        this.#foreign.push({ parent: key, path: '', child: UNKNOWN });
        return 'unresolved';
      }
      for (const prefix of this.#prefixesOf(key, []))
        for (const way of routePaths(`${prefix.replace(NOWHERE, '')}/${text}`))
          routes.push({
            ...way,
            method: fact.method,
            file,
            line: fact.line,
            isKnown: !prefix.startsWith(NOWHERE),
            isFile: false,
          });
    }
    return routes;
  }

  /** In Go nearly everything that looks like a route is one: it is served, below what nobody knows. */
  #loose(file: string, { path, method, line }: RouteFact): readonly Route[] {
    return textsWritten(this.#find, file, path)
      .filter((text) => !/^\/?\0/.test(text))
      .flatMap((text) => routePaths(text))
      .map((way) => ({ ...way, method, file, line, isKnown: false, isFile: false }));
  }

  #isPassedOn(key: string): boolean {
    return this.#passed.some(({ parent }) => parent === key);
  }

  #below(parent: string, path: string): readonly (readonly string[])[] {
    const ways = this.#prefixesOf(parent, []).map((prefix) => `${prefix.replace(NOWHERE, '')}/${path}`);
    return ways.flatMap((way) => routePaths(way)).map(({ segments }) => segments);
  }

  /** Paths that are given to something from outside: a proxy, a handler of a library. */
  opaque(): readonly (readonly string[])[] {
    const lost = this.#passed.filter(
      ({ key }) => !this.#used.has(key) && !this.#isPassedOn(key) && !ADDS_NO_ROUTES.test(key),
    );
    return [...this.#foreign, ...lost.map(({ parent }) => ({ parent, path: '', child: UNKNOWN }))]
      .filter(({ child }) => HANDLES.test(child))
      .flatMap(({ parent, path, child }) =>
        // What is not understood at all must at least stand somewhere of its own.
        this.#below(parent, path).filter((segments) => child !== UNKNOWN || segments.some(isOwnWord)),
      )
      .filter(([first]) => first !== undefined && !first.includes(OPEN));
  }
}
