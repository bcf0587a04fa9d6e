import ts from 'typescript-api';

import type { CodeRule } from '../../rule.ts';
import { isInCallOf } from '../../syntax/around.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

const FALLBACKS: ReadonlySet<string> = new Set(['catch']);

export const rule: CodeRule = {
  id: 'MOCK-002',
  family: 'mock',
  kind: 'code',
  severity: 'HIGH',
  title: 'A service answers with made-up records by Promise.resolve()',
  why: 'Callers believe they talk to a backend; what they get was written out by hand and never changes.',
  fix: 'Make the request; move the records to a test or a seed.',
  confidence: 'high',
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
