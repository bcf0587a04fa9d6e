import * as ts from './view.ts';

import { classAround, declared, functionName } from './scope.ts';
import { memberOf, typeName } from './members.ts';

/**
 * What a thing is called by from the top of its module: `api.get`, `UserService.load`. A thing made by a function or a
 * class has its name: what `useApi()` gives is `useApi`, and its part `get` is `useApi.get`.
 */
export type ResolvedName = { readonly name: string; readonly isGlobal: boolean };

const FARTHEST = 8;

export function nameOf(
  node: ts.Expression,
  ancestors: readonly ts.Node[],
  steps = 0,
): ResolvedName | undefined {
  if (steps > FARTHEST) return undefined;
  if (ts.isIdentifier(node)) return ofIdentifier(node.text, ancestors, steps);
  if (ts.isThis(node)) {
    const around = classAround(ancestors);
    const name = around === undefined ? 'this' : (around.node.name?.text ?? 'default');
    return { name, isGlobal: around === undefined };
  }
  if (node.kind === ts.SyntaxKind.SuperKeyword) {
    const parent = classAround(ancestors)?.node.heritageClauses?.[0]?.types[0]?.expression;
    return parent === undefined ? undefined : nameOf(parent, ancestors, steps + 1);
  }
  if (ts.isPropertyAccessExpression(node)) return ofProperty(node, ancestors, steps);
  if (ts.isElementAccessExpression(node)) {
    const key = node.argumentExpression;
    const of = ts.isStringLiteralLike(key) ? nameOf(node.expression, ancestors, steps + 1) : undefined;
    return of === undefined ? undefined : { ...of, name: `${of.name}.${(key as ts.StringLiteral).text}` };
  }
  if (ts.isNewExpression(node)) return nameOf(node.expression, ancestors, steps + 1);
  if (ts.isCallExpression(node)) return ofCall(node, ancestors, steps);
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  )
    return nameOf(node.expression, ancestors, steps);
  if (ts.isMetaProperty(node)) return { name: 'import.meta', isGlobal: true };
  return undefined;
}

function ofIdentifier(text: string, ancestors: readonly ts.Node[], steps: number): ResolvedName | undefined {
  const where = declared(text, ancestors);
  if (where === undefined) return { name: text, isGlobal: true };
  if (where.kind === 'top') return { name: text, isGlobal: false };
  if (where.kind === 'function') {
    const name = functionName(where.node, where.around);
    return name === undefined ? undefined : { name, isGlobal: false };
  }
  if (where.kind === 'parameter') {
    if (where.key === 'fetch' || isFetchType(where.type)) return { name: 'fetch', isGlobal: true };
    const type = where.key === undefined ? typeName(where.type) : undefined;
    return type === undefined ? undefined : { name: type, isGlobal: false };
  }
  const { initializer } = where.declaration;
  if (initializer === undefined) return undefined;
  if (ts.isFunction(initializer) || isMade(initializer)) {
    const name = functionName(where.declaration, where.around);
    if (name !== undefined && !isHook(initializer)) return { name, isGlobal: false };
  }
  if (where.key === '[]') return undefined;
  const of = nameOf(initializer, where.around, steps + 1);
  if (of === undefined || where.key === undefined) return of;
  return { ...of, name: `${of.name}.${where.key}` };
}

/** `ask: typeof fetch`: whatever is handed over sends requests as `fetch` does. */
function isFetchType(type: ts.TypeNode | undefined): boolean {
  return (
    ts.isTypeQueryNode(type) &&
    (ts.isIdentifier(type.exprName) ? type.exprName : type.exprName.right).text === 'fetch'
  );
}

/** A function made from another one: `useCallback(async (url) => …)`. */
function isMade(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && ts.isFunction(node.arguments[0]);
}

function isHook(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && /^use(?:Query|Mutation|Effect|Memo)$/.test(ts.wordOf(node.expression));
}

function ofProperty(
  node: ts.PropertyAccessExpression,
  ancestors: readonly ts.Node[],
  steps: number,
): ResolvedName | undefined {
  const key = node.name.text;
  if (ts.isThis(node.expression)) {
    const around = classAround(ancestors);
    if (around === undefined) return { name: `this.${key}`, isGlobal: true };
    const member = memberOf(around.node, key, ancestors.slice(0, around.at + 1));
    if (member?.kind === 'typed') return { name: member.type, isGlobal: false };
    const own = { name: `${around.node.name?.text ?? 'default'}.${key}`, isGlobal: false };
    if (member?.kind !== 'value') return own;
    const isClient = ts.isCallExpression(member.value) || ts.isNewExpression(member.value);
    const isOther = isClient || ts.isIdentifier(member.value) || ts.isPropertyAccessExpression(member.value);
    if (!isOther || isCreated(member.value)) return own;
    return nameOf(member.value, member.around, steps + 1) ?? own;
  }
  const of = nameOf(node.expression, ancestors, steps + 1);
  // The one that SvelteKit hands to those who load a page.
  if (key === 'fetch' && ts.wordOf(node.expression) === 'event') return { name: 'fetch', isGlobal: true };
  return of === undefined ? undefined : { ...of, name: `${of.name}.${key}` };
}

/** `axios.create(…)` and the like make a client that is known by where it is kept. */
function isCreated(node: ts.Expression): boolean {
  const isMember = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
  return isMember && /^(?:create|extend|defaults|instance)$/.test(ts.calledName(node));
}

function ofCall(
  node: ts.CallExpression,
  ancestors: readonly ts.Node[],
  steps: number,
): ResolvedName | undefined {
  const [first] = node.arguments;
  const isInject = ts.wordOf(node.expression) === 'inject';
  if (isInject && first !== undefined) return nameOf(first, ancestors, steps + 1);
  const isRequire = ts.wordOf(node.expression) === 'require';
  if (isRequire && ts.isStringLiteralLike(first)) return { name: `require(${first.text})`, isGlobal: false };
  return nameOf(node.expression, ancestors, steps + 1);
}
