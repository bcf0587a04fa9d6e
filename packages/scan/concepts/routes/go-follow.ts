import { givenTo, madeBy, memberOf, nameless, UNKNOWN } from './router-refs.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { goParameters, goPieces, goText } from '../../syntax/go/view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import { openedPath } from './path-patterns.ts';
import type { Pieces } from '../../syntax/typescript/pieces.ts';
import { type Chain, chainOf, type Link, makesRouter, methodIn, verbOf } from './go-chain.ts';
import type { GoNames, Router, GoFunctionScope } from './go-names.ts';

/** Calls that leave a router what it is. */
const SAME =
  /^(?:With|Use|UseEncodedPath|StrictSlash|SkipClean|Schemes|Headers|Queries|Name|Host|MatcherFunc|Pre)$/;
const STATIC = /^(?:Static|StaticFS|StaticFile|StaticFileFS|StaticFS|File|FileFS|ServeFiles)$/;
const ROUTER_NAME =
  /^(?:r|e|g|rg|app|api|mux|engine|v\d+|srv)$|(?:[rR]outer|[gG]roup|[mM]ux|[rR]outes|API|Api)$/;

/** Follows what is called on routers, and adds the routes and the mounts that come of it. */
export class GoRouters {
  readonly #names: GoNames;
  readonly #visit: (node: SyntaxNode, scope: GoFunctionScope) => void;

  constructor(names: GoNames, visit: (node: SyntaxNode, scope: GoFunctionScope) => void) {
    this.#names = names;
    this.#visit = visit;
  }

  /** The router an expression is, made or found; undefined for anything else. */
  routerOf(node: SyntaxNode, scope: GoFunctionScope): Router | undefined {
    if (node.type === 'identifier') return scope.routers.get(node.text);
    const [inner] = node.type === 'unary_expression' ? childrenOf(node) : [];
    if (inner !== undefined) return this.routerOf(inner, scope);
    if (node.type === 'selector_expression') return this.#names.fieldRouter(node, scope, ROUTER_NAME);
    if (node.type !== 'call_expression') return undefined;
    const chain = chainOf(node);
    if (chain.links.length === 0) return this.#given(node, scope);
    const last = chain.links.at(-1)?.name ?? '';
    if (verbOf(last) !== undefined || STATIC.test(last)) return undefined;
    return this.follow(chain, scope);
  }

