import * as ts from '../../syntax/typescript/view.ts';

import type { CodeCheck } from '../../engine/rule.ts';
import { isOfRxjs } from '../../syntax/typescript/imported.ts';
import { isDataSource } from '../../concepts/mock/data-sources.ts';

export const rule: CodeCheck = {
  kind: 'code',
  applies: isDataSource,
  visit: new Map([
    ts.on(ts.isCallExpression, (node, walk) => {
      const { source } = walk.file;
      const from = ts.calledOn(node);
      if (ts.calledName(node) !== 'pipe' || !ts.isCallExpression(from)) return;
      if (!isOfRxjs(source, from.expression, 'of')) return;
      // of(null) and of(undefined) with a delay is a timer, and honest about it.
      if (from.arguments.length === 0 || ts.isNothing(from.arguments[0])) return;
      const slow = node.arguments.find((each) => ts.isCallExpression(each) && isDelay(source, each));
      if (slow !== undefined) walk.report(slow, 'delay() makes a local value look fetched');
    }),
  ]),
};

function isDelay(source: ts.SourceFile, { expression, arguments: given }: ts.CallExpression): boolean {
  return isOfRxjs(source, expression, 'delay') && ts.isNumericLiteral(given[0]);
}
