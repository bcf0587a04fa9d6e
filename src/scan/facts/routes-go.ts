import type { SyntaxNode } from '../../ports/syntax.ts';
import {
  goAssigned,
  goFunctions,
  goParameters,
  goPieces,
  goReceiver,
  goText,
  goTypeName,
} from '../parse/go.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { openedPath } from '../syntax/path-patterns.ts';
import type { Pieces } from '../syntax/pieces.ts';
import type { Facts } from './facts.ts';
import {
  type Chain,
  chainOf,
  isRouterType,
  type Link,
  makesRouter,
  methodIn,
  verbOf,
} from './routes-go-chain.ts';

/** A router as its file names it; one of the standard library reads a slash at the end as "all below". */
type Router = { readonly id: string; readonly isPlain: boolean };

/** What names stand for at a place: the function around, its routers, and the types of what was made in it. */
type Scope = {
  readonly id: string;
  readonly receiver: { readonly name: string; readonly type: string };
  readonly routers: Map<string, Router>;
  readonly types: Map<string, string>;
  /** Names that are known at run time only: parameters, what a loop runs over. */
  readonly open: Set<string>;
};

/** Calls that leave a router what it is. */
const SAME =
  /^(?:With|Use|UseEncodedPath|StrictSlash|SkipClean|Schemes|Headers|Queries|Name|Host|MatcherFunc|Pre)$/;
const STATIC = /^(?:Static|StaticFS|StaticFile|StaticFileFS|StaticFS|File|FileFS|ServeFiles)$/;
const ROUTER_NAME =
  /^(?:r|e|g|rg|app|api|mux|engine|v\d+|srv)$|(?:[rR]outer|[gG]roup|[mM]ux|[rR]outes|API|Api)$/;

class RoutesOfFile {
  readonly #facts: Facts;
  readonly #imported: ReadonlyMap<string, string>;
  readonly #fields: ReadonlyMap<string, string>;
  #made = 0;

  constructor(root: SyntaxNode, facts: Facts) {
    this.#facts = facts;
    this.#imported = importsOf(root, facts);
    this.#fields = fieldTypes(root);
  }

  outside(root: SyntaxNode): void {
    const scope = this.#scope('', { name: '', type: '' });
    for (const spec of within(root, 'var_spec', 'const_spec')) {
      if (spec.parent?.parent?.type !== 'source_file' && spec.parent?.parent?.parent?.type !== 'source_file')
        continue;
      for (const [name, value] of goAssigned(spec)) {
        const pieces = goPieces(value);
        const router = this.#routerOf(value, scope);
        if (router !== undefined) this.#keep(name.text, router, name.text);
        else if (pieces.length > 0 && !pieces.some((each) => typeof each === 'object' && 'hole' in each))
          this.#facts.constants.push({ name: name.text, value: { text: pieces } });
      }
    }
  }

  function(node: SyntaxNode): void {
    const name = node.childForFieldName('name')?.text ?? '';
    const receiver = goReceiver(node);
    const id = receiver.type === '' ? name : `${receiver.type}$${name}`;
    const scope = this.#scope(id, receiver);
    let isKnown = false;
    for (const [place, { name: given, type }] of goParameters(
      node.childForFieldName('parameters'),
    ).entries()) {
      if (isRouterType(type)) {
        scope.routers.set(given, { id: `${id}#${place}`, isPlain: type.endsWith('ServeMux') });
        isKnown = true;
      } else scope.open.add(given);
      scope.types.set(given, type.replace(/^\*/, ''));
    }
    const before = this.#facts.mounts.length;
    this.#walk(node.childForFieldName('body'), scope);
    const gives = this.#facts.mounts.slice(before).some(({ parent }) => parent === `=${id}`);
    if (isKnown || gives) this.#facts.constants.push({ name: id, value: { is: 'function' } });
  }

