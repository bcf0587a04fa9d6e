import * as ts from '../../syntax/typescript/view.ts';

import { wordsOf } from '../values/domain-words.ts';

/** A call that makes something on a server, by what its name or address says. */
export type Creation = { readonly node: ts.CallExpression; readonly noun: string };

const CREATES =
  /^(?:create|add|insert|plan|book|register|place|open|request|reserve|schedule|issue)(?=$|[A-Z_])/;
const ADDED_TO = /(?:^|[/])(?:api|v\d+)?$/;

/** `createOrder(…)`, `ordersApi.create(…)`, `api.post('/orders', …)`; undefined for anything else. */
export function creationOf(node: ts.Expression): Creation | undefined {
  const call = ts.bare(node);
  if (!ts.isCallExpression(call)) return undefined;
  const name = ts.calledName(call);
  if (name === 'post' || (name === 'fetch' && isPosted(call))) {
    const [first] = call.arguments;
    if (!ts.isStringLiteralLike(first)) return undefined;
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
  return given.some((each) => isIdOf(ts.lastWord(ts.bare(each)), noun));
}

/** `orderId` of an order. */
export function isIdOf(name: string, noun: string): boolean {
  const words = wordsOf(name);
  return words.length === 2 && words[0] === noun && words[1] === 'id';
}

function isOfService(node: ts.CallExpression): boolean {
  return /(?:service|[a-z]Api)$/i.test(ts.lastWord(ts.bare(ts.calledOn(node))));
}

/** `this.service.create(…)` makes something that nothing names. */
function ofService(node: ts.CallExpression, name: string): string | undefined {
  const of = ts.bare(ts.calledOn(node));
  if (of === undefined || /^(?:add|open)$/.test(name)) return undefined;
  return ts.isThis(of) || /(?:service|api|client)$/i.test(ts.lastWord(of)) ? 'record' : undefined;
}

/** `fetch('/api/orders', { method: 'POST' })`. */
function isPosted({ arguments: [, options] }: ts.CallExpression): boolean {
  return ts.textOf(ts.optionOf(options, 'method'))?.toUpperCase() === 'POST';
}

/** `order` of `ordersApi.create`, `OrderService.create`. */
function ownerNoun(call: ts.CallExpression): string | undefined {
  return nounOf(ts.lastWord(ts.bare(ts.calledOn(call))));
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
  const inner = ts.bare(node);
  if (ts.isBinaryExpression(inner)) {
    const left = ts.bare(inner.left);
    return isGuessed(left) || (ts.isPropertyAccessExpression(left) && left.name.text === 'length');
  }
  if (!ts.isCallExpression(inner)) return false;
  const of = ts.calledName(inner) === 'toString' ? ts.calledOn(inner) : undefined;
  const given = ts.wordOf(inner.expression) === 'String' ? inner.arguments[0] : undefined;
  const turned = of ?? given;
  return turned === undefined ? GUESSED.test(ts.dotted(inner.expression)) : isGuessed(turned);
}

/** Whether a name stands anywhere in a node. */
export function mentions(node: ts.Node, name: string): boolean {
  return ts.mentions(node, new Set([name]));
}
