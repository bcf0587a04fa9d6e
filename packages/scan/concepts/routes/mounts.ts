import * as ts from '../../syntax/typescript/view.ts';

import { givenTo, madeBy, nameless, UNKNOWN } from './router-refs.ts';
import { defined } from '../../engine/defined.ts';
import type { FactWalk } from '../../engine/rule.ts';
import { type Pieces, piecesOf } from '../../syntax/typescript/pieces.ts';
import { remembered } from '../../syntax/typescript/remembered.ts';
import { isChained, makesRouter, routerName } from './router-names.ts';
import { declared } from '../../syntax/typescript/scope.ts';
import { wordSet } from '../../engine/words.ts';

/** `app.use('/path', child)`, `app.register(child, { prefix })`, `app.route('/path', child)`. */
export function mountedBy(
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  walk: FactWalk,
): void {
  const kind = callee.name.text;
  const [first, second] = node.arguments;
  if (first === undefined) return;
  if (kind === 'use' || kind === 'mount') return used(node, callee, walk);
  if (kind === 'register') return mount(callee, { path: prefixOf(second, walk), child: first }, walk);
  const isBelow = (kind === 'route' || kind === 'group') && second !== undefined;
  if (isBelow && !ts.isObjectLiteralExpression(first))
    mount(callee, { path: piecesOf(first, walk.ancestors), child: node.arguments.at(-1) ?? second }, walk);
}

function used(node: ts.CallExpression, callee: ts.PropertyAccessExpression, walk: FactWalk): void {
  const [first] = node.arguments;
  if (first === undefined) return;
  const isPath = mayBePath(first) && node.arguments.length > 1;
  const of = listed(first, walk.ancestors);
  const children = node.arguments
    .slice(isPath ? 1 : 0)
    .flatMap((each) => (ts.isArrayLiteralExpression(each) ? [...each.elements] : [each]));
  const paths =
    of !== undefined
      ? [[{ name: of.key }]]
      : !isPath
        ? [[]]
        : ts.isArrayLiteralExpression(first)
          ? first.elements.map((each) => piecesOf(each, walk.ancestors))
          : [piecesOf(first, walk.ancestors)];
  for (const child of children)
    for (const path of paths) mount(callee, { path, child, list: of?.list }, walk);
}

function mayBePath(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(mayBePath);
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node)
  );
}

/** `{ prefix: '/users' }`. */
function prefixOf(options: ts.Expression | undefined, walk: FactWalk): Pieces {
  const prefix = ts.optionOf(options, 'prefix');
  return prefix === undefined ? [] : piecesOf(prefix, walk.ancestors);
}