  #scope(id: string, receiver: Scope['receiver']): Scope {
    return { id, receiver, routers: new Map(), types: new Map(), open: new Set() };
  }

  #walk(node: SyntaxNode | null, scope: Scope): void {
    if (node === null) return;
    for (const each of childrenOf(node)) {
      if (/^(?:short_var_declaration|assignment_statement|var_spec)$/.test(each.type))
        this.#assigned(each, scope);
      else if (each.type === 'range_clause')
        for (const name of childrenOf(each.childForFieldName('left'))) scope.open.add(name.text);
      else if (each.type === 'return_statement') this.#returned(each, scope);
      else if (each.type === 'call_expression') this.#called(each, scope);
      else if (each.type === 'keyed_element') this.#field(each, scope);
      else this.#walk(each, scope);
    }
  }

  #assigned(node: SyntaxNode, scope: Scope): void {
    for (const [left, right] of goAssigned(node)) {
      const router = this.#routerOf(right, scope);
      if (router === undefined) {
        const made = typeMade(right);
        if (made !== undefined) scope.types.set(left.text, made);
        this.#walk({ ...NOTHING, namedChildren: [right] }, scope);
      } else if (left.type === 'identifier' && scope.id !== '') scope.routers.set(left.text, router);
      else if (left.type === 'selector_expression') this.#keep(this.#fieldId(left, scope), router, left.text);
    }
  }

  /** `&Server{router: chi.NewRouter()}`. */
  #field(node: SyntaxNode, scope: Scope): void {
    const literal = node.parent?.parent;
    const value = childrenOf(node.childForFieldName('value'))[0];
    const key = node.childForFieldName('key')?.text ?? '';
    const router = value === undefined ? undefined : this.#routerOf(value, scope);
    if (router === undefined || literal?.type !== 'composite_literal')
      return this.#walk(node.childForFieldName('value'), scope);
    this.#keep(`${goTypeName(literal.childForFieldName('type'))}$${key}`, router, key);
  }

  /** A name that the whole package may use stands for this router. */
  #keep(id: string | undefined, { id: router }: Router, name: string): void {
    if (id === undefined || name === '') return;
    this.#facts.constants.push({ name: id, value: { is: 'router' } });
    this.#facts.mounts.push({ parent: `=${id}`, path: [], child: router, line: 0 });
  }

  #returned(node: SyntaxNode, scope: Scope): void {
    const [first] = childrenOf(childrenOf(node)[0] ?? null);
    const router = first === undefined ? undefined : this.#routerOf(first, scope);
    if (router !== undefined && scope.id !== '')
      this.#facts.mounts.push({ parent: `=${scope.id}`, path: [], child: router.id, line: lineOf(node) });
    else this.#walk(node, scope);
  }

  /** `s.router` inside of a method of `Server` is `Server$router`. */
  #fieldId(node: SyntaxNode, { receiver, types }: Scope): string | undefined {
    const operand = node.childForFieldName('operand')?.text ?? '';
    const type = operand === receiver.name ? receiver.type : types.get(operand);
    const field = node.childForFieldName('field')?.text;
    return type === undefined || type === '' || field === undefined ? undefined : `${type}$${field}`;
  }

  /** The router an expression is, made or found; undefined for anything else. */
  #routerOf(node: SyntaxNode, scope: Scope): Router | undefined {
    if (node.type === 'identifier') return scope.routers.get(node.text);
    if (node.type === 'unary_expression') return this.#routerOf(childrenOf(node)[0] ?? NOTHING, scope);
    if (node.type === 'selector_expression') {
      const id = this.#fieldId(node, scope);
      const isRouter = id !== undefined && isRouterType(this.#fields.get(id) ?? '');
      return id !== undefined && (isRouter || ROUTER_NAME.test(node.childForFieldName('field')?.text ?? ''))
        ? { id, isPlain: (this.#fields.get(id) ?? '').endsWith('ServeMux') }
        : undefined;
    }
    if (node.type !== 'call_expression') return undefined;
    const chain = chainOf(node);
    if (chain.links.length === 0) return this.#given(node, scope);
    const last = chain.links.at(-1)?.name ?? '';
    if (verbOf(last) !== undefined || STATIC.test(last)) return undefined;
    return this.#follow(chain, scope);
  }

  /** `newRouter(…)`: what a function of the project gives, by its name; what it is given hangs together with it. */
  #given(call: SyntaxNode, scope: Scope): Router | undefined {
    const name = this.#nameOf(call.childForFieldName('function'), scope);
    if (!/(?:Router|Routes|Mux|Group|Engine)$/.test(name)) return undefined;
    this.#passOn(call, scope);
    return { id: `${name}()`, isPlain: false };
  }

  #new(kind: 'app' | 'router', isPlain: boolean): Router {
    this.#made += 1;
    const id = `@go${this.#made}`;
    this.#facts.routers.push({ id, kind, bases: [] });
    return { id, isPlain };
  }

  #begin(
    { base, links }: Chain,
    scope: Scope,
  ): { readonly router: Router | undefined; readonly rest: readonly Link[] } {
    const [first, ...rest] = links;
    if (base.type === 'identifier' && first !== undefined) {
      if (makesRouter(base.text, first.name, this.#imported))
        return { router: this.#new('app', first.name === 'NewServeMux'), rest };
      if (base.text === 'http' && /^Handle(?:Func)?$/.test(first.name)) {
        if (!this.#facts.routers.some(({ id }) => id === '@http'))
          this.#facts.routers.push({ id: '@http', kind: 'app', bases: [] });
        return { router: { id: '@http', isPlain: true }, rest: links };
      }
    }
    const known = this.#routerOf(base, scope);
    if (known !== undefined || first === undefined || base.type !== 'identifier')
      return { router: known, rest: links };
    const isOwn = base.text === scope.receiver.name && verbOf(first.name) !== undefined;
    if (isOwn && goText(first.given[0])?.startsWith('/') === true) {
      // A type that has a router for its own, or methods that add to one.
      const id = `${scope.receiver.type}$self`;
      if (!this.#facts.routers.some((each) => each.id === id))
        this.#facts.routers.push({ id, kind: 'app', bases: [] });
      return { router: { id, isPlain: false }, rest: links };
    }
    const isNamed =
      ROUTER_NAME.test(base.text) && !scope.types.has(base.text) && !this.#imported.has(base.text);
    return { router: isNamed ? { id: base.text, isPlain: false } : undefined, rest: links };
  }

  /** Goes along a chain, adding what it adds; the router it ends with. */
  #follow(chain: Chain, scope: Scope): Router | undefined {
    const { router: first, rest } = this.#begin(chain, scope);
    if (first === undefined) return undefined;
    let router = first;
    let prefix: Pieces = [];
    let methods: readonly string[] = [];
    for (const [at, link] of rest.entries()) {
      const next = this.#step(link, router, scope);
      if (next === 'nothing') {
        if (/^(?:PathPrefix|Path)$/.test(link.name))
          prefix = [...prefix, ...openedPath(goPieces(link.given[0]))];
        else if (link.name === 'Methods') methods = link.given.flatMap((each) => methodIn(each) ?? []);
        else if (link.name === 'Subrouter') {
          router = this.#below(router, prefix, link.node);
          prefix = [];
        } else if (/^Handler(?:Func)?$/.test(link.name) && prefix.length > 0)
          this.#route(router, { methods, path: prefix, line: lineOf(link.node) }, scope);
        else if (/^Handle(?:Func)?$/.test(link.name))
          this.#handled(link, router, { scope, prefix, later: rest.slice(at + 1) });
        else return undefined;
      } else router = next;
    }
    return router;
  }

  #step(link: Link, router: Router, scope: Scope): Router | 'nothing' {
    const { name, given, node } = link;
    if (SAME.test(name)) return router;
    const verb = verbOf(name);
    const line = lineOf(node.childForFieldName('function')?.childForFieldName('field') ?? node);
    if (verb !== undefined && given.length >= 2) {
      this.#route(router, { methods: [verb], path: openedPath(goPieces(given[0])), line }, scope);
      for (const each of given.slice(1)) this.#inner(each, scope);
      return router;
    }
    if (/^(?:Method|MethodFunc|Add|Handle|Match)$/.test(name) && given.length >= 3) {
      const [first, path] = given;
      const listed =
        name === 'Match'
          ? within(first ?? node, 'interpreted_string_literal', 'selector_expression')
          : [first];
      const methods = listed.flatMap((each) => methodIn(each) ?? []);
      this.#route(router, { methods, path: openedPath(goPieces(path)), line }, scope);
      return router;
    }
    if (STATIC.test(name)) {
      this.#facts.mounts.push({ parent: router.id, path: goPieces(given[0]), child: 'static', line });
      return router;
    }
    if (name === 'Group' || name === 'Route') return this.#group(link, router, scope);
    if (name === 'Mount') {
      this.#mount(router, goPieces(given[0]), given[1], scope);
      return router;
    }
    return 'nothing';
  }

  #below(router: Router, path: Pieces, node: SyntaxNode): Router {
    const below = this.#new('router', false);
    this.#facts.mounts.push({ parent: router.id, path, child: below.id, line: lineOf(node) });
    return below;
  }

  /** `r.Group("/x")`, `r.Route("/x", func(r chi.Router) { … })`, `r.Group(func(r chi.Router) { … })`. */
  #group({ given, node }: Link, router: Router, scope: Scope): Router {
    const path = given[0]?.type === 'func_literal' ? [] : openedPath(goPieces(given[0]));
    const body = given.find(({ type }) => type === 'func_literal');
    const below = path.length === 0 ? router : this.#below(router, path, node);
    if (body !== undefined) {
      const [parameter] = goParameters(body.childForFieldName('parameters'));
      const routers = new Map(scope.routers);
      if (parameter !== undefined) routers.set(parameter.name, below);
      this.#walk(body.childForFieldName('body'), { ...scope, routers });
    } else if (node.childForFieldName('function')?.childForFieldName('field')?.text === 'Route')
      this.#facts.mounts.push({
        parent: below.id,
        path: [],
        child: `${this.#nameOf(given[1], scope)}#0`,
        line: lineOf(node),
      });
    return below;
  }

  /** `mux.HandleFunc("GET /x/{id}", h)`, `r.HandleFunc("/x", h).Methods("GET")`, `mux.Handle("/x/", sub)`. */
  #handled(
    { given, node }: Link,
    router: Router,
    {
      scope,
      prefix,
      later,
    }: { readonly scope: Scope; readonly prefix: Pieces; readonly later: readonly Link[] },
  ): void {
    const [path, handler] = given;
    const pieces = goPieces(path);
    const [first, ...rest] = pieces;
    const pattern = typeof first === 'string' ? /^([A-Z]+)\s+(.*)$/.exec(first) : null;
    const own: Pieces = pattern === null ? pieces : [pattern[2] ?? '', ...rest];
    const stripped = handler === undefined ? undefined : strippedPrefix(handler);
    const target = stripped?.inner ?? handler;
    const below = target === undefined ? undefined : this.#routerOf(target, scope);
    if (below !== undefined)
      return void this.#facts.mounts.push({
        parent: router.id,
        path: stripped?.path ?? [],
        child: below.id,
        line: lineOf(node),
      });
    const methods = later
      .filter(({ name }) => name === 'Methods')
      .flatMap((each) => each.given.flatMap((one) => methodIn(one) ?? []));
    const last = own.at(-1);
    const isAll = router.isPlain && typeof last === 'string' && last.endsWith('/');
    this.#route(
      router,
      {
        methods: pattern?.[1] === undefined ? methods : [pattern[1]],
        path: openedPath([...prefix, ...own, ...(isAll ? ['*'] : [])]),
        line: lineOf(node),
      },
      scope,
    );
    if (handler !== undefined) this.#inner(handler, scope);
  }

  #route(
    { id }: Router,
    {
      methods,
      path,
      line,
    }: { readonly methods: readonly string[]; readonly path: Pieces; readonly line: number },
    { open, id: around }: Scope,
  ): void {
    const [first] = path;
    const isOpen =
      typeof first === 'object' &&
      ('hole' in first || ('name' in first && open.has(first.name.split('.')[0] ?? '')));
    if (isOpen) {
      // `func (a *App) Get(path string, …)` hands on what its callers write, and they are seen.
      const isHandedOn = verbOf(around.replace(/^.*\$/, '')) !== undefined;
      if (!isHandedOn) this.#facts.routers.push({ id: '@open', kind: 'router', bases: [], isOpaque: true });
      return;
    }
    for (const method of methods.length === 0 ? ['ANY'] : methods)
      this.#facts.routes.push({ router: id, method, path, line });
  }

  #mount(router: Router, path: Pieces, child: SyntaxNode | undefined, scope: Scope): void {
    const known = child === undefined ? undefined : this.#routerOf(child, scope);
    const name =
      known?.id ??
      (child?.type === 'call_expression'
        ? `${this.#nameOf(child.childForFieldName('function'), scope)}()`
        : '?');
    this.#facts.mounts.push({ parent: router.id, path, child: name, line: lineOf(child ?? NOTHING) });
  }

  /** A function as other files know it: `Register`, `users.Register`, `UserHandler$Routes`, `?$Routes` of whatever type. */
  #nameOf(node: SyntaxNode | null | undefined, scope: Scope): string {
    if (node?.type === 'identifier') return node.text;
    if (node?.type !== 'selector_expression') return '?';
    const operand = node.childForFieldName('operand');
    const name = node.childForFieldName('field')?.text ?? '';
    if (operand?.type === 'identifier' && this.#imported.has(operand.text)) return `${operand.text}.${name}`;
    if (operand?.type === 'identifier' && operand.text === scope.receiver.name)
      return `${scope.receiver.type}$${name}`;
    const field = operand?.type === 'selector_expression' ? this.#fieldId(operand, scope) : undefined;
    const type =
      operand?.type === 'identifier'
        ? scope.types.get(operand.text)
        : field === undefined
          ? operand === null || operand === undefined
            ? undefined
            : typeMade(operand)
          : this.#fields.get(field);
    return type === undefined ? `?$${name}` : `${type.replace(/^\*/, '')}$${name}`;
  }

  #called(call: SyntaxNode, scope: Scope): void {
    if (this.#follow(chainOf(call), scope) !== undefined) return;
    this.#passOn(call, scope);
    this.#walk(call.childForFieldName('function'), scope);
  }

  #passOn(call: SyntaxNode, scope: Scope): void {
    const callee = call.childForFieldName('function');
    for (const [place, given] of childrenOf(call.childForFieldName('arguments')).entries()) {
      const router = this.#routerOf(given, scope);
      if (router === undefined) this.#inner(given, scope);
      else
        this.#facts.mounts.push({
          parent: router.id,
          path: [],
          child: `${this.#nameOf(callee, scope)}#${place}`,
          line: lineOf(call),
        });
    }
  }

  #inner(node: SyntaxNode, scope: Scope): void {
    this.#walk({ ...NOTHING, namedChildren: [node] }, scope);
  }
}

