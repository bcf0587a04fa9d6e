import * as ts from '../../syntax/typescript/view.ts';

import type { CodeCheck } from '../../engine/rule.ts';
import { isInCallOf } from '../../syntax/typescript/around.ts';
import { isOfRxjs } from '../../syntax/typescript/imported.ts';
import { isRecordData } from '../../concepts/mock/record-data.ts';
import { isDataSource } from '../../concepts/mock/data-sources.ts';
import { wordSet } from '../../engine/words.ts';

/** A fallback after an error is meant to be made up. */
const FALLBACKS = wordSet('catchError defaultIfEmpty onErrorResumeNext startWith');

export const rule: CodeCheck = {
  kind: 'code',
  applies: isDataSource,
  visit: new Map([
    ts.on(ts.isCallExpression, (node, walk) => {
      if (!isRecordData(node.arguments[0])) return;
      if (!isOfRxjs(walk.file.source, node.expression, 'of')) return;
      if (isInCallOf(walk.ancestors, FALLBACKS)) return;
      walk.report(node, 'of() returns hard-coded records');
    }),
  ]),
};
