import { typescript as ts } from '../../packages/scan/index.ts';

import { short } from './condition-sites.ts';
import type { PlantingPlace } from './kinds.ts';

/** Assertions that hold whatever happens, and tests that are not run any more. */
export function testSites(node: ts.Node): readonly PlantingPlace[] {
  if (!ts.isCallExpression(node)) return [];
  const { expression } = node;
  if (/^(?:test|it|describe)$/.test(ts.wordOf(expression))) {
    const end = expression.getEnd();
    const what = `${short(node.arguments[0]?.getText() ?? 'the test')} is not run any more`;
    return [{ kind: 'skipped-test', start: end, end, text: '.skip', what }];
  }
  return weakened(node);
}

const ALREADY_WEAK = /^(?:toBeDefined|toBeTruthy|not|resolves|rejects|toBeNull|toBeUndefined)$/;

function weakened(call: ts.CallExpression): readonly PlantingPlace[] {
  const { expression } = call;
  if (!ts.isPropertyAccessExpression(expression) || ALREADY_WEAK.test(expression.name.text)) return [];
  if (!/^to[A-Z]/.test(expression.name.text) || !isExpected(expression.expression)) return [];
  const isDenied = expression.expression.getText().endsWith('.not');
  const text = isDenied ? 'toBe(Symbol())' : 'toBeDefined()';
  const what = `the test asserts almost nothing about ${short(expression.expression.getText())}`;
  return [{ kind: 'weakened-test', start: expression.name.getStart(), end: call.getEnd(), text, what }];
}

/** `expect(x)`, `expect(x).not`, `expect(x).resolves`. */
function isExpected(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return isExpected(node.expression);
  return ts.isCallExpression(node) && /^expect(?:\.soft)?$/.test(node.expression.getText());
}