const NOTHING: SyntaxNode = {
  type: '',
  text: '',
  startPosition: { row: 0 },
  startIndex: 0,
  endIndex: 0,
  parent: null,
  namedChildren: [],
  descendantsOfType: () => [],
  childForFieldName: () => null,
};

/** `http.StripPrefix("/api", r)`. */
function strippedPrefix(node: SyntaxNode): { readonly path: Pieces; readonly inner: SyntaxNode } | undefined {
  if (node.type !== 'call_expression' || node.childForFieldName('function')?.text !== 'http.StripPrefix')
    return undefined;
  const [path, inner] = childrenOf(node.childForFieldName('arguments'));
  return inner === undefined ? undefined : { path: goPieces(path), inner };
}

/** The type of what is made: `&users.Handler{…}`, `users.NewHandler(…)`. */
function typeMade(node: SyntaxNode): string | undefined {
  if (node.type === 'unary_expression' || node.type === 'parenthesized_expression')
    return typeMade(childrenOf(node)[0] ?? NOTHING);
  if (node.type === 'composite_literal') return node.childForFieldName('type')?.text.replace(/^\*/, '');
  const callee = node.type === 'call_expression' ? node.childForFieldName('function')?.text : undefined;
  const found = /^(\w+\.)?New([A-Z]\w*)$/.exec(callee ?? '');
  return found === null ? undefined : `${found[1] ?? ''}${found[2] ?? ''}`;
}

