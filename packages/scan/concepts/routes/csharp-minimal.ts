import { givenTo, nameless, readRouter } from './router-refs.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { csharpPieces } from '../../syntax/csharp/view.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { Facts } from '../../engine/facts.ts';

const VERB = /^Map(?:(Get|Post|Put|Patch|Delete)|Methods)?$/;
const OTHER =
  /^Map(?:Controllers|ControllerRoute|Hub|HealthChecks|RazorPages|RazorComponents|Fallback\w*|BlazorHub|OpenApi|Swagger\w*|AreaControllerRoute|DefaultControllerRoute|GrpcService|Identity\w*)$/;

/** Where a place is: the method around it. */
type Scope = { readonly method: string; readonly given: readonly string[] };

/** `app.MapGet("/x", …)`, `app.MapGroup("/x").MapGet(…)`, and methods that add routes to what they are given. */
export function minimalRoutes(root: SyntaxNode, facts: Facts): void {
  const look = (node: SyntaxNode, scope: Scope): void => {
    const inner =
      node.type === 'method_declaration' || node.type === 'local_function_statement'
        ? scopeOf(node, facts)
        : scope;
    if (node.type === 'invocation_expression') invocation(node, inner, facts);
    if (node.type === 'variable_declarator') declarator(node, inner, facts);
    for (const each of childrenOf(node)) look(each, inner);
  };
  look(root, { method: '', given: [] });
}

function scopeOf(node: SyntaxNode, facts: Facts): Scope {
  const method = node.childForFieldName('name')?.text ?? '';
  const given = childrenOf(node.childForFieldName('parameters')).map(
    (each) => each.childForFieldName('name')?.text ?? '',
  );
  facts.constants.push({ name: method, value: { is: 'function' } });
  return { method, given };
}

function idOf(name: string, { method, given }: Scope): string {
  const place = given.indexOf(name);
  if (place >= 0) return givenTo(method, place);
  return method === '' ? name : `${method}.${name}`;
}

/** The router a call hangs on; a group in between has an id of its own. */
function receiver(node: SyntaxNode | null, scope: Scope, facts: Facts): string | undefined {
  if (node === null) return undefined;
  if (node.type === 'identifier') {
    const id = idOf(node.text, scope);
    const isApp = /^(?:app|webApp|application)$/.test(node.text) && readRouter(id).kind !== 'given';
    if (isApp && !facts.routers.some((each) => each.id === id))
      facts.routers.push({ id, kind: 'app', bases: [] });
    return id;
  }
  if (node.type !== 'invocation_expression') return undefined;
  const access = node.childForFieldName('function');
  const name = access?.childForFieldName('name')?.text;
  const above = receiver(access?.childForFieldName('expression') ?? null, scope, facts);
  if (above === undefined) return undefined;
  if (name !== 'MapGroup') return above;
  const id = nameless(`group${node.startPosition.row}:${node.text.length}`);
  if (!facts.routers.some((each) => each.id === id)) {
    facts.routers.push({ id, kind: 'router', bases: [] });
    facts.mounts.push({ parent: above, path: firstText(node), child: id });
  }
  return id;
}

function firstText(call: SyntaxNode): ReturnType<typeof csharpPieces> {
  const argument = childrenOf(call.childForFieldName('arguments'))[0];
  const value = childrenOf(argument ?? null).at(-1);
  return value === undefined ? [] : csharpPieces(value);
}

function invocation(node: SyntaxNode, scope: Scope, facts: Facts): void {
  const access = node.childForFieldName('function');
  const name = access?.childForFieldName('name')?.text;
  if (access?.type !== 'member_access_expression' || name?.startsWith('Map') !== true || OTHER.test(name))
    return;
  const router = receiver(access.childForFieldName('expression'), scope, facts);
  if (router === undefined || name === 'MapGroup') return;
  const verb = VERB.exec(name);
  const line = lineOf(access.childForFieldName('name') ?? node);
  if (verb !== null)
    facts.routes.push({ router, method: verb[1]?.toUpperCase() ?? 'ANY', path: firstText(node), line });
  else facts.mounts.push({ parent: router, path: [], child: givenTo(name, 0) });
}

/** `var users = app.MapGroup("/users");`. */
function declarator(node: SyntaxNode, scope: Scope, facts: Facts): void {
  const name = node.childForFieldName('name')?.text;
  const value = childrenOf(node).at(-1);
  if (name === undefined || value?.type !== 'invocation_expression' || !value.text.includes('MapGroup'))
    return;
  const parent = receiver(value, scope, facts);
  if (parent === undefined) return;
  const id = idOf(name, scope);
  facts.routers.push({ id, kind: 'router', bases: [] });
  facts.mounts.push({ parent, path: [], child: id });
}
