import { memberOf, nameless, sameAs, UNKNOWN } from './router-refs.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { goPieces, goText } from '../../syntax/go/view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import { openedPath } from './path-patterns.ts';
import type { Pieces } from '../../syntax/typescript/pieces.ts';
import type { Facts } from '../../engine/facts.ts';
import { isRouterType, methodIn, verbOf } from './go-chain.ts';

/** A router as its file names it; one of the standard library reads a slash at the end as "all below". */
export type Router = { readonly id: string; readonly isPlain: boolean };

/** What names stand for at a place: the function around, its routers, and the types of what was made in it. */
export type GoFunctionScope = {
  readonly id: string;
  readonly receiver: { readonly name: string; readonly type: string };
  readonly routers: Map<string, Router>;
  readonly types: Map<string, string>;
  /** Names that are known at run time only: parameters, what a loop runs over. */
  readonly open: Set<string>;
};

export function noScope(id: string, receiver: GoFunctionScope['receiver']): GoFunctionScope {
  return { id, receiver, routers: new Map(), types: new Map(), open: new Set() };
}

/** What a file calls its routers and functions, and what it says of them. */
export class GoNames {
  readonly facts: Facts;
  readonly imported: ReadonlyMap<string, string>;
  readonly #fields: ReadonlyMap<string, string>;
  #count = 0;

  constructor(root: SyntaxNode, facts: Facts) {
    this.facts = facts;
    this.imported = importsOf(root, facts);
    this.#fields = fieldTypes(root);
  }

  /** A name that the whole package may use stands for this router. */
  keep(id: string | undefined, { id: router }: Router, name: string): void {
    if (id === undefined || name === '') return;
    this.facts.constants.push({ name: id, value: { is: 'router' } });
    this.facts.mounts.push({ parent: sameAs(id), path: [], child: router });
  }

  /** `s.router` inside of a method of `Server` is `Server$router`. */
  fieldId(node: SyntaxNode, { receiver, types }: GoFunctionScope): string | undefined {
    const operand = node.childForFieldName('operand')?.text ?? '';
    const type = operand === receiver.name ? receiver.type : types.get(operand);
    const field = node.childForFieldName('field')?.text;
    return type === undefined || type === '' || field === undefined ? undefined : memberOf(type, field);
  }

  /** A field of a struct, by its type or by what it is called. */
  fieldRouter(node: SyntaxNode, scope: GoFunctionScope, named: RegExp): Router | undefined {
    const id = this.fieldId(node, scope);
    const type = this.#fields.get(id ?? '') ?? '';
    const isRouter = isRouterType(type) || named.test(node.childForFieldName('field')?.text ?? '');
    return id !== undefined && isRouter ? { id, isPlain: type.endsWith('ServeMux') } : undefined;
  }

  /** One that a file may name several times. */
  app(id: string, isPlain: boolean): Router {
    if (!this.facts.routers.some((each) => each.id === id))
      this.facts.routers.push({ id, kind: 'app', bases: [] });
    return { id, isPlain };
  }

  made(kind: 'app' | 'router', isPlain: boolean): Router {
    this.#count += 1;
    const id = nameless(`go${this.#count}`);
    this.facts.routers.push({ id, kind, bases: [] });
    return { id, isPlain };
  }

  below(router: Router, path: Pieces): Router {
    const below = this.made('router', false);
    this.mount(router, path, below.id);
    return below;
  }

  mount({ id }: Router, path: Pieces, child: string): void {
    this.facts.mounts.push({ parent: id, path, child });
  }

  route(
    { id }: Router,
    {
      methods,
      path,
      line,
    }: { readonly methods: readonly string[]; readonly path: Pieces; readonly line: number },
    { open, id: around }: GoFunctionScope,
  ): void {
    const [first] = path;
    const isOpen =
      typeof first === 'object' &&
      ('hole' in first || ('name' in first && open.has(first.name.split('.')[0] ?? '')));
    if (isOpen) {
      // `func (a *App) Get(path string, …)` hands on what its callers write, and they are seen.
      const isHandedOn = verbOf(around.replace(/^.*\$/, '')) !== undefined;
      // A queue hands out its jobs by name, with what looks like a router.
      const isQueue = this.imported.has('asynq');
      if (!isHandedOn && !isQueue)
        this.facts.routers.push({ id: nameless('open'), kind: 'router', bases: [] });
      return;
    }
    for (const method of methods.length === 0 ? ['ANY'] : methods)
      this.facts.routes.push({ router: id, method, path, line });
  }

  /** A function as other files know it: `Register`, `users.Register`, `UserHandler$Routes`, `?$Routes` of whatever type. */
  nameOf(node: SyntaxNode | null | undefined, scope: GoFunctionScope): string {
    if (node?.type === 'identifier') return node.text;
    if (node?.type !== 'selector_expression') return UNKNOWN;
    const operand = node.childForFieldName('operand');
    const name = node.childForFieldName('field')?.text ?? '';
    if (operand?.type === 'identifier' && this.imported.has(operand.text)) return `${operand.text}.${name}`;
    if (operand?.type === 'identifier' && operand.text === scope.receiver.name)
      return memberOf(scope.receiver.type, name);
    const field = operand?.type === 'selector_expression' ? this.fieldId(operand, scope) : undefined;
    const type =
      operand?.type === 'identifier'
        ? scope.types.get(operand.text)
        : field === undefined
          ? operand === null || operand === undefined
            ? undefined
            : typeMade(operand)
          : this.#fields.get(field);
    return memberOf(type?.replace(/^\*/, '') ?? UNKNOWN, name);
  }
}

/** The type of what is made: `&users.Handler{…}`, `users.NewHandler(…)`. */
export function typeMade(node: SyntaxNode): string | undefined {
  const [inner] = /^(?:unary|parenthesized)_expression$/.test(node.type) ? childrenOf(node) : [];
  if (inner !== undefined) return typeMade(inner);
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
        if (each.type === 'field_identifier') found.set(memberOf(name, each.text), type);
    }
  }
  return found;
}

/** `{"Index", "GET", "/items", handler}`: a table of routes that a loop adds. */
export function tableRoutes(root: SyntaxNode, facts: Facts): void {
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
    facts.routes.push({
      router: nameless('table'),
      method,
      path: openedPath(goPieces(path)),
      line: lineOf(row),
    });
  }
  if (isAny) facts.routers.push({ id: nameless('table'), kind: 'router', bases: [] });
}