/** Packages by the name they have here; a binding for each, so that names can be followed to them. */
function importsOf(root: SyntaxNode, facts: Facts): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const spec of within(root, 'import_spec')) {
    const path = goText(spec.childForFieldName('path'));
    if (path === undefined) continue;
    const usual = path.split('/').findLast((each) => !/^v\d+$/.test(each)) ?? path;
    const name = spec.childForFieldName('name')?.text ?? usual.replace(/^go-|\.v\d+$/g, '');
    found.set(name, path);
    if (path.includes('/')) facts.bindings.push({ local: name, from: `go:${path}`, name: '*' });
  }
  return found;
}

/** The types of the fields of structs of this file, by `Struct$field`. */
function fieldTypes(root: SyntaxNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const spec of within(root, 'type_spec')) {
    const name = spec.childForFieldName('name')?.text ?? '';
    for (const field of within(spec, 'field_declaration')) {
      const type = (field.childForFieldName('type')?.text ?? '').replace(/^\*/, '');
      for (const each of childrenOf(field))
        if (each.type === 'field_identifier') found.set(`${name}$${each.text}`, type);
    }
  }
  return found;
}

/** `{"Index", "GET", "/items", handler}`: a table of routes that a loop adds. */
function tableRoutes(root: SyntaxNode, facts: Facts): void {
  let isAny = false;
  for (const row of within(root, 'literal_value')) {
    const values = childrenOf(row)
      .map((each) => (each.type === 'keyed_element' ? each.childForFieldName('value') : each))
      .map((each) => childrenOf(each)[0])
      .filter((each) => each !== undefined);
    const method = values.map(methodIn).find((each) => each !== undefined);
    const path = values.find((each) => goText(each)?.startsWith('/') === true);
    if (method === undefined || path === undefined) continue;
    isAny = true;
    facts.routes.push({ router: '@table', method, path: openedPath(goPieces(path)), line: lineOf(row) });
  }
  if (isAny) facts.routers.push({ id: '@table', kind: 'router', bases: [] });
}

/** Routes of net/http, gin, echo, chi, fiber and gorilla/mux. */
export const goRoutes: SyntaxFinder = {
  language: 'go',
  words: [
    'outer',
    'Group(',
    'Handle',
    'Mux',
    '.GET(',
    '.Get(',
    '.POST(',
    '.Post(',
    'const ',
    'Method',
    'fiber',
    'echo',
    'gin.',
    'chi.',
  ],
  applies: ({ isTest }) => !isTest,
  find(root, facts) {
    const file = new RoutesOfFile(root, facts);
    file.outside(root);
    for (const each of goFunctions(root)) file.function(each);
    tableRoutes(root, facts);
  },
};