  /** `newRouter(…)`: what a function of the project gives, by its name; what it is given hangs together with it. */
  #given(call: SyntaxNode, scope: GoFunctionScope): Router | undefined {
    const name = this.#names.nameOf(call.childForFieldName('function'), scope);
    if (!/(?:Router|Routes|Mux|Group|Engine)$/.test(name)) return undefined;
    this.passOn(call, scope);
    return { id: madeBy(name), isPlain: false };
  }

  #begin(
    { base, links }: Chain,
    scope: GoFunctionScope,
  ): { readonly router: Router | undefined; readonly rest: readonly Link[] } {
    const [first, ...rest] = links;
    if (base.type === 'identifier' && first !== undefined) {
      if (makesRouter(base.text, first.name, this.#names.imported))
        return { router: this.#names.made('app', first.name === 'NewServeMux'), rest };
      if (base.text === 'http' && /^Handle(?:Func)?$/.test(first.name))
        return { router: this.#names.app(nameless('http'), true), rest: links };
    }
    const known = this.routerOf(base, scope);
    if (known !== undefined || first === undefined || base.type !== 'identifier')
      return { router: known, rest: links };
    const isOwn = base.text === scope.receiver.name && verbOf(first.name) !== undefined;
    if (isOwn && goText(first.given[0])?.startsWith('/') === true) {
      // A type that has a router for its own, or methods that add to one.
      return { router: this.#names.app(memberOf(scope.receiver.type, 'self'), false), rest: links };
    }
    const isNamed =
      ROUTER_NAME.test(base.text) && !scope.types.has(base.text) && !this.#names.imported.has(base.text);
    return { router: isNamed ? { id: base.text, isPlain: false } : undefined, rest: links };
  }

  /** Goes along a chain, adding what it adds; the router it ends with. */
  follow(chain: Chain, scope: GoFunctionScope): Router | undefined {
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
          router = this.#names.below(router, prefix);
          prefix = [];
        } else if (/^Handler(?:Func)?$/.test(link.name) && prefix.length > 0)
          this.#names.route(router, { methods, path: prefix, line: lineOf(link.node) }, scope);
        else if (/^Handle(?:Func)?$/.test(link.name))
          this.#handled(link, router, { scope, prefix, later: rest.slice(at + 1) });
        else return undefined;
      } else router = next;
    }
    return router;
  }

  #step(link: Link, router: Router, scope: GoFunctionScope): Router | 'nothing' {
    const { name, given, node } = link;
    if (SAME.test(name)) return router;
    const verb = verbOf(name);
    const line = lineOf(node.childForFieldName('function')?.childForFieldName('field') ?? node);
    if (verb !== undefined && given.length >= 2) {
      this.#names.route(router, { methods: [verb], path: openedPath(goPieces(given[0])), line }, scope);
      for (const each of given.slice(1)) this.#visit(each, scope);
      return router;
    }
    if (/^(?:Method|MethodFunc|Add|Handle|Match)$/.test(name) && given.length >= 3) {
      const [first, path] = given;
      const listed =
        name === 'Match'
          ? within(first ?? node, 'interpreted_string_literal', 'selector_expression')
          : [first];
      const methods = listed.flatMap((each) => methodIn(each) ?? []);
      this.#names.route(router, { methods, path: openedPath(goPieces(path)), line }, scope);
      return router;
    }
    if (STATIC.test(name)) {
      this.#names.mount(router, goPieces(given[0]), 'static');
      return router;
    }
    if (name === 'Group' || name === 'Route') return this.#group(link, router, scope);
    if (name === 'Mount') {
      this.#mount(router, goPieces(given[0]), given[1], scope);
      return router;
    }
    return 'nothing';
  }

  /** `r.Group("/x")`, `r.Route("/x", func(r chi.Router) { … })`, `r.Group(func(r chi.Router) { … })`. */
  #group({ given, node }: Link, router: Router, scope: GoFunctionScope): Router {
    const path = given[0]?.type === 'func_literal' ? [] : openedPath(goPieces(given[0]));
    const body = given.find(({ type }) => type === 'func_literal');
    const below = path.length === 0 ? router : this.#names.below(router, path);
    if (body !== undefined) {
      const [parameter] = goParameters(body.childForFieldName('parameters'));
      const routers = new Map(scope.routers);
      if (parameter !== undefined) routers.set(parameter.name, below);
      this.#visit(body.childForFieldName('body') ?? body, { ...scope, routers });
    } else if (node.childForFieldName('function')?.childForFieldName('field')?.text === 'Route')
      this.#names.mount(below, [], givenTo(this.#names.nameOf(given[1], scope), 0));
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
    }: { readonly scope: GoFunctionScope; readonly prefix: Pieces; readonly later: readonly Link[] },
  ): void {
    const [path, handler] = given;
    const pieces = goPieces(path);
    const [first, ...rest] = pieces;
    const pattern = typeof first === 'string' ? /^([A-Z]+)\s+(.*)$/.exec(first) : null;
    const own: Pieces = pattern === null ? pieces : [pattern[2] ?? '', ...rest];
    const stripped = handler === undefined ? undefined : strippedPrefix(handler);
    const target = stripped?.inner ?? handler;
    const below = target === undefined ? undefined : this.routerOf(target, scope);
    if (below !== undefined) return this.#names.mount(router, stripped?.path ?? [], below.id);
    const methods = later
      .filter(({ name }) => name === 'Methods')
      .flatMap((each) => each.given.flatMap((one) => methodIn(one) ?? []));
    const last = own.at(-1);
    const isAll = router.isPlain && typeof last === 'string' && last.endsWith('/');
    this.#names.route(
      router,
      {
        methods: pattern?.[1] === undefined ? methods : [pattern[1]],
        path: openedPath([...prefix, ...own, ...(isAll ? ['*'] : [])]),
        line: lineOf(node),
      },
      scope,
    );
    if (handler !== undefined) this.#visit(handler, scope);
  }

  #mount(router: Router, path: Pieces, child: SyntaxNode | undefined, scope: GoFunctionScope): void {
    const known = child === undefined ? undefined : this.routerOf(child, scope);
    const name =
      known?.id ??
      (child?.type === 'call_expression'
        ? madeBy(this.#names.nameOf(child.childForFieldName('function'), scope))
        : UNKNOWN);
    this.#names.mount(router, path, name);
  }

  passOn(call: SyntaxNode, scope: GoFunctionScope): void {
    const callee = call.childForFieldName('function');
    for (const [place, given] of childrenOf(call.childForFieldName('arguments')).entries()) {
      const router = this.routerOf(given, scope);
      if (router === undefined) this.#visit(given, scope);
      else this.#names.mount(router, [], givenTo(this.#names.nameOf(callee, scope), place));
    }
  }
}

/** `http.StripPrefix("/api", r)`. */
function strippedPrefix(node: SyntaxNode): { readonly path: Pieces; readonly inner: SyntaxNode } | undefined {
  if (node.type !== 'call_expression' || node.childForFieldName('function')?.text !== 'http.StripPrefix')
    return undefined;
  const [path, inner] = childrenOf(node.childForFieldName('arguments'));
  return inner === undefined ? undefined : { path: goPieces(path), inner };
}
