import * as ts from '../../syntax/typescript/view.ts';

import { wordsOf } from '../../concepts/values/domain-words.ts';
import type { CodeCheck, Walk } from '../../engine/rule.ts';
import { type Creation, creationOf, isGuessed, isIdOf, mentions } from '../../concepts/ids/chained-calls.ts';
import { memberOf } from '../../syntax/typescript/members.ts';
import { memberName, otherId } from '../../concepts/ids/other-ids.ts';
import { classAround, declared } from '../../syntax/typescript/scope.ts';
import { isOldState, stateOf, topVariable } from '../../concepts/ids/component-state.ts';

/** Something is made on the server, what it answers is dropped, and what follows needs the id that was in the answer. */
export const rule: CodeCheck = {
  kind: 'code',
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  visit: new Map([
    ts.on(ts.isExpressionStatement, statement),
    ts.on(ts.isVariableStatement, kept),
    ts.on(ts.isCallExpression, chained),
  ]),
};

/** `await createOrder(cart); await payOrder(order.id);` */
function statement(node: ts.ExpressionStatement, walk: Walk): void {
  if (!ts.isAwaitExpression(node.expression)) return;
  const creation = creationOf(node.expression.expression);
  if (creation !== undefined) following(node, creation, walk);
}

/** `const created = await createOrder(cart);` and `created` is never looked at again. */
function kept(node: ts.VariableStatement, walk: Walk): void {
  const [declaration] = node.declarationList.declarations;
  if (declaration?.initializer === undefined || !ts.isIdentifier(declaration.name)) return;
  if (!ts.isAwaitExpression(declaration.initializer)) return;
  const creation = creationOf(declaration.initializer.expression);
  const rest = restOf(node, walk);
  if (creation === undefined || rest.length === 0) return;
  const { text } = declaration.name;
  if (!rest.some((each) => mentions(each, text) && !isDropped(each))) return following(node, creation, walk);
  // The answer is shown somewhere, and what needed its id has another one.
  for (const each of rest) {
    const found = mentions(each, text) ? undefined : keyedIn(each, creation);
    if (found !== undefined) return say(found, creation, walk);
  }
}

/** `{ patientId: props.patientId }` in a call that follows the creation of a patient. */
function keyedIn(node: ts.Node, creation: Creation): ts.Node | undefined {
  if (ts.isCallExpression(node) && !UNDOES.test(ts.calledName(node)))
    for (const [key, value] of node.arguments.flatMap((each) => ts.valuesOf(ts.bare(each))))
      if (isIdOf(key, creation.noun) && isOtherPart(ts.bare(value), creation)) return ts.bare(value);
  return ts.forEachChild(node, (each) => keyedIn(each, creation));
}

/** What is done to an old one beside the new one. */
const UNDOES = /^(?:delete|remove|archive|close|replace|unlink|detach|cancel|hide|log|track)/i;

/** `form.orderId` after an order was made that was not told of it: what a page had before knows no answer. */
function isOtherPart(node: ts.Expression, { node: created, noun }: Creation): boolean {
  if (!ts.isPropertyAccessExpression(node) || !isIdOf(node.name.text, noun)) return false;
  // `addUserToTeam(user)` makes no team.
  if (/[a-z](?:To|In|For|From|With|Of|On)[A-Z]/.test(ts.calledName(created))) return false;
  const owner = ts.bare(node.expression);
  const isOld =
    memberName(owner) !== undefined ||
    ts.isThis(owner) ||
    /^(?:props|form|state|route|params|query|draft|values|data|input)$/.test(ts.wordOf(owner));
  return isOld && !created.arguments.some((each) => mentions(each, node.name.text));
}

/** `await created.json();` reads the answer and drops it, `if (!created.ok) throw …` only asks how it went. */
function isDropped(node: ts.Statement): boolean {
  if (ts.isIfStatement(node)) return isAboutOutcome(node.expression);
  if (!ts.isExpressionStatement(node)) return false;
  const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return (
    ts.isCallExpression(inner) && /^(?:json|text)$/.test(ts.calledName(inner)) && inner.arguments.length === 0
  );
}

function isAboutOutcome(node: ts.Expression): boolean {
  const inner = ts.isPrefixUnaryExpression(node) ? ts.bare(node.operand) : ts.bare(node);
  return ts.isPropertyAccessExpression(inner) && /^(?:ok|status)$/.test(inner.name.text);
}

function restOf(node: ts.Statement, walk: Walk): readonly ts.Statement[] {
  const block = walk.ancestors.at(-1);
  if (!ts.isBlock(block) && !ts.isSourceFile(block)) return [];
  return block.statements.slice(block.statements.indexOf(node) + 1);
}

function following(node: ts.Statement, creation: Creation, walk: Walk): void {
  for (const each of restOf(node, walk)) {
    const found = wrongIn(each, creation, walk.ancestors);
    if (found !== undefined) return say(found, creation, walk);
  }
}

function say(found: ts.Node, { noun }: Creation, walk: Walk): void {
  walk.report(
    found,
    `This code does not use the id that the server returned: the response of creating the ${noun} is ignored`,
  );
}

/** The first id in what follows that should have come from the answer. */
function wrongIn(node: ts.Node, creation: Creation, around: readonly ts.Node[]): ts.Node | undefined {
  if (ts.isCallExpression(node)) {
    const id = idsIn(node.arguments).find((each) => isWrong(each, creation, around));
    if (id !== undefined) return id;
    const other = otherId(node, creation, around);
    if (other !== undefined) return other;
    const isShown = /^(?:set[A-Z]\w*|push|unshift)$/.test(ts.calledName(node));
    const guessed = isShown ? guessedIn(node, creation.node) : undefined;
    if (guessed !== undefined) return guessed;
  }
  return ts.forEachChild(node, (each) => wrongIn(each, creation, around));
}

