import * as ts from '../../syntax/typescript/view.ts';

import type { CodeCheck } from '../../engine/rule.ts';
import { isInCallOf } from '../../syntax/typescript/around.ts';
import { isRecordData } from '../../concepts/mock/record-data.ts';
import { isDataSource } from '../../concepts/mock/data-sources.ts';

const FALLBACKS: ReadonlySet<string> = new Set(['catch']);

export const rule: CodeCheck = {
  kind: 'code',
  applies: isDataSource,
  visit: new Map([
    ts.on(ts.isCallExpression, (node, walk) => {
      if (!isRecordData(node.arguments[0])) return;
      if (ts.calledName(node) !== 'resolve' || ts.wordOf(ts.calledOn(node)) !== 'Promise') return;
      if (isInCallOf(walk.ancestors, FALLBACKS)) return;
      walk.report(node, 'Promise.resolve() returns hard-coded records');
    }),
  ]),
};
