import ts from 'typescript-api';

import type { CodeRule } from '../../rule.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

export const rule: CodeRule = {
  id: 'MOCK-007',
  family: 'mock',
  kind: 'code',
  severity: 'HIGH',
  title: 'An Observable that emits made-up records',
  why: 'It has the shape of a request and none of its substance.',
  fix: 'Return the request itself; wrap something only when there is something to wrap.',
  confidence: 'high',
  words: ['new Observable'],
  applies: isDataSource,
  visit: new Map([
    [
      ts.SyntaxKind.NewExpression,
      (node, walk) => {
        if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return;
        if (node.expression.text !== 'Observable') return;
        const [subscribe] = node.arguments ?? [];
        if (subscribe === undefined || !(ts.isArrowFunction(subscribe) || ts.isFunctionExpression(subscribe)))
          return;
        if (emitsRecords(subscribe.body))
          walk.report(node, 'an Observable emits records that are written out here');
      },
    ],
  ]),
};

function emitsRecords(body: ts.ConciseBody): boolean {
  const said = ts.isBlock(body)
    ? body.statements.flatMap((each) => (ts.isExpressionStatement(each) ? [each.expression] : []))
    : [body];
  return said.some(
    (call) =>
      ts.isCallExpression(call) &&
      ts.isPropertyAccessExpression(call.expression) &&
      call.expression.name.text === 'next' &&
      isRecordData(call.arguments[0]),
  );
}
