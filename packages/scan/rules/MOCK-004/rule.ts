import * as ts from '../../syntax/typescript/view.ts';

import type { CodeCheck } from '../../engine/rule.ts';
import { isRecordData } from '../../concepts/mock/record-data.ts';
import { isDataSource } from '../../concepts/mock/data-sources.ts';

export const rule: CodeCheck = {
  kind: 'code',
  applies: isDataSource,
  visit: new Map([
    ts.on(ts.isCallExpression, (node, walk) => {
      if (ts.calledName(node) !== 'setTimeout') return;
      const [action] = node.arguments;
      if (isWaitedFor(walk.ancestors) && waitsToAnswer(walk.ancestors))
        return walk.report(node, 'this waits, and then returns hard-coded data');
      if (!ts.isFunction(action)) return;
      if (answersWithRecords(action.body)) walk.report(node, 'a timer returns hard-coded records');
    }),
  ]),
};

/** `await new Promise((resolve) => setTimeout(resolve, 800))`. */
function isWaitedFor(ancestors: readonly ts.Node[]): boolean {
  const executor = ancestors.findLastIndex((each) => ts.isFunction(each));
  const made = ancestors[executor - 1];
  const around = ancestors[executor - 2];
  return (
    ts.isNewExpression(made) &&
    ts.wordOf(made.expression) === 'Promise' &&
    ts.isAwaitExpression(around) &&
    ancestors[executor - 3]?.kind === ts.SyntaxKind.ExpressionStatement
  );
}

/** Whether all that a function does is to wait and to give back what is written out in it. */
function waitsToAnswer(ancestors: readonly ts.Node[]): boolean {
  const statement = ancestors.findLastIndex((each) => ts.isExpressionStatement(each));
  const block = ancestors[statement - 1];
  if (!ts.isBlock(block)) return false;
  const last = block.statements.at(-1);
  if (!ts.isReturnStatement(last) || last.expression === undefined) return false;
  const asks = block.statements.some((each) => each !== ancestors[statement] && hasAwait(each));
  return !asks && (isRecordData(last.expression) || isFigures(last.expression) || isList(last.expression));
}

/** Two or more objects that stand there: after a wait for nothing they need not look like rows. */
function isList(node: ts.Expression): boolean {
  const inner = ts.bare(node);
  return (
    ts.isArrayLiteralExpression(inner) &&
    inner.elements.length > 1 &&
    inner.elements.every((each) => ts.isObjectLiteralExpression(ts.bare(each)))
  );
}

function hasAwait(node: ts.Node): boolean {
  return ts.has(node, ts.isAwaitExpression, ts.isFunctionLike);
}

/** `resolve([{…}])`, `callback(null, {…})`, `observer.next([{…}])`: directly in the body, not somewhere below. */
function answersWithRecords(body: ts.ConciseBody): boolean {
  const calls = ts.isBlock(body)
    ? body.statements.flatMap((each) => (ts.isExpressionStatement(each) ? [each.expression] : []))
    : [body];
  return calls.some(
    (call) =>
      ts.isCallExpression(call) &&
      (call.arguments.some((each) => isRecordData(each)) ||
        (ts.calledName(call) === 'resolve' && isFigures(call.arguments[0]))),
  );
}

/** What a timer may honestly answer: that it is over, or how it went. */
const OUTCOME = /time|error|abort|ok|success|done|cancel|status|code|message|type|kind|reason|result|value/i;

/** `{ waiting: 12, overdue: 3 }`: figures that somebody wrote out. */
function isFigures(node: ts.Expression | undefined): boolean {
  const inner = ts.bare(node);
  if (!ts.isObjectLiteralExpression(inner) || inner.properties.length === 0) return false;
  return inner.properties.every(
    (each) =>
      ts.isPropertyAssignment(each) &&
      !OUTCOME.test(ts.keyOf(each.name)) &&
      ts.isNumericLiteral(each.initializer) &&
      Number(each.initializer.text) > 1,
  );
}
