import * as ts from '../../syntax/typescript/view.ts';

import { sameAs } from './router-refs.ts';
import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { type Pieces, piecesOf } from '../../syntax/typescript/pieces.ts';
import { makesRouter, routerName } from './router-names.ts';
import { functionName } from '../../syntax/typescript/scope.ts';
import { baseIn } from '../constants/values.ts';
import { listed, mountedBy, passedOn } from './mounts.ts';
import { byWord } from '../../engine/words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly routers: RouterFact[];
    readonly routes: RouteFact[];
    readonly mounts: MountFact[];
    readonly servers: ServerFact[];
  }
}

/** Something that routes hang on. `base`: what it puts before all of them. */
export type RouterFact = {
  readonly id: string;
  readonly kind: 'app' | 'router' | 'controller';
  readonly bases: readonly Pieces[];
  /** Controllers: the versions, and the types they build on. */
  readonly versions?: readonly string[];
  readonly above?: readonly string[];
  /** What it serves is written elsewhere, and not here. */
  readonly isOpaque?: true;
};

/** `router`: an id in the same file, or a name that leads to one. */
export type RouteFact = {
  readonly router: string;
  /** Upper case; `ANY` for all of them. */
  readonly method: string;
  readonly path: Pieces;
  readonly line: number;
  readonly versions?: readonly string[];
  /** The name of a list this is done for every entry of; the pieces are its members then. */
  readonly each?: string;
  /** What answers there, whose own file says to which methods; `isSet`: with addresses of its own below. */
  readonly view?: { readonly name: string; readonly isSet: boolean };
};

/** One router below a path of another. */
export type MountFact = {
  readonly parent: string;
  /** Modules that are found at run time may be mounted there. */
  readonly isLoaded?: true;
  readonly path: Pieces;
  readonly child: string;
  readonly each?: string;
  /** Handed on while a request is answered, when nothing is mounted any more. */
  readonly isLate?: true;
};

/** What holds for the whole server. */
export type ServerFact =
  | { readonly kind: 'prefix'; readonly path: Pieces; readonly except: readonly string[] }
  | { readonly kind: 'versions'; readonly prefix: string; readonly standard: readonly string[] };

const METHODS = byWord({
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete del',
  HEAD: 'head',
  OPTIONS: 'options',
  ANY: 'all any',
});

function call(node: ts.CallExpression, walk: FactWalk): void {
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) {
    const method = METHODS.get(callee.name.text);
    if (method !== undefined) verb(node, callee, method, walk);
    else if (callee.name.text === 'route') route(node, callee, walk);
    else if (callee.name.text === 'openapi') openapi(node, callee, walk);
    else if (callee.name.text === 'setGlobalPrefix') globalPrefix(node, walk);
    else if (callee.name.text === 'enableVersioning') versioning(node, walk);
    mountedBy(node, callee, walk);
  }
  if (node.arguments.length > 0) passedOn(node, walk);
}

/** `router.get('/path', …, handler)` and `router.route('/path').get(handler)`. */
function verb(
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  method: string,
  walk: FactWalk,
): void {
  const [first] = node.arguments;
  if (first === undefined) return;
  const chained = routePath(callee.expression, walk);
  if (chained === undefined && (node.arguments.length < 2 || !mayBeHandler(node.arguments.at(-1)))) return;
  const router = routerName(callee.expression, walk.ancestors);
  if (router === undefined) return;
  const line = walk.line(callee.name);
  if (chained !== undefined) walk.facts.routes.push({ router, method, path: chained, line });
  else for (const path of pathsOf(first, walk)) walk.facts.routes.push({ router, method, line, ...path });
}

function mayBeHandler(node: ts.Expression | undefined): boolean {
  return node !== undefined && !ts.isObjectLiteralExpression(node) && !ts.isStringLiteralLike(node);
}

function pathsOf(
  node: ts.Expression,
  walk: FactWalk,
): readonly { readonly path: Pieces; readonly each?: string }[] {
  if (ts.isArrayLiteralExpression(node))
    return node.elements.map((each) => ({ path: piecesOf(each, walk.ancestors) }));
  if (ts.isRegularExpressionLiteral(node)) return [{ path: [{ hole: 'pattern' }] }];
  const of = listed(node, walk.ancestors);
  if (of !== undefined) return [{ path: [{ name: of.key }], each: of.list }];
  return [{ path: piecesOf(node, walk.ancestors) }];
}

/** The path of `x.route('/path')` somewhere down the chain. */
function routePath(node: ts.Expression, walk: FactWalk): Pieces | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [first, second] = node.arguments;
  const isRoute = node.expression.name.text === 'route' && second === undefined;
  if (isRoute && first !== undefined && !ts.isObjectLiteralExpression(first))
    return piecesOf(first, walk.ancestors);
  return METHODS.has(node.expression.name.text) && !isPathLike(first)
    ? routePath(node.expression.expression, walk)
    : undefined;
}

function isPathLike(node: ts.Expression | undefined): boolean {
  return node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node));
}

/** `fastify.route({ method, url, handler })`. */
function route(node: ts.CallExpression, callee: ts.PropertyAccessExpression, walk: FactWalk): void {
  const [first] = node.arguments;
  if (!ts.isObjectLiteralExpression(first)) return;
  written(first, callee, walk);
}

