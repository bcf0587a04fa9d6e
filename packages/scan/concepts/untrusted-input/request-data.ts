import * as ts from '../../syntax/typescript/view.ts';

import { declared } from '../../syntax/typescript/scope.ts';
import { wordSet } from '../../engine/words.ts';

const REQUEST = /^(?:req|request|ctx|context|c|event)$/;
const PARTS = wordSet('params query body headers cookies queryStringParameters pathParameters searchParams');
/** What a handler is given in parts. */
const HANDED: ReadonlySet<string> = new Set(['params', 'query', 'searchParams']);
const FARTHEST = 5;

/**
 * Whether an expression is what came with a request: `req.params.id`, `ctx.query.page`, `searchParams.get('page')`,
 * `c.req.param('id')`, or a name that was taken from one of them or is given by `@Param()` and its like.
 */
export function isRequestData(node: ts.Expression, ancestors: readonly ts.Node[], steps = 0): boolean {
  if (steps > FARTHEST) return false;
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return isRequestData(inner, ancestors, steps);
  if (ts.isIdentifier(node)) return isFromRequest(node.text, ancestors, steps);
  if (ts.isPropertyAccessExpression(node)) {
    if (PARTS.has(node.name.text) && isRequest(node.expression)) return true;
    return isRequestData(node.expression, ancestors, steps);
  }
  if (ts.isElementAccessExpression(node)) return isRequestData(node.expression, ancestors, steps);
  if (ts.isCallExpression(node)) return isAsked(node, ancestors, steps);
  return ts.isOperation(node, '??') && isRequestData(node.left, ancestors, steps);
}

/** `req`, `ctx.request`, `c.req`. */
function isRequest(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return REQUEST.test(node.text);
  return ts.isPropertyAccessExpression(node) && /^(?:req|request|nextUrl)$/.test(node.name.text);
}

/** `searchParams.get('x')`, `c.req.param('x')`, `req.query.x.toString()`, `req.param('x')`. */
function isAsked(node: ts.CallExpression, ancestors: readonly ts.Node[], steps: number): boolean {
  if (!ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name } = node.expression;
  if (/^(?:toString|trim|toLowerCase|toUpperCase|slice|split)$/.test(name.text))
    return isRequestData(expression, ancestors, steps);
  if (name.text === 'get' && isSearch(expression, ancestors)) return true;
  // The body of a request as the web has it: `await request.json()`.
  if (/^(?:json|formData)$/.test(name.text)) return node.arguments.length === 0 && isRequest(expression);
  return /^(?:param|query|header)$/.test(name.text) && node.arguments.length > 0 && isRequest(expression);
}

/** The search of the address that was asked for: `req.nextUrl.searchParams`, `new URL(request.url).searchParams`. */
function isSearch(node: ts.Expression, ancestors: readonly ts.Node[]): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'searchParams' && isAddress(node.expression, ancestors);
  if (!ts.isIdentifier(node)) return false;
  const where = declared(node.text, ancestors);
  if (where?.kind === 'parameter') return where.key === 'searchParams';
  if (where?.kind !== 'variable' || where.declaration.initializer === undefined) return false;
  const { initializer } = where.declaration;
  return where.key === 'searchParams'
    ? isAddress(initializer, where.around)
    : isSearch(initializer, where.around);
}

function isAddress(node: ts.Expression, ancestors: readonly ts.Node[]): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'nextUrl';
  if (ts.isNewExpression(node)) {
    const [url] = node.arguments ?? [];
    return ts.isPropertyAccessExpression(url) && url.name.text === 'url' && isRequest(url.expression);
  }
  const where = ts.isIdentifier(node) ? declared(node.text, ancestors) : undefined;
  const made =
    where?.kind === 'variable' && where.key === undefined ? where.declaration.initializer : undefined;
  return made !== undefined && !ts.isIdentifier(made) && isAddress(made, ancestors);
}

const TAKEN = /^(?:Param|Query|Body|Headers)$/;

function isFromRequest(name: string, ancestors: readonly ts.Node[], steps: number): boolean {
  const where = declared(name, ancestors);
  if (where?.kind === 'variable') {
    const { initializer } = where.declaration;
    if (initializer === undefined) return false;
    // `const { params } = req` and `const { id } = req.params`.
    if (where.key !== undefined && PARTS.has(where.key) && isRequest(initializer)) return true;
    return isRequestData(initializer, where.around, steps + 1);
  }
  if (where?.kind !== 'parameter') return false;
  // `({ params, query }) => …`: a handler that takes its request apart.
  if (where.key !== undefined && HANDED.has(where.key) && where.index < 2) return true;
  const parameter = where.of.parameters[where.index];
  const decorators = parameter === undefined ? [] : [...ts.decoratorsOf(parameter)];
  return decorators.some(
    // A pipe turns or checks what was given, and so does the type of all of it.
    ([taken, given]) => TAKEN.test(taken) && given.length === 1 && given.every(ts.isStringLiteralLike),
  );
}
