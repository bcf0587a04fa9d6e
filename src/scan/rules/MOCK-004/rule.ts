import ts from 'typescript-api';

import type { CodeCheck } from '../../rule.ts';
import { calledName } from '../../syntax/around.ts';
import { bare, isRecordData, nameOf } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

export const rule: CodeCheck = {
  kind: 'code',
  words: ['setTimeout'],
  applies: isDataSource,
  visit: new Map([
    [
      ts.SyntaxKind.CallExpression,
      (node, walk) => {
        if (!ts.isCallExpression(node) || calledName(node) !== 'setTimeout') return;
        const [action] = node.arguments;
        if (isWaitedFor(walk.ancestors) && waitsToAnswer(walk.ancestors))
          return walk.report(node, 'this waits, and then answers with what is written out here');
        if (action === undefined || !(ts.isArrowFunction(action) || ts.isFunctionExpression(action))) return;
        if (answersWithRecords(action.body))
          walk.report(node, 'a timer answers with records that are written out here');
      },
    ],
  ]),
};

/** `await new Promise((resolve) => setTimeout(resolve, 800))`. */
function isWaitedFor(ancestors: readonly ts.Node[]): boolean {
  const executor = ancestors.findLastIndex(
    (each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each),
  );
  const made = ancestors[executor - 1];
  const around = ancestors[executor - 2];
  return (
    made !== undefined &&
    ts.isNewExpression(made) &&
    ts.isIdentifier(made.expression) &&
    made.expression.text === 'Promise' &&
    around !== undefined &&
    ts.isAwaitExpression(around) &&
    ancestors[executor - 3]?.kind === ts.SyntaxKind.ExpressionStatement
  );
}

/** Whether all that a function does is to wait and to give back what is written out in it. */
function waitsToAnswer(ancestors: readonly ts.Node[]): boolean {
  const statement = ancestors.findLastIndex((each) => ts.isExpressionStatement(each));
  const block = ancestors[statement - 1];
  if (block === undefined || !ts.isBlock(block)) return false;
  const last = block.statements.at(-1);
  if (last === undefined || !ts.isReturnStatement(last) || last.expression === undefined) return false;
  const asks = block.statements.some((each) => each !== ancestors[statement] && hasAwait(each));
  return !asks && (isRecordData(last.expression) || isFigures(last.expression) || isList(last.expression));
}

/** Two or more objects that stand there: after a wait for nothing they need not look like rows. */
function isList(node: ts.Expression): boolean {
  const inner = bare(node);
  return (
    ts.isArrayLiteralExpression(inner) &&
    inner.elements.length > 1 &&
    inner.elements.every((each) => ts.isObjectLiteralExpression(bare(each)))
  );
}

function hasAwait(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  return (
    ts.isAwaitExpression(node) || (ts.forEachChild(node, (each) => hasAwait(each) || undefined) ?? false)
  );
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
        (calledName(call) === 'resolve' && isFigures(call.arguments[0]))),
  );
}

/** What a timer may honestly answer: that it is over, or how it went. */
const OUTCOME = /time|error|abort|ok|success|done|cancel|status|code|message|type|kind|reason|result|value/i;

/** `{ waiting: 12, overdue: 3 }`: figures that somebody wrote out. */
function isFigures(node: ts.Expression | undefined): boolean {
  const inner = node === undefined ? undefined : bare(node);
  if (inner === undefined || !ts.isObjectLiteralExpression(inner) || inner.properties.length === 0)
    return false;
  return inner.properties.every(
    (each) =>
      ts.isPropertyAssignment(each) &&
      !OUTCOME.test(nameOf(each.name)) &&
      ts.isNumericLiteral(each.initializer) &&
      Number(each.initializer.text) > 1,
  );
}
