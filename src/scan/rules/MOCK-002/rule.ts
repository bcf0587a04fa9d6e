import * as ts from '../../parse/typescript.ts';

import type { CodeCheck } from '../../rule.ts';
import { isInCallOf } from '../../syntax/around.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

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