function isWrong(id: ts.Expression, creation: Creation, around: readonly ts.Node[]): boolean {
  const { node: created, noun } = creation;
  const outer = ts.bare(id);
  const inner = isRefValue(outer) ? ts.bare(outer.expression) : outer;
  if (ts.isIdentifier(inner)) {
    const isSent = created.arguments.some((each) => mentions(each, inner.text));
    return isIdOf(inner.text, noun) && !isSent && isOldState(inner.text, around);
  }
  if (isOtherPart(inner, creation)) return true;
  if (!ts.isPropertyAccessExpression(inner) || !/^_?id$/.test(inner.name.text)) return false;
  const owner = ts.bare(inner.expression);
  const name = ts.isIdentifier(owner) ? owner.text : memberName(owner);
  if (name === undefined) return false;
  const isSent = created.arguments.some((each) => {
    const argument = ts.bare(each);
    return (ts.isIdentifier(argument) ? argument.text : memberName(argument)) === name;
  });
  if (isSent) return beganWithoutId(owner, around);
  const isIts = ts.isIdentifier(owner) && wordsOf(owner.text).at(-1) === noun;
  return isIts && !created.arguments.some((each) => mentions(each, name)) && isOldState(name, around);
}

/** `orderId.value` of Vue. */
function isRefValue(node: ts.Expression): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'value';
}

/** Whether something was written out without an id, so that it has none until the server gives it one. */
function beganWithoutId(owner: ts.Expression, around: readonly ts.Node[]): boolean {
  if (ts.isIdentifier(owner)) {
    const where = declared(owner.text, around);
    const declaration = where?.kind === 'variable' ? where.declaration : topVariable(owner.text, around);
    if (declaration?.initializer === undefined) return false;
    const value = ts.bare(declaration.initializer);
    const first = stateOf(value)?.[0];
    return hasNoId(first === undefined ? value : ts.bare(first));
  }
  const found = classAround(around);
  const name = memberName(owner)?.slice('this.'.length);
  if (found === undefined || name === undefined) return false;
  const member = memberOf(found.node, name, []);
  return member?.kind === 'value' && hasNoId(ts.bare(member.value)) && !isSetAgain(found.node, name);
}

function isSetAgain(node: ts.Node, name: string): boolean {
  return ts.has(node, (each) => ts.isOperation(each, '=') && memberName(each.left) === `this.${name}`);
}

function hasNoId(node: ts.Expression): boolean {
  const names = ts.isObjectLiteralExpression(node) ? node.properties.map(({ name }) => ts.keyOf(name)) : [];
  return names.length > 0 && names.every((name) => !/^(?:_?id)?$/.test(name));
}

/** Everything that is handed to a call, also in objects, lists and addresses. */
function idsIn(nodes: readonly ts.Node[]): readonly ts.Expression[] {
  return nodes.flatMap((node): readonly ts.Expression[] => {
    if (ts.isObjectLiteralExpression(node)) return idsIn(node.properties);
    if (ts.isPropertyAssignment(node)) return idsIn([node.initializer]);
    if (ts.isArrayLiteralExpression(node)) return idsIn(node.elements);
    if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
    return ts.isExpression(node) ? [node] : [];
  });
}

/** `{ ...todo, id: Date.now() }` where the server was not told of that id. */
function guessedIn(node: ts.Node, created: ts.CallExpression): ts.Node | undefined {
  if (ts.isPropertyAssignment(node) && /^_?id$/.test(ts.wordOf(node.name)) && isGuessed(node.initializer))
    return created.arguments.some((each) => guessedIn(each, created) !== undefined) ? undefined : node;
  return ts.forEachChild(node, (each) => guessedIn(each, created));
}

/** `createOrder(cart).then(() => pay(orderId))`: who takes no answer cannot know the id. */
function chained(node: ts.CallExpression, walk: Walk): void {
  const name = ts.calledName(node);
  const [first] = node.arguments;
  if (name === 'pipe') return piped(node, walk);
  if (/^(?:then|subscribe)$/.test(name)) answered(ts.calledOn(node), first, walk);
}

/** Whether it said that what is done next, without an answer, has a wrong id. */
function answered(made: ts.Expression | undefined, done: ts.Expression | undefined, walk: Walk): boolean {
  const next = callbackOf(done);
  const creation = made === undefined || next === undefined ? undefined : creationOf(made);
  if (next === undefined || creation === undefined || next.parameters.length > 0) return false;
  const found = wrongIn(next.body, creation, walk.ancestors);
  if (found !== undefined) say(found, creation, walk);
  return found !== undefined;
}

/** `service.create(draft).pipe(switchMap(() => service.start(draft.carId)))`. */
function piped(node: ts.CallExpression, walk: Walk): void {
  for (const operator of node.arguments)
    if (ts.isCallExpression(operator) && /^(?:switch|merge|concat|exhaust)Map$/.test(ts.calledName(operator)))
      if (answered(ts.calledOn(node), operator.arguments[0], walk)) return;
}

function callbackOf(node: ts.Expression | undefined): ts.ArrowFunction | ts.FunctionExpression | undefined {
  const next = ts.optionOf(node, 'next') ?? node;
  return ts.isFunction(next) ? next : undefined;
}
