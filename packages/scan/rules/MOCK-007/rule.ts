import * as ts from '../../syntax/typescript/view.ts';

import type { CodeCheck } from '../../engine/rule.ts';
import { isRecordData } from '../../concepts/mock/record-data.ts';
import { isDataSource } from '../../concepts/mock/data-sources.ts';

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
