import ts from 'typescript-api';

import { calledName } from './around.ts';
import { bare } from './record-data.ts';
import { wordsOf } from '../facts/domain-words.ts';

/** A call that makes something on a server, by what its name or address says. */
export type Creation = { readonly node: ts.CallExpression; readonly noun: string };

const CREATES =
  /^(?:create|add|insert|plan|book|register|place|open|request|reserve|schedule|issue)(?=$|[A-Z_])/;
const ADDED_TO = /(?:^|[/])(?:api|v\d+)?$/;

/** `createOrder(…)`, `ordersApi.create(…)`, `api.post('/orders', …)`; undefined for anything else. */
export function creationOf(node: ts.Expression): Creation | undefined {
  const call = bare(node);
  if (!ts.isCallExpression(call)) return undefined;
  const name = calledName(call);
  if (name === 'post' || (name === 'fetch' && isPosted(call))) {
    const [first] = call.arguments;
    if (first === undefined || !ts.isStringLiteralLike(first)) return undefined;
    const last = first.text.split('/').at(-1) ?? '';
    const noun = ADDED_TO.test(last) ? undefined : nounOf(last);
    return noun === undefined ? undefined : { node: call, noun };
  }
  const verb = CREATES.exec(name);
  if (verb === null) return undefined;
  const rest = name.slice(verb[0].length);
  // `http.request(…)` asks, and only a service of something asks for one of them.
  if (verb[0] === 'request' && rest === '' && !isOfService(call)) return undefined;
  const noun = rest === '' ? (ownerNoun(call) ?? ofService(call, name)) : (nounOf(rest) ?? lastResort(rest));
  return noun === undefined || isToldId(call, noun) ? undefined : { node: call, noun };
}

/** `store.openRun(agentId, runId)`: whoever tells the id makes nothing that gets another. */
function isToldId({ arguments: given }: ts.CallExpression, noun: string): boolean {
  return given.some((each) => {
    const inner = bare(each);
    const name = ts.isPropertyAccessExpression(inner) ? inner.name : inner;
    if (!ts.isIdentifier(name)) return false;
    const words = wordsOf(name.text);
    return words.length === 2 && words[0] === noun && words[1] === 'id';
  });
}

function isOfService({ expression }: ts.CallExpression): boolean {
  const of = ts.isPropertyAccessExpression(expression) ? bare(expression.expression) : undefined;
  const owner = of === undefined ? undefined : ts.isPropertyAccessExpression(of) ? of.name : of;
  return owner !== undefined && ts.isIdentifier(owner) && /(?:service|[a-z]Api)$/i.test(owner.text);
}

/** `this.service.create(…)` makes something that nothing names. */
function ofService({ expression }: ts.CallExpression, name: string): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || /^(?:add|open)$/.test(name)) return undefined;
  const of = bare(expression.expression);
  const owner = ts.isIdentifier(of) ? of.text : ts.isPropertyAccessExpression(of) ? of.name.text : '';
  if (of.kind === ts.SyntaxKind.ThisKeyword) return 'record';
  return /(?:service|api|client)$/i.test(owner) ? 'record' : undefined;
}

/** `fetch('/api/orders', { method: 'POST' })`. */
function isPosted({ arguments: [, options] }: ts.CallExpression): boolean {
  const inner = options === undefined ? undefined : bare(options);
  return (
    inner !== undefined &&
    ts.isObjectLiteralExpression(inner) &&
    inner.properties.some(
      (each) =>
        ts.isPropertyAssignment(each) &&
        ts.isIdentifier(each.name) &&
        each.name.text === 'method' &&
        ts.isStringLiteralLike(each.initializer) &&
        each.initializer.text.toUpperCase() === 'POST',
    )
  );
}

/** `order` of `ordersApi.create`, `OrderService.create`. */
function ownerNoun(call: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
  const of = bare(call.expression.expression);
  const name = ts.isIdentifier(of) ? of.text : ts.isPropertyAccessExpression(of) ? of.name.text : '';
  return nounOf(name);
}

const NO_NOUN =
  /^(?:service|api|client|repository|repo|store|mutation|request|async|new|one|many|item|data|record|entity|element|event|listener|log|document|action|toast|to|effect|selector|context|hook)$/;

function nounOf(name: string): string | undefined {
  const words = wordsOf(name).filter((word) => !NO_NOUN.test(word));
  return words.length === 0 ? undefined : words.at(-1);
}

/** `addRecord`, `createItem`: a word that says little, and the only one. */
function lastResort(name: string): string | undefined {
  const [only, ...more] = wordsOf(name);
  return more.length === 0 && /^(?:record|item|document|event)$/.test(only ?? '') ? only : undefined;
}

const GUESSED = /^(?:Date\.now|Math\.random|crypto\.randomUUID|uuid|uuidv4|nanoid|v4)$/;

/** An id that a page makes up: `Date.now()`, `items.length + 1`. */
export function isGuessed(node: ts.Expression): boolean {
  const inner = bare(node);
  if (ts.isBinaryExpression(inner)) return isGuessed(inner.left) || isLength(inner.left);
  if (!ts.isCallExpression(inner)) return false;
  const callee = inner.expression;
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'toString')
    return isGuessed(callee.expression);
  if (ts.isIdentifier(callee) && callee.text === 'String' && inner.arguments[0] !== undefined)
    return isGuessed(inner.arguments[0]);
  const name = ts.isIdentifier(callee)
    ? callee.text
    : ts.isPropertyAccessExpression(callee) && ts.isIdentifier(callee.expression)
      ? `${callee.expression.text}.${callee.name.text}`
      : '';
  return GUESSED.test(name);
}

function isLength(node: ts.Expression): boolean {
  const inner = bare(node);
  return ts.isPropertyAccessExpression(inner) && inner.name.text === 'length';
}

/** Whether a name stands anywhere in a node. */
export function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, (each) => mentions(each, name) || undefined) ?? false;
}
