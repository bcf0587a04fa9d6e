import ts from 'typescript-api';

import { wordsOf } from '../../facts/domain-words.ts';
import type { CodeCheck, Walk } from '../../rule.ts';
import { calledName } from '../../syntax/around.ts';
import { type Creation, creationOf, isGuessed, mentions } from '../../syntax/chained-calls.ts';
import { memberOf } from '../../syntax/members.ts';
import { memberName, otherId } from '../../syntax/other-ids.ts';
import { bare, nameOf } from '../../syntax/record-data.ts';
import { classAround, declared } from '../../syntax/scope.ts';
import { isOldState, stateOf, topVariable } from '../../syntax/component-state.ts';

/** Something is made on the server, what it answers is dropped, and what follows needs the id that was in the answer. */
export const rule: CodeCheck = {
  kind: 'code',
  words: [
    'create',
    'add',
    'insert',
    '.post(',
    'POST',
    '.plan(',
    'book',
    'register',
    'place',
    'request',
    'reserve',
    'schedule',
    'issue',
  ],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  visit: new Map([
    [ts.SyntaxKind.ExpressionStatement, statement],
    [ts.SyntaxKind.VariableStatement, kept],
    [ts.SyntaxKind.CallExpression, chained],
  ]),
};

/** `await createOrder(cart); await payOrder(order.id);` */
function statement(node: ts.Node, walk: Walk): void {
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return;
  const creation = creationOf(node.expression.expression);
  if (creation !== undefined) following(node, creation, walk);
}

/** `const created = await createOrder(cart);` and `created` is never looked at again. */
function kept(node: ts.Node, walk: Walk): void {
  if (!ts.isVariableStatement(node)) return;
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
  if (ts.isCallExpression(node) && !UNDOES.test(calledName(node)))
    for (const argument of node.arguments) {
      const inner = bare(argument);
      if (!ts.isObjectLiteralExpression(inner)) continue;
      for (const each of inner.properties)
        if (ts.isPropertyAssignment(each) && isIdOf(nameOf(each.name), creation.noun)) {
          const value = bare(each.initializer);
          if (isOtherPart(value, creation)) return value;
        }
    }
  return ts.forEachChild(node, (each) => keyedIn(each, creation));
}

/** What is done to an old one beside the new one. */
const UNDOES = /^(?:delete|remove|archive|close|replace|unlink|detach|cancel|hide|log|track)/i;

function isIdOf(name: string, noun: string): boolean {
  const words = wordsOf(name);
  return words.length === 2 && words[0] === noun && words[1] === 'id';
}

/** `form.orderId` after an order was made that was not told of it: what a page had before knows no answer. */
function isOtherPart(node: ts.Expression, { node: created, noun }: Creation): boolean {
  if (!ts.isPropertyAccessExpression(node) || !isIdOf(node.name.text, noun)) return false;
  // `addUserToTeam(user)` makes no team.
  if (/[a-z](?:To|In|For|From|With|Of|On)[A-Z]/.test(calledName(created))) return false;
  const owner = bare(node.expression);
  const isOld =
    memberName(owner) !== undefined ||
    owner.kind === ts.SyntaxKind.ThisKeyword ||
    (ts.isIdentifier(owner) &&
      /^(?:props|form|state|route|params|query|draft|values|data|input)$/.test(owner.text));
  return isOld && !created.arguments.some((each) => mentions(each, node.name.text));
}

/** `await created.json();` reads the answer and drops it, `if (!created.ok) throw …` only asks how it went. */
function isDropped(node: ts.Statement): boolean {
  if (ts.isIfStatement(node)) return isAboutOutcome(node.expression);
  if (!ts.isExpressionStatement(node)) return false;
  const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return (
    ts.isCallExpression(inner) && /^(?:json|text)$/.test(calledName(inner)) && inner.arguments.length === 0
  );
}

function isAboutOutcome(node: ts.Expression): boolean {
  const inner = ts.isPrefixUnaryExpression(node) ? bare(node.operand) : bare(node);
  return ts.isPropertyAccessExpression(inner) && /^(?:ok|status)$/.test(inner.name.text);
}

function restOf(node: ts.Statement, walk: Walk): readonly ts.Statement[] {
  const block = walk.ancestors.at(-1);
  if (block === undefined || (!ts.isBlock(block) && !ts.isSourceFile(block))) return [];
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
    `The ${noun} is made before this and the answer dropped: this is not the id the server gave it`,
  );
}

