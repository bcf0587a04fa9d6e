import * as ts from '../../syntax/typescript/view.ts';

import { givenTo, nameless } from './router-refs.ts';
import { nameOf } from '../../syntax/typescript/names.ts';
import { remembered } from '../../syntax/typescript/remembered.ts';
import { classAround, declared, functionName } from '../../syntax/typescript/scope.ts';
import { wordSet } from '../../engine/words.ts';

/**
 * What a router is known by in its file: `app`, `createApp.router`, `Server.app`, `register#0` for what a function is
 * given, `@120` for what has no name. Undefined where it cannot be told.
 */
export function routerName(node: ts.Expression, ancestors: readonly ts.Node[]): string | undefined {
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return routerName(inner, ancestors);
  if (ts.isIdentifier(node)) return ofIdentifier(node, ancestors);
  if (ts.isPropertyAccessExpression(node)) return ofProperty(node, ancestors);
  if (ts.isFunction(node)) return nameless(node.pos);
  if (ts.isNewExpression(node)) return madeHere(node, ancestors);
  if (!ts.isCallExpression(node)) return undefined;
  const imported = requiredModule(node);
  if (imported !== undefined) return `require(${imported})`;
  // A chain: every call of a method of a router gives the router back.
  if (ts.isPropertyAccessExpression(node.expression) && isChained(node.expression))
    return chainedTo(node, node.expression.expression, ancestors);
  if (makesRouter(node)) return madeHere(node, ancestors);
  return nameOf(node.expression, ancestors)?.name;
}

const chained = new WeakMap<ts.Node, { readonly name: string | undefined }>();

/** Every call of a chain asks for the one router at its beginning. */
function chainedTo(
  node: ts.CallExpression,
  before: ts.Expression,
  ancestors: readonly ts.Node[],
): string | undefined {
  const known = chained.get(node);
  if (known !== undefined) return known.name;
  const name = routerName(before, ancestors);
  chained.set(node, { name });
  return name;
}

const CHAINED = wordSet(`
  get post put patch delete options head all use route basePath on openapi group register routes any ws`);

/** Whether a member is one of those that hang something on a router and give it back. */
export function isChained({ name }: ts.PropertyAccessExpression): boolean {
  return CHAINED.has(name.text);
}

const isMaker = remembered(
  /^(?:express|(?:\w+\.)?(?:[A-Z]\w*)?Router|[fF]astify|\w*Hono|Elysia|polka|\w*[kK]oa\w*|restify\.createServer|createMcpExpressApp)$/,
);
const makers = new WeakMap<ts.Node, boolean>();

/** Whether an expression makes a router, or a chain begins with one that does. */
export function makesRouter(node: ts.Expression): boolean {
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return makesRouter(inner);
  if (ts.isNewExpression(node)) return isMaker(ts.dotted(node.expression));
  if (!ts.isCallExpression(node)) return false;
  if (ts.isPropertyAccessExpression(node.expression) && isChained(node.expression)) {
    const known = makers.get(node) ?? makesRouter(node.expression.expression);
    makers.set(node, known);
    return known;
  }
  return isMaker(ts.dotted(node.expression)) || isRequiredCall(node);
}

/** `require('express')()`. */
function isRequiredCall(node: ts.CallExpression): boolean {
  const on = ts.calledOn(node);
  if (ts.isCallExpression(on)) return ts.calledName(node) === 'Router' && requiredModule(on) === 'express';
  const from = ts.isCallExpression(node.expression) ? requiredModule(node.expression) : undefined;
  return from !== undefined && /^(?:express|fastify|koa-router|@koa\/router|polka)$/.test(from);
}

/** The module of `require('x')` and `import('x')`. */
export function requiredModule(node: ts.CallExpression): string | undefined {
  return ts.isLoading(node) ? ts.textOf(node.arguments[0]) : undefined;
}

function ofIdentifier(node: ts.Identifier, ancestors: readonly ts.Node[]): string | undefined {
  const where = declared(node.text, ancestors);
  if (where === undefined) return undefined;
  if (where.kind === 'top') return node.text;
  if (where.kind === 'function') return functionName(where.node, where.around);
  if (where.kind === 'parameter') {
    const name = functionName(where.of, where.around) ?? nameless(where.of.pos);
    return givenTo(name, where.key === undefined ? where.index : `${where.index}.${where.key}`);
  }
  const { initializer } = where.declaration;
  if (initializer !== undefined && where.key === undefined && !makesRouter(initializer)) {
    const same = ts.isCallExpression(initializer) ? requiredModule(initializer) : undefined;
    if (same !== undefined) return `require(${same})`;
    if (ts.isPropertyAccessExpression(initializer) || ts.isIdentifier(initializer))
      return routerName(initializer, where.around);
    if (ts.isCallExpression(initializer) || ts.isAwaitExpression(initializer))
      return functionName(where.declaration, where.around);
  }
  return functionName(where.declaration, where.around) ?? node.text;
}

function ofProperty(node: ts.PropertyAccessExpression, ancestors: readonly ts.Node[]): string | undefined {
  if (ts.isThis(node.expression)) {
    const around = classAround(ancestors);
    return `${around?.node.name?.text ?? 'default'}.${node.name.text}`;
  }
  const of = routerName(node.expression, ancestors);
  return of === undefined ? undefined : `${of}.${node.name.text}`;
}

/** A router is known by the variable it is kept in, or by the function that gives it back. */
function madeHere(node: ts.Node, ancestors: readonly ts.Node[]): string {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const around = ancestors[at];
    if (around === undefined) break;
    if (ts.isVariableDeclaration(around) || ts.isPropertyDeclaration(around))
      return functionName(around, ancestors.slice(0, at)) ?? nameless(node.pos);
    if (ts.isExportAssignment(around)) return 'default';
    if (ts.isBinaryExpression(around)) {
      const left = routerName(around.left, ancestors.slice(0, at));
      if (left !== undefined) return left;
    }
    if (ts.isFunctionLike(around))
      return functionName(around, ancestors.slice(0, at)) ?? nameless(around.pos);
    if (ts.isCallExpression(around) && !around.arguments.every((each) => !contains(each, node))) break;
  }
  return nameless(node.pos);
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}
