import * as ts from '../../syntax/typescript/view.ts';

import { wordsOf } from '../values/domain-words.ts';
import { type Creation, isIdOf, mentions } from './chained-calls.ts';
import { importedAs } from '../../syntax/typescript/imported.ts';

/** What is done to one that was made before, by its own id. */
const DOES =
  /^(?:pay|confirm|cancel|submit|approve|reject|publish|activate|complete|finish|start|close|ship|accept|send|checkout|finalize|capture|sign|archive|checkIn|checkOut|begin|release|deliver|process|assign|lend|pack|dispatch|print|share)/i;
/** What brings a new one forward: that it is done to an old one beside it is no sense. */
const FORWARD =
  /^(?:pay|confirm|submit|approve|publish|activate|start|ship|accept|send|checkout|finalize|capture|sign|checkIn|begin|deliver|process|pack|dispatch|print|share)/i;

/** `ordersApi.create({ cartId }); ordersApi.pay(cartId)`: the id of something else, given to the same part of the API. */
export function otherId(
  call: ts.CallExpression,
  creation: Creation,
  around: readonly ts.Node[],
): ts.Expression | undefined {
  const { node: created, noun } = creation;
  const addressed = otherAddress(call, creation) ?? otherKey(call, creation);
  if (addressed !== undefined) return addressed;
  const [first] = call.arguments;
  if (first === undefined || !DOES.test(ts.calledName(call)) || !isSamePart(call, creation, around))
    return undefined;
  const inner = ts.bare(first);
  if (FORWARD.test(ts.calledName(call)) && (isPicked(inner) || ts.isNumericLiteral(inner))) return inner;
  return isOtherId(inner, created, noun) ? inner : undefined;
}

/** `cartId` of an order, or `this.draft.cartId`, that the creation was told. */
function isOtherId(inner: ts.Expression, created: ts.CallExpression, noun: string): boolean {
  const words = wordsOf(ts.lastWord(inner));
  if (words.length !== 2 || words[1] !== 'id' || words[0] === noun) return false;
  const told = ts.lastWord(ts.bare(ts.ownerOf(inner) ?? inner));
  return told !== '' && created.arguments.some((each) => mentions(each, told));
}

/** `orders[0].id`, `orders[orders.length - 1].id`, `orders.at(-1).id`: one of those that were there before. */
function isPicked(node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) || !/^_?id$/.test(node.name.text)) return false;
  const of = ts.bare(node.expression);
  const isAt = ts.isCallExpression(of) && ts.calledName(of) === 'at';
  const list = ts.isElementAccessExpression(of) ? of.expression : isAt ? ts.calledOn(of) : undefined;
  return ts.isIdentifier(ts.bare(list));
}

/** The same part of an API: the same receiver, the same noun, or the same module. */
function isSamePart(
  call: ts.CallExpression,
  { node: created, noun }: Creation,
  around: readonly ts.Node[],
): boolean {
  const receiver = receiverOf(call);
  // Another part of the API says by its own name what it is about: `payments.payOrder`.
  if (receiver !== undefined)
    return receiver === receiverOf(created) || wordsOf(ts.calledName(call)).slice(1).at(-1) === noun;
  const { expression } = call;
  if (!ts.isIdentifier(expression) || !ts.isIdentifier(created.expression)) return false;
  if (wordsOf(expression.text).at(-1) === noun) return true;
  const [source] = around;
  if (!ts.isSourceFile(source)) return false;
  const from = importedAs(source, expression.text)?.from;
  return from !== undefined && from === importedAs(source, created.expression.text)?.from;
}

/** `/orders/${cartId}/pay`: the address says that it is the id of an order. */
function otherAddress(call: ts.CallExpression, { node: created, noun }: Creation): ts.Expression | undefined {
  const [first] = call.arguments;
  if (!ts.isTemplateExpression(first)) return undefined;
  const [span] = first.templateSpans;
  const parts = first.head.text.split('/');
  if (span === undefined || parts.at(-1) !== '' || wordsOf(parts.at(-2) ?? '').at(-1) !== noun)
    return undefined;
  if (!/^\/\w/.test(span.literal.text)) return undefined;
  const inner = ts.bare(span.expression);
  return isOtherId(inner, created, noun) ? inner : undefined;
}

/** `payments.charge({ orderId: cart.id })`: the key says that it is the id of an order, whoever is called. */
function otherKey(call: ts.CallExpression, { node: created, noun }: Creation): ts.Expression | undefined {
  return call.arguments
    .flatMap((each) => ts.valuesOf(ts.bare(each)))
    .filter(([key]) => isIdOf(key, noun))
    .map(([, value]) => ts.bare(value))
    .find((value) => isOtherId(value, created, noun) || isGivenId(value, created, noun));
}

/** `cart.id` after `orders.create(cart)`. */
function isGivenId(node: ts.Expression, created: ts.CallExpression, noun: string): boolean {
  const owner =
    ts.isPropertyAccessExpression(node) && /^_?id$/.test(node.name.text) ? ts.bare(node.expression) : node;
  if (owner === node || !ts.isIdentifier(owner) || wordsOf(owner.text).at(-1) === noun) return false;
  return created.arguments.some((each) => mentions(each, owner.text));
}

/** `ordersApi` of `ordersApi.create(…)`, `this.orders` of `this.orders.create(…)`. */
function receiverOf(node: ts.CallExpression): string | undefined {
  const of = ts.bare(ts.calledOn(node));
  if (of === undefined || ts.isThis(of)) return of && 'this';
  return ts.isIdentifier(of) ? of.text : memberName(of);
}

/** `x` of `this.x`, told apart from a variable of that name. */
export function memberName(node: ts.Expression): string | undefined {
  return ts.isThis(ts.ownerOf(node)) ? `this.${ts.lastWord(node)}` : undefined;
}
