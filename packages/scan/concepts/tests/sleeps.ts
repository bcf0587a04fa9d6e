import * as ts from '../../syntax/typescript/view.ts';

import { calleeWords } from './test-calls.ts';

/** Shorter pauses let something happen that is already under way. */
const SHORTEST_MS = 50;

type Around = { readonly file: { readonly text: string }; readonly ancestors: readonly ts.Node[] };

/** How long an `await`, or a call that a runner waits for, does nothing but let time pass; undefined where it does more. */
export function sleepIn(node: ts.Node, { file, ancestors }: Around): string | undefined {
  const waited = ts.isAwaitExpression(node) ? node.expression : node;
  const time = pauseOf(waited, ancestors);
  if (time === undefined || time < SHORTEST_MS) return undefined;
  if (/useFakeTimers|fakeTimers|fakeAsync|mock\.timers/.test(file.text) || isPolling(ancestors))
    return undefined;
  return `${time} ms`;
}

function pauseOf(node: ts.Expression | ts.Node, ancestors: readonly ts.Node[]): number | undefined {
  if (ts.isNewExpression(node)) return promisedPause(node, ancestors);
  if (!ts.isCallExpression(node)) return undefined;
  const words = calleeWords(node.expression);
  const last = words.at(-1) ?? '';
  const [first] = node.arguments;
  if (first === undefined || node.arguments.length > 2) return undefined;
  const isPause =
    last === 'waitForTimeout' ||
    (words.length === 1 &&
      /^(?:sleep|delay|wait|pause|timeout|setTimeout|sleepMs|waitMs|waitFor\w*Ms)$/i.test(last)) ||
    (words.length === 2 &&
      /^(?:browser|driver|client|page|Bun|timers|timersPromises|utils?)$/.test(words[0] ?? '') &&
      /^(?:pause|sleep|delay|wait|setTimeout)$/.test(last)) ||
    (words[0] === 'cy' && last === 'wait');
  return isPause ? milliseconds(first, ancestors) : undefined;
}

/** `new Promise((done) => setTimeout(done, 1000))`. */
function promisedPause(node: ts.NewExpression, ancestors: readonly ts.Node[]): number | undefined {
  const made = node.arguments?.[0];
  if (ts.calledName(node) !== 'Promise' || !ts.isFunction(made)) return undefined;
  const call = onlyStep(made);
  if (!ts.isCallExpression(call) || calleeWords(call.expression).at(-1) !== 'setTimeout') return undefined;
  const [what, time] = call.arguments;
  const parameter = made.parameters[0]?.name;
  if (what === undefined || time === undefined || !ts.isIdentifier(parameter)) return undefined;
  const isOnlyDone = ts.isIdentifier(what) ? what.text === parameter.text : isCallOf(what, parameter.text);
  return isOnlyDone ? milliseconds(time, ancestors) : undefined;
}

/** `() => resolve()`, and nothing else. */
function isCallOf(node: ts.Expression, name: string): boolean {
  const call = ts.isArrowFunction(node) ? onlyStep(node) : undefined;
  return ts.isCallExpression(call) && ts.wordOf(call.expression) === name;
}

/** The one thing that a function does. */
function onlyStep({ body }: ts.ArrowFunction | ts.FunctionExpression): ts.Node | undefined {
  const only = ts.isBlock(body) && body.statements.length === 1 ? body.statements[0] : body;
  return ts.isExpressionStatement(only) ? only.expression : only;
}

function milliseconds(node: ts.Expression, ancestors: readonly ts.Node[], steps = 0): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  if (ts.isBinaryExpression(node)) {
    const left = milliseconds(node.left, ancestors, steps);
    const right = milliseconds(node.right, ancestors, steps);
    if (left === undefined || right === undefined) return undefined;
    if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
    return node.operatorToken.kind === ts.SyntaxKind.PlusToken ? left + right : undefined;
  }
  if (!ts.isIdentifier(node) || steps > 0) return undefined;
  const made = ancestors
    .map((each) => (ts.isSourceFile(each) || ts.isBlock(each) ? each.statements : []))
    .map((statements) => ts.initialValue(node.text, statements))
    .find((each) => each !== undefined);
  return made === undefined ? undefined : milliseconds(made, ancestors, steps + 1);
}

/** In a loop it asks again and again; in a function that is handed on it is somebody else's slowness. */
function isPolling(ancestors: readonly ts.Node[]): boolean {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node === undefined) break;
    if (ts.isIterationStatement(node) && !ts.isForInStatement(node)) return true;
    if (ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node)) return true;
    if (!ts.isFunction(node)) continue;
    const above = ancestors[at - 1];
    if (!ts.isCallExpression(above)) return true;
    const words = calleeWords(above.expression);
    return !/^(?:[fx]?it|test|specify|t|before|after|beforeEach|afterEach|beforeAll|afterAll|act|Deno)$/.test(
      words[0] ?? '',
    );
  }
  return true;
}
