import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { stubIn } from './stub-bodies.ts';

/** A handler of a route that does nothing for whoever calls it. */
export type StubFact = {
  readonly line: number;
  readonly method: string;
  readonly kind: StubKind;
};

/** It is not made; it changes nothing though it should; it always answers with nothing, or with the same figures. */
export type StubKind = 'not implemented' | 'fixed answer' | 'empty answer' | 'written figures';

const VERBS = /^(?:get|post|put|patch|delete)$/i;
const ROUTERS = /(?:app|router|server|routes?|api|fastify|hono|instance)$/i;
/** What lets a request through or not; anything else before a handler may do its work. */
const GUARDS = /auth|protect|guard|limit|valid|require|check|admin|verify|cors|json|schema|role|permission/i;
/** Routes that have nothing to do but answer. */
const IDLE =
  /log-?out|sign-?out|health|ping|ready|live|webhook|callback|echo|csp|beacon|noop|test|debug|preview|track|metric|status|mock|version|heartbeat|example|demo|validat|verify|check/i;

/** Whether an address or a name says that there is nothing to do. */
export function isIdleRoute(text: string): boolean {
  return IDLE.test(text);
}

type Handler = { readonly method: string; readonly path: string; readonly body: ts.FunctionLikeDeclaration };

function add(node: ts.Node, { method, path, body }: Handler, walk: FactWalk): void {
  const kind = stubIn(body, walk.file.source, { isChange: method !== 'GET', path });
  if (kind === undefined || (kind !== 'not implemented' && IDLE.test(path))) return;
  walk.facts.stubs.push({ line: walk.line(node), method, kind });
}

/** `router.post('/orders', (req, res) => …)`. */
function call(node: ts.CallExpression, walk: FactWalk): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  const [first, ...rest] = node.arguments;
  const handler = rest.at(-1);
  if (!VERBS.test(name.text) || !ts.isStringLiteralLike(first) || !ts.isFunction(handler)) return;
  if (!ROUTERS.test(ts.lastWord(expression)) || !/^[/:*]|^$/.test(first.text)) return;
  if (!rest.slice(0, -1).every((each) => GUARDS.test(each.getText(walk.file.source)))) return;
  add(name, { method: name.text.toUpperCase(), path: first.text, body: handler }, walk);
}

const WORKING = /^(?:UseInterceptors|Render|Redirect|MessagePattern|EventPattern|Sse)$/;

/** `@Post() create() { … }`. */
function method(node: ts.MethodDeclaration, walk: FactWalk): void {
  if (node.body === undefined) return;
  let verb: string | undefined;
  let path = node.name.getText(walk.file.source);
  for (const [name, [first]] of ts.decoratorsOf(node)) {
    if (WORKING.test(name)) return;
    if (!/^(?:Get|Post|Put|Patch|Delete)$/.test(name)) continue;
    verb = name.toUpperCase();
    if (ts.isStringLiteralLike(first)) path += ` ${first.text}`;
  }
  const around = walk.ancestors.at(-1);
  const isController = ts.isClassDeclaration(around) && /Controller\(/.test(decoratorText(around, walk));
  if (verb !== undefined && isController)
    add(node.name, { method: verb, path: `${decoratorText(around, walk)} ${path}`, body: node }, walk);
}

function decoratorText(node: ts.ClassDeclaration, { file }: FactWalk): string {
  return (ts.getDecorators(node) ?? []).map((each) => each.getText(file.source)).join(' ');
}

const CHANGING =
  /^(?:create|add|update|edit|delete|remove|cancel|approve|reject|pay|confirm|complete|publish|archive|save|submit|place|book|reserve|assign|close|reopen|register|invite|rename|move|activate|deactivate|restore|refund|ship|transfer)/i;

/** `cancel = async (req, res) => …` of a controller, `export const createOrder = (req, res) => …`. */
function handler(node: ts.Node, walk: FactWalk): void {
  const isNamed = ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node);
  const body = isNamed
    ? wrappedIn(node.initializer)
    : ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node)
      ? node
      : undefined;
  const { name } = node as { readonly name?: ts.Node };
  if (ts.canHaveDecorators(node) && (ts.getDecorators(node) ?? []).length > 0) return;
  if (ts.isIdentifier(name)) handlerOf(name, body, walk);
}

function handlerOf(name: ts.MemberName, body: ts.FunctionLikeDeclaration | undefined, walk: FactWalk): void {
  if (body === undefined || !CHANGING.test(name.text)) return;
  const [request, response] = body.parameters.map((each) => ts.wordOf(each.name));
  if (!/^_?req(?:uest)?$/.test(request ?? '') || !/^_?res(?:ponse)?$/.test(response ?? '')) return;
  if (/(?:^|\/)(?:controllers?|handlers?|routes?|api)\/|controller|handler/i.test(walk.file.path))
    add(name, { method: name.text, path: name.text, body }, walk);
}

/** `exports.cancel = async (req, res) => …`. */
function exported(node: ts.BinaryExpression, walk: FactWalk): void {
  const { left, right } = node;
  if (!ts.isOperation(node, '=') || !ts.isPropertyAccessExpression(left)) return;
  if (/^(?:module\.)?exports$/.test(ts.dotted(left.expression))) handlerOf(left.name, wrappedIn(right), walk);
}

/** The function in `asyncHandler(async (req, res) => …)`. */
function wrappedIn(node: ts.Expression | undefined): ts.ArrowFunction | ts.FunctionExpression | undefined {
  if (ts.isFunction(node)) return node;
  return ts.isCallExpression(node) && node.arguments.length === 1 ? wrappedIn(node.arguments[0]) : undefined;
}

/** `export async function POST() { … }` of a file that is a route. */
function routeFile(node: ts.FunctionDeclaration, walk: FactWalk): void {
  const { path } = walk.file;
  const isRoute = /(?:^|\/)(?:route|\+server)\.[jt]sx?$/.test(path) && walk.ancestors.length === 1;
  if (!isRoute || node.name === undefined || node.body === undefined) return;
  if (/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(node.name.text))
    add(node.name, { method: node.name.text, path, body: node }, walk);
}

/** Handlers that do not do anything. */
export const stubFacts: FactFinder = {
  applies: ({ isTest, isSide, language }) =>
    !isTest && !isSide && (language === 'typescript' || language === 'javascript'),
  visit: new Map([
    ts.on(ts.isCallExpression, call),
    ts.on(ts.isMethodDeclaration, (node, walk) => {
      method(node, walk);
      handler(node, walk);
    }),
    ts.on(ts.isFunctionDeclaration, (node, walk) => {
      routeFile(node, walk);
      handler(node, walk);
    }),
    ts.on(ts.isBinaryExpression, exported),
    [ts.SyntaxKind.PropertyDeclaration, handler],
    [ts.SyntaxKind.VariableDeclaration, handler],
  ]),
};
