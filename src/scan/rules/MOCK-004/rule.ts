import ts from 'typescript-api';

import type { CodeRule } from '../../rule.ts';
import { calledName } from '../../syntax/around.ts';
import { bare, isRecordData, nameOf } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

export const rule: CodeRule = {
  id: 'MOCK-004',
  family: 'mock',
  kind: 'code',
  severity: 'MEDIUM',
  title: 'A timer that plays a slow backend and then answers with made-up records',
  why: 'The waiting makes it look real; nothing was asked and nothing can fail.',
  fix: 'Make the request. A test can control time without the product pretending.',
  confidence: 'high',
  words: ['setTimeout'],
  applies: isDataSource,
  visit: new Map([
    [
      ts.SyntaxKind.CallExpression,
      (node, walk) => {
        if (!ts.isCallExpression(node) || calledName(node) !== 'setTimeout') return;
        const [action] = node.arguments;
        if (action === undefined || !(ts.isArrowFunction(action) || ts.isFunctionExpression(action))) return;
        if (answersWithRecords(action.body))
          walk.report(node, 'a timer answers with records that are written out here');
      },
    ],
  ]),
};

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