/** The first id in what follows that should have come from the answer. */
function wrongIn(node: ts.Node, creation: Creation, around: readonly ts.Node[]): ts.Node | undefined {
  if (ts.isCallExpression(node)) {
    const id = idsIn(node.arguments).find((each) => isWrong(each, creation, around));
    if (id !== undefined) return id;
    const other = otherId(node, creation, around);
    if (other !== undefined) return other;
    const isShown = /^(?:set[A-Z]\w*|push|unshift)$/.test(calledName(node));
    const guessed = isShown ? guessedIn(node, creation.node) : undefined;
    if (guessed !== undefined) return guessed;
  }
  return ts.forEachChild(node, (each) => wrongIn(each, creation, around));
}

function isWrong(id: ts.Expression, creation: Creation, around: readonly ts.Node[]): boolean {
  const { node: created, noun } = creation;
  const outer = bare(id);
  const inner = isRefValue(outer) ? bare(outer.expression) : outer;
  if (ts.isIdentifier(inner)) {
    const words = wordsOf(inner.text);
    const isIts = words.length === 2 && words[0] === noun && words[1] === 'id';
    return (
      isIts && !created.arguments.some((each) => mentions(each, inner.text)) && isOldState(inner.text, around)
    );
  }
  if (isOtherPart(inner, creation)) return true;
  if (!ts.isPropertyAccessExpression(inner) || !/^_?id$/.test(inner.name.text)) return false;
  const owner = bare(inner.expression);
  const name = ts.isIdentifier(owner) ? owner.text : memberName(owner);
  if (name === undefined) return false;
  const isSent = created.arguments.some((each) => {
    const argument = bare(each);
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
    const value = bare(declaration.initializer);
    const first = stateOf(value)?.[0];
    return hasNoId(first === undefined ? value : bare(first));
  }
  const found = classAround(around);
  const name = memberName(owner)?.slice('this.'.length);
  if (found === undefined || name === undefined) return false;
  const member = memberOf(found.node, name, []);
  return member?.kind === 'value' && hasNoId(bare(member.value)) && !isSetAgain(found.node, name);
}

function isSetAgain(node: ts.Node, name: string): boolean {
  const isIt =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    memberName(node.left) === `this.${name}`;
  return isIt || (ts.forEachChild(node, (each) => isSetAgain(each, name) || undefined) ?? false);
}

function hasNoId(node: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.length > 0 &&
    node.properties.every(
      ({ name }) =>
        name !== undefined &&
        (ts.isIdentifier(name) || ts.isStringLiteral(name)) &&
        !/^_?id$/.test(name.text),
    )
  );
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
  if (
    ts.isPropertyAssignment(node) &&
    ts.isIdentifier(node.name) &&
    /^_?id$/.test(node.name.text) &&
    isGuessed(node.initializer)
  )
    return created.arguments.some((each) => guessedIn(each, created) !== undefined) ? undefined : node;
  return ts.forEachChild(node, (each) => guessedIn(each, created));
}

/** `createOrder(cart).then(() => pay(orderId))`: who takes no answer cannot know the id. */
function chained(node: ts.Node, walk: Walk): void {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  if (node.expression.name.text === 'pipe') return piped(node, walk);
  if (!/^(?:then|subscribe)$/.test(node.expression.name.text)) return;
  const [first] = node.arguments;
  const next = first === undefined ? undefined : callbackOf(first);
  const creation = creationOf(node.expression.expression);
  if (next === undefined || creation === undefined || next.parameters.length > 0) return;
  const found = wrongIn(next.body, creation, walk.ancestors);
  if (found !== undefined) say(found, creation, walk);
}

/** `service.create(draft).pipe(switchMap(() => service.start(draft.carId)))`. */
function piped(node: ts.CallExpression, walk: Walk): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const creation = creationOf(node.expression.expression);
  if (creation === undefined) return;
  for (const operator of node.arguments) {
    if (!ts.isCallExpression(operator) || !/^(?:switch|merge|concat|exhaust)Map$/.test(calledName(operator)))
      continue;
    const [first] = operator.arguments;
    const next = first === undefined ? undefined : callbackOf(first);
    const found =
      next === undefined || next.parameters.length > 0
        ? undefined
        : wrongIn(next.body, creation, walk.ancestors);
    if (found !== undefined) return say(found, creation, walk);
  }
}

function callbackOf(node: ts.Expression): ts.ArrowFunction | ts.FunctionExpression | undefined {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node;
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  for (const each of node.properties)
    if (ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === 'next')
      return callbackOf(each.initializer);
  return undefined;
}
