import * as ts from '../../packages/scan/syntax/typescript/view.ts';
import type { CodeRule } from '../../packages/scan/engine/rule.ts';

/** A rule over code with nothing to learn about: it finds every call of `console.log`. */
export const sampleRule: CodeRule = {
  id: 'SAMPLE-001',
  family: 'front',
  severity: 'INFO',
  confidence: 'high',
  title: 'console.log',
  why: 'It is a sample.',
  fix: 'Take it out.',
  kind: 'code',
  applies: () => true,
  visit: new Map([
    ts.on(ts.isCallExpression, (node, walk) => {
      if (ts.calledName(node) === 'log' && ts.wordOf(ts.calledOn(node)) === 'console')
        walk.report(node, 'a sample');
    }),
  ]),
};
