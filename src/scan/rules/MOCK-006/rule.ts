import ts from 'typescript-api';

import type { CodeRule, Visit } from '../../rule.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

const SUBJECTS: ReadonlySet<string> = new Set(['BehaviorSubject', 'ReplaySubject']);

export const rule: CodeRule = {
  id: 'MOCK-006',
  family: 'mock',
  kind: 'code',
  severity: 'HIGH',
  title: 'A store begins with made-up records',
  why: 'Everything that subscribes shows invented data until, or instead of, the real one.',
  fix: 'Begin empty and load; a seed of the database is the place for first records.',
  confidence: 'high',
  words: ['BehaviorSubject', 'signal('],
  applies: isDataSource,
  visit: new Map<ts.SyntaxKind, Visit>([
    [
      ts.SyntaxKind.NewExpression,
      (node, walk) => {
        if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return;
        if (SUBJECTS.has(node.expression.text) && isRecordData(node.arguments?.[0]))
          walk.report(node, `${node.expression.text} begins with records that are written out here`);
      },
    ],
    [
      ts.SyntaxKind.CallExpression,
      (node, walk) => {
        if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
        if (node.expression.text === 'signal' && isRecordData(node.arguments[0]))
          walk.report(node, 'a signal begins with records that are written out here');
      },
    ],
  ]),
};