/** Hono's `app.openapi(createRoute({ method, path }), handler)`, with the route written in place or named before. */
function openapi(node: ts.CallExpression, callee: ts.PropertyAccessExpression, walk: FactWalk): void {
  const [first] = node.arguments;
  if (first === undefined) return;
  const made = ts.isCallExpression(first) ? first.arguments[0] : undefined;
  if (ts.isObjectLiteralExpression(made)) return written(made, callee, walk);
  const router = routerName(callee.expression, walk.ancestors);
  if (router !== undefined && ts.isIdentifier(first))
    walk.facts.routes.push({
      router,
      method: 'ANY',
      path: [{ hole: first.text }],
      line: walk.line(node),
    });
}

function written(
  options: ts.ObjectLiteralExpression,
  callee: ts.PropertyAccessExpression,
  walk: FactWalk,
): void {
  const around = [...walk.ancestors, options];
  const url = ts.optionOf(options, 'url') ?? ts.optionOf(options, 'path');
  const method = ts.optionOf(options, 'method');
  const router = routerName(callee.expression, walk.ancestors);
  if (url === undefined || router === undefined) return;
  const line = walk.line(callee.name);
  const methods = ts.isArrayLiteralExpression(method) ? [...method.elements] : [method];
  for (const each of methods) {
    const [piece] = each === undefined ? [] : piecesOf(each, around);
    const name = typeof piece === 'string' ? piece.toUpperCase() : 'ANY';
    walk.facts.routes.push({ router, method: name, path: piecesOf(url, around), line });
  }
}

function globalPrefix(node: ts.CallExpression, walk: FactWalk): void {
  const [first, second] = node.arguments;
  if (first === undefined) return;
  const except = ts.optionOf(second, 'exclude');
  const names = ts.isArrayLiteralExpression(except)
    ? except.elements.map((each) => ts.optionOf(each, 'path') ?? each)
    : [];
  const paths = names.filter(ts.isStringLiteralLike).map(({ text }) => text);
  walk.facts.servers.push({ kind: 'prefix', path: piecesOf(first, walk.ancestors), except: paths });
}

function versioning(node: ts.CallExpression, walk: FactWalk): void {
  const [first] = node.arguments;
  const type = ts.optionOf(first, 'type');
  if (type !== undefined && !/URI/.test(type.getText(walk.file.source))) return;
  const given = ts.optionOf(first, 'defaultVersion');
  const listed = ts.isArrayLiteralExpression(given) ? [...given.elements] : [given];
  const standard = listed.map(ts.textOf).filter((each) => each !== undefined);
  const prefix = ts.textOf(ts.optionOf(first, 'prefix')) ?? 'v';
  walk.facts.servers.push({ kind: 'versions', prefix, standard });
}

/** A router that is made and kept. */
function made(node: ts.Node, walk: FactWalk): void {
  const isMaker = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isMaker || !makesRouter(node)) return;
  const callee = node.expression;
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(callee) &&
    !/Router$|createServer$/.test(callee.name.text)
  )
    return chainBase(node, callee, walk);
  const id = routerName(node, walk.ancestors);
  if (id === undefined) return;
  const [first] = node.arguments ?? [];
  const base = ts.isObjectLiteralExpression(first) ? baseIn(first, walk.ancestors) : [];
  const text = ts.isIdentifier(callee)
    ? callee.text
    : ts.isPropertyAccessExpression(callee)
      ? callee.name.text
      : '';
  const kind = text.endsWith('outer') ? 'router' : 'app';
  walk.facts.routers.push({ id, kind, bases: base.length === 0 ? [] : [base] });
}

/** `new Hono().basePath('/api')`. */
function chainBase(node: ts.CallExpression, callee: ts.PropertyAccessExpression, walk: FactWalk): void {
  const [first] = node.arguments;
  if (callee.name.text !== 'basePath' || first === undefined) return;
  const id = routerName(node, walk.ancestors);
  if (id !== undefined)
    walk.facts.routers.push({ id, kind: 'router', bases: [piecesOf(first, walk.ancestors)] });
}

/** `return router` makes the function stand for the router. */
function givenBack(node: ts.Node, walk: FactWalk): void {
  if (!ts.isReturnStatement(node) || !ts.isIdentifier(node.expression)) return;
  const child = routerName(node.expression, walk.ancestors);
  const parent = child === undefined ? undefined : child.slice(0, child.lastIndexOf('.'));
  const at = walk.ancestors.findLastIndex((each) => ts.isFunctionLike(each));
  const inner = walk.ancestors[at];
  // A handler inside of it gives back something else.
  if (inner === undefined || functionName(inner, walk.ancestors.slice(0, at)) !== parent) return;
  if (child !== undefined && parent !== undefined && child.endsWith(`.${node.expression.text}`))
    walk.facts.mounts.push({ parent: sameAs(parent), path: [], child });
}

/** Routes of servers that are put together by calls: Express, Koa, Fastify, Hono and their like. */
export const routeFacts: FactFinder = {
  applies: ({ isTest, language }) => !isTest && language !== 'vue' && language !== 'svelte',
  visit: new Map([
    ts.on(ts.isCallExpression, (node, walk: FactWalk) => (call(node, walk), made(node, walk))),
    ts.on(ts.isNewExpression, made),
    ts.on(ts.isReturnStatement, givenBack),
  ]),
};
