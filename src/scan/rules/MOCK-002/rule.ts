import ts from 'typescript-api';

import type { CodeCheck } from '../../rule.ts';
import { isInCallOf } from '../../syntax/around.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

const FALLBACKS: ReadonlySet<string> = new Set(['catch']);

export const rule: CodeCheck = {
  kind: 'code',
  words: ['Promise.resolve'],
  applies: isDataSource,
  visit: new Map([
    [
      ts.SyntaxKind.CallExpression,
      (node, walk) => {
        if (!ts.isCallExpression(node) || !isRecordData(node.arguments[0])) return;
        const { expression: called } = node;
        if (!ts.isPropertyAccessExpression(called) || called.name.text !== 'resolve') return;
        if (!ts.isIdentifier(called.expression) || called.expression.text !== 'Promise') return;
        if (isInCallOf(walk.ancestors, FALLBACKS)) return;
        walk.report(node, 'Promise.resolve() answers with records that are written out here');
      },
    ],
  ]),
};
