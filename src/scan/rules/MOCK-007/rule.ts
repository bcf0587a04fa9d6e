import * as ts from '../../parse/typescript.ts';

import type { CodeCheck } from '../../rule.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

export const rule: CodeCheck = {
  kind: 'code',
  applies: isDataSource,
  visit: new Map([
    ts.on(ts.isNewExpression, (node, walk) => {
      const [subscribe] = node.arguments ?? [];
      if (ts.wordOf(node.expression) !== 'Observable' || !ts.isFunction(subscribe)) return;
      if (emitsRecords(subscribe.body)) walk.report(node, 'an Observable emits hard-coded records');
    }),
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
