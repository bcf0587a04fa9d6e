import ts from 'typescript-api';

import { calledName } from '../syntax/around.ts';

/** A loop that does something for each of many: its body, and the names that are another in every round. */
export type Round = { readonly loop: ts.Node; readonly body: ts.Node; readonly names: ReadonlySet<string> };

/** What is cut into pieces, or tried again, goes round on purpose. */
const DELIBERATE = /chunk|batch|page|slice|attempt|retr|tries|cursor|^default|statements|queries/i;

/** The loop in whose body a node stands; undefined where there is none, or it does not go through a list of things. */
export function roundAround(node: ts.Node, ancestors: readonly ts.Node[]): Round | undefined {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const each = ancestors[at];
    if (each === undefined) return undefined;
    if (ts.isFunctionLike(each)) return ofCallback(each, ancestors.slice(0, at));
    const isLoop = ts.isIterationStatement(each, false);
    if (isLoop && each.statement === (ancestors[at + 1] ?? node)) return ofStatement(each);
  }
  return undefined;
}

function ofStatement(loop: ts.IterationStatement): Round | undefined {
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) return ofForOf(loop);
  if (ts.isForStatement(loop)) return ofFor(loop);
  if (!ts.isWhileStatement(loop)) return undefined;
  const counter = countedThrough(loop.expression);
  if (counter === undefined) return undefined;
  return round(loop, loop.statement, [counter]);
}

function ofForOf(loop: ts.ForOfStatement | ts.ForInStatement): Round | undefined {
  if (ts.isForOfStatement(loop) && loop.awaitModifier !== undefined) return undefined;
  if (!isOfMany(loop.expression) || !ts.isVariableDeclarationList(loop.initializer)) return undefined;
  const names = loop.initializer.declarations.flatMap(({ name }) => boundNames(name));
  return round(loop, loop.statement, names);
}

/** `for (let i = 0; i < list.length; i++)`: one by one through a list, neither in steps nor so many times. */
function ofFor(loop: ts.ForStatement): Round | undefined {
  const counter = loop.condition === undefined ? undefined : countedThrough(loop.condition);
  const step = loop.incrementor;
  const isByOne =
    step !== undefined && (ts.isPostfixUnaryExpression(step) || ts.isPrefixUnaryExpression(step));
  return counter === undefined || !isByOne ? undefined : round(loop, loop.statement, [counter]);
}

/** `i` in `i < list.length`. */
function countedThrough(node: ts.Expression): string | undefined {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.LessThanToken)
    return undefined;
  const { left, right } = node;
  const isLength = ts.isPropertyAccessExpression(right) && right.name.text === 'length';
  return isLength && ts.isIdentifier(left) && !DELIBERATE.test(left.text) && isOfMany(right.expression)
    ? left.text
    : undefined;
}

/** `list.forEach(async (each) => …)`, and `map` where nobody waits for what it gives. */
function ofCallback(node: ts.SignatureDeclaration, around: readonly ts.Node[]): Round | undefined {
  const call = around.at(-1);
  if (call === undefined || !ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression))
    return undefined;
  const name = calledName(call);
  const isLost = name === 'map' && ts.isExpressionStatement(around.at(-2) ?? call);
  if ((name !== 'forEach' && !isLost) || !isOfMany(call.expression.expression)) return undefined;
  const { body } = node as ts.ArrowFunction;
  const names = node.parameters.flatMap((each) => boundNames(each.name));
  return round(call, body, names);
}

function round(loop: ts.Node, body: ts.Node, names: readonly string[]): Round | undefined {
  if (names.some((name) => DELIBERATE.test(name)) || isPaced(body)) return undefined;
  return { loop, body, names: new Set(names) };
}

/** Whether what a loop goes through may be long: not a list that is written out, nor a constant. */
function isOfMany(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.some(ts.isSpreadElement);
  if (ts.isIdentifier(node)) return !DELIBERATE.test(node.text) && !/^[A-Z][A-Z0-9_]+$/.test(node.text);
  if (ts.isPropertyAccessExpression(node))
    return !DELIBERATE.test(node.name.text) && !/^[A-Z][A-Z0-9_]+$/.test(node.name.text);
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    if (DELIBERATE.test(calledName(node))) return false;
    return !(first !== undefined && /^(?:entries|keys|values)$/.test(calledName(node)) && !isOfMany(first));
  }
  return true;
}

/** Whether a loop leaves off once it has found something, or waits between two rounds: then it is one by one on purpose. */
function isPaced(body: ts.Node): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found || ts.isSwitchStatement(node)) return;
    if (node !== body && (ts.isFunctionLike(node) || ts.isIterationStatement(node, false))) return;
    if (ts.isBreakStatement(node) || (ts.isReturnStatement(node) && isFound(node))) found = true;
    if (
      ts.isCallExpression(node) &&
      /^(?:sleep|delay|wait|setTimeout|pause|throttle)\w*$/i.test(calledName(node))
    )
      found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** What was looked for; an answer that says what went wrong is none. */
function isFound({ expression }: ts.ReturnStatement): boolean {
  if (expression === undefined) return false;
  let root: ts.Expression = expression;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = root.expression;
  return !(ts.isIdentifier(root) && /^(?:res|response|reply|ctx|c|NextResponse|Response)$/.test(root.text));
}

export function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []));
}

/** Whether an expression is another in every round, by a name of the round or one that is declared inside of it. */
export function changesWith(node: ts.Node, { body, names }: Round): boolean {
  const all = new Set(names);
  const declare = (each: ts.Node): void => {
    if (ts.isVariableDeclaration(each) && each.initializer !== undefined && mentions(each.initializer, all))
      for (const name of boundNames(each.name)) all.add(name);
    ts.forEachChild(each, declare);
  };
  if (mentions(node, all)) return true;
  declare(body);
  return mentions(node, all);
}

function mentions(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return names.has(node.text);
  return ts.forEachChild(node, (child) => mentions(child, names) || undefined) ?? false;
}
