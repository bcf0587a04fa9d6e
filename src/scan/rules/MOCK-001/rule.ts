import * as ts from '../../parse/typescript.ts';

import type { CodeCheck } from '../../rule.ts';
import { isInCallOf } from '../../syntax/around.ts';
import { isOfRxjs } from '../../syntax/imported.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';
import { wordSet } from '../../words.ts';

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
