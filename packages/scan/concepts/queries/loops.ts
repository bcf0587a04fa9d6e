import * as ts from '../../syntax/typescript/view.ts';

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
    const isLoop = ts.isIterationStatement(each);
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
  const names = loop.initializer.declarations.flatMap(({ name }) => ts.boundNames(name));
  return round(loop, loop.statement, names);
}

/** `for (let i = 0; i < list.length; i++)`: one by one through a list, neither in steps nor so many times. */
function ofFor(loop: ts.ForStatement): Round | undefined {
  const counter = loop.condition === undefined ? undefined : countedThrough(loop.condition);
  const step = loop.incrementor;
  const isByOne = ts.isPostfixUnaryExpression(step) || ts.isPrefixUnaryExpression(step);
  return counter === undefined || !isByOne ? undefined : round(loop, loop.statement, [counter]);
}

/** `i` in `i < list.length`. */
function countedThrough(node: ts.Expression): string | undefined {
  const list =
    ts.isOperation(node, '<') && ts.lastWord(node.right) === 'length' ? ts.ownerOf(node.right) : undefined;
  const counter = ts.isOperation(node, '<') ? ts.wordOf(node.left) : '';
  const isCounted = list !== undefined && counter !== '' && !DELIBERATE.test(counter) && isOfMany(list);
  return isCounted ? counter : undefined;
}

/** `list.forEach(async (each) => …)`, and `map` where nobody waits for what it gives. */
function ofCallback(node: ts.SignatureDeclaration, around: readonly ts.Node[]): Round | undefined {
  const call = around.at(-1);
  const list = ts.calledOn(call);
  if (!ts.isCallExpression(call) || list === undefined) return undefined;
  const name = ts.calledName(call);
  const isLost = name === 'map' && ts.isExpressionStatement(around.at(-2) ?? call);
  if ((name !== 'forEach' && !isLost) || !isOfMany(list)) return undefined;
  const { body } = node as ts.ArrowFunction;
  const names = node.parameters.flatMap((each) => ts.boundNames(each.name));
  return round(call, body, names);
}

function round(loop: ts.Node, body: ts.Node, names: readonly string[]): Round | undefined {
  if (names.some((name) => DELIBERATE.test(name)) || isPaced(body)) return undefined;
  return { loop, body, names: new Set(names) };
}

/** Whether what a loop goes through may be long: not a list that is written out, nor a constant. */
function isOfMany(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.some(ts.isSpreadElement);
  const name = ts.lastWord(ts.isCallExpression(node) ? node.expression : node);
  if (DELIBERATE.test(name)) return false;
  if (!ts.isCallExpression(node)) return !/^[A-Z][A-Z0-9_]+$/.test(name);
  const [first] = node.arguments;
  return first === undefined || !/^(?:entries|keys|values)$/.test(name) || isOfMany(first);
}

/** Whether a loop leaves off once it has found something, or waits between two rounds: then it is one by one on purpose. */
function isPaced(body: ts.Node): boolean {
  return ts.has(
    body,
    (node) =>
      ts.isBreakStatement(node) ||
      (ts.isReturnStatement(node) && isFound(node)) ||
      (ts.isCallExpression(node) &&
        /^(?:sleep|delay|wait|setTimeout|pause|throttle)\w*$/i.test(ts.calledName(node))),
    (node) =>
      ts.isSwitchStatement(node) ||
      (node !== body && (ts.isFunctionLike(node) || ts.isIterationStatement(node))),
  );
}

/** What was looked for; an answer that says what went wrong is none. */
function isFound({ expression }: ts.ReturnStatement): boolean {
  const root = expression === undefined ? 'res' : ts.wordOf(ts.rootOf(expression));
  return !/^(?:res|response|reply|ctx|c|NextResponse|Response)$/.test(root);
}

/** Whether an expression is another in every round, by a name of the round or one that is declared inside of it. */
export function changesWith(node: ts.Node, { body, names }: Round): boolean {
  if (ts.mentions(node, names)) return true;
  const all = new Set(names);
  for (const { name, initializer } of ts.within(body, ts.isVariableDeclaration))
    if (initializer !== undefined && ts.mentions(initializer, all))
      for (const each of ts.boundNames(name)) all.add(each);
  return ts.mentions(node, all);
}
