import ts from 'typescript-api';

import { wordsOf } from '../facts/domain-words.ts';
import { calledName } from './around.ts';
import { type Creation, mentions } from './chained-calls.ts';
import { importedAs } from './imported.ts';
import { bare } from './record-data.ts';

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
  if (first === undefined || !DOES.test(calledName(call)) || !isSamePart(call, creation, around))
    return undefined;
  const inner = bare(first);
  if (FORWARD.test(calledName(call)) && (isPicked(inner) || ts.isNumericLiteral(inner))) return inner;
  return isOtherId(inner, created, noun) ? inner : undefined;
}

/** `cartId` of an order, or `this.draft.cartId`, that the creation was told. */
function isOtherId(inner: ts.Expression, created: ts.CallExpression, noun: string): boolean {
  const isPart = ts.isPropertyAccessExpression(inner);
  const name = ts.isIdentifier(inner) ? inner.text : isPart ? inner.name.text : '';
  const words = wordsOf(name);
  if (words.length !== 2 || words[1] !== 'id' || words[0] === noun) return false;
  const owner = isPart ? bare(inner.expression) : inner;
  const told = ts.isIdentifier(owner)
    ? owner.text
    : ts.isPropertyAccessExpression(owner)
      ? owner.name.text
      : '';
  return told !== '' && created.arguments.some((each) => mentions(each, told));
}

/** `orders[0].id`, `orders[orders.length - 1].id`, `orders.at(-1).id`: one of those that were there before. */
function isPicked(node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) || !/^_?id$/.test(node.name.text)) return false;
  const of = bare(node.expression);
  const list = ts.isElementAccessExpression(of)
    ? bare(of.expression)
    : ts.isCallExpression(of) &&
        ts.isPropertyAccessExpression(of.expression) &&
        of.expression.name.text === 'at'
      ? bare(of.expression.expression)
      : undefined;
  return list !== undefined && ts.isIdentifier(list);
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
    return receiver === receiverOf(created) || wordsOf(calledName(call)).slice(1).at(-1) === noun;
  const { expression } = call;
  if (!ts.isIdentifier(expression) || !ts.isIdentifier(created.expression)) return false;
  if (wordsOf(expression.text).at(-1) === noun) return true;
  const [source] = around;
  if (source === undefined || !ts.isSourceFile(source)) return false;
  const from = importedAs(source, expression.text)?.from;
  return from !== undefined && from === importedAs(source, created.expression.text)?.from;
}

/** `/orders/${cartId}/pay`: the address says that it is the id of an order. */
function otherAddress(call: ts.CallExpression, { node: created, noun }: Creation): ts.Expression | undefined {
  const [first] = call.arguments;
  if (first === undefined || !ts.isTemplateExpression(first)) return undefined;
  const [span] = first.templateSpans;
  const parts = first.head.text.split('/');
  if (span === undefined || parts.at(-1) !== '' || wordsOf(parts.at(-2) ?? '').at(-1) !== noun)
    return undefined;
  if (!/^\/\w/.test(span.literal.text)) return undefined;
  const inner = bare(span.expression);
  return isOtherId(inner, created, noun) ? inner : undefined;
}

/** `payments.charge({ orderId: cart.id })`: the key says that it is the id of an order, whoever is called. */
function otherKey(call: ts.CallExpression, { node: created, noun }: Creation): ts.Expression | undefined {
  for (const argument of call.arguments) {
    const object = bare(argument);
    for (const each of ts.isObjectLiteralExpression(object) ? object.properties : []) {
      if (!ts.isPropertyAssignment(each) || !ts.isIdentifier(each.name)) continue;
      const [first, second, ...more] = wordsOf(each.name.text);
      if (first !== noun || second !== 'id' || more.length > 0) continue;
      const value = bare(each.initializer);
      if (isOtherId(value, created, noun) || isGivenId(value, created, noun)) return value;
    }
  }
  return undefined;
}

/** `cart.id` after `orders.create(cart)`. */
function isGivenId(node: ts.Expression, created: ts.CallExpression, noun: string): boolean {
  const owner =
    ts.isPropertyAccessExpression(node) && /^_?id$/.test(node.name.text) ? bare(node.expression) : node;
  if (owner === node || !ts.isIdentifier(owner) || wordsOf(owner.text).at(-1) === noun) return false;
  return created.arguments.some((each) => mentions(each, owner.text));
}

/** `ordersApi` of `ordersApi.create(…)`, `this.orders` of `this.orders.create(…)`. */
function receiverOf({ expression }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const of = bare(expression.expression);
  if (of.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  return ts.isIdentifier(of) ? of.text : memberName(of);
}

/** `x` of `this.x`, told apart from a variable of that name. */
export function memberName(node: ts.Expression): string | undefined {
  const isMember = ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;
  return isMember ? `this.${node.name.text}` : undefined;
}