/** `import(name)`, `require(join(folder, file))`: a module that is not named by a text. */
const LOADED = /\b(?:import|require)\(\s*(?!['"`][^'"`$]*['"`]\s*[,)])[^)\s]/;

type Mounting = {
  readonly path: Pieces;
  readonly child: ts.Expression;
  readonly list?: string | undefined;
};

function mount(callee: ts.PropertyAccessExpression, { path, child, list }: Mounting, walk: FactWalk): void {
  const parent = routerName(callee.expression, walk.ancestors);
  const below = list === undefined ? childName(child, walk) : listed(child, walk.ancestors)?.key;
  // Routers may come from a folder that is read at run time: nobody can say what they serve.
  if (parent !== undefined && LOADED.test(walk.file.text))
    walk.facts.mounts.push({ parent, path: [], child: UNKNOWN, isLoaded: true });
  if (parent === undefined || (below === undefined && path.length === 0)) return;
  walk.facts.mounts.push(defined({ parent, path, child: below ?? UNKNOWN, each: list }));
}

/** What is mounted: a router, a function that is given one, or something that is neither. */
function childName(node: ts.Expression, walk: FactWalk): string | undefined {
  if (ts.isFunction(node)) return nameless(node.pos);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (/^(?:routes|middleware|getRouter|router)$/.test(name.text) && node.arguments.length === 0)
      return routerName(expression, walk.ancestors);
  }
  if (ts.isCallExpression(node) && !makesRouter(node)) {
    const called = routerName(node, walk.ancestors);
    return called === undefined || called.startsWith('require(') ? called : madeBy(called);
  }
  return routerName(node, [...walk.ancestors]);
}

const isRouterWord = remembered(
  /^(?:api|web)$|(?:app|router|server|fastify|instance|express|hono|scope|koa)$/i,
);

/** `addRoutes(app)`: the function hangs its routes on what it is given. */
export function passedOn(node: ts.CallExpression, walk: FactWalk): void {
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee) && isChained(callee)) return;
  for (const [index, argument] of node.arguments.entries()) {
    if (isRouterName(argument)) passTo(node, argument, `${index}`, walk);
    if (!ts.isObjectLiteralExpression(argument)) continue;
    for (const each of argument.properties) {
      if (!ts.isIdentifier(each.name)) continue;
      const value = ts.isShorthandPropertyAssignment(each)
        ? each.name
        : ts.isPropertyAssignment(each)
          ? each.initializer
          : undefined;
      if (value !== undefined && isRouterName(value)) passTo(node, value, `${index}.${each.name.text}`, walk);
    }
  }
}

function isRouterName(node: ts.Expression): boolean {
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return isRouterName(inner);
  if (ts.isIdentifier(node)) return isRouterWord(node.text);
  return ts.isPropertyAccessExpression(node) && isRouterWord(node.name.text);
}

function passTo(node: ts.CallExpression, argument: ts.Expression, place: string, walk: FactWalk): void {
  const child = routerName(node.expression, walk.ancestors);
  const parent = routerName(argument, walk.ancestors);
  if (child === undefined || parent === undefined || child === parent) return;
  // Whoever is given it while a request is answered hangs nothing on it any more.
  const late = isAnswering(walk.ancestors) ? { isLate: true as const } : {};
  walk.facts.mounts.push({ parent, path: [], child: givenTo(child, place), ...late });
}

const VERBS = wordSet('get post put patch delete options head all addHook');
const HANDLERS = wordSet(`
  handler preHandler preValidation preParsing preSerialization onRequest onSend onResponse onError
  errorHandler`);

/** Inside of what answers a request: `app.get('/x', () => …)`, `app.route({ handler: () => … })`. */
function isAnswering(ancestors: readonly ts.Node[]): boolean {
  return ancestors.some((node, at) => {
    if (ts.isMethodDeclaration(node)) return ts.isIdentifier(node.name) && HANDLERS.has(node.name.text);
    if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
    const around = ancestors[at - 1];
    if (ts.isPropertyAssignment(around))
      return ts.isIdentifier(around.name) && HANDLERS.has(around.name.text);
    if (!ts.isCallExpression(around)) return false;
    const { expression } = around;
    return (
      ts.isPropertyAccessExpression(expression) &&
      VERBS.has(expression.name.text) &&
      around.arguments.length > 1
    );
  });
}

/** `entry.path` inside of `list.forEach((entry) => …)` or `for (const entry of list)`. */
export function listed(
  node: ts.Expression,
  ancestors: readonly ts.Node[],
): { readonly list: string; readonly key: string } | undefined {
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const list = listOf(node.expression.text, ancestors);
  return list === undefined ? undefined : { list, key: node.name.text };
}

function listOf(entry: string, ancestors: readonly ts.Node[]): string | undefined {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
      const name = node.initializer.declarations[0]?.name;
      const isIt = ts.isIdentifier(name) && name.text === entry;
      if (isIt && ts.isIdentifier(node.expression)) return node.expression.text;
    }
  }
  const where = declared(entry, ancestors);
  if (where?.kind !== 'parameter' || where.index !== 0) return undefined;
  const around = where.around.at(-1);
  if (!ts.isCallExpression(around)) return undefined;
  const callee = around.expression;
  const isEach = ts.isPropertyAccessExpression(callee) && /^(?:forEach|map)$/.test(callee.name.text);
  return isEach && ts.isIdentifier(callee.expression) ? callee.expression.text : undefined;
}
