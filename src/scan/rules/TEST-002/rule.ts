import type { ProjectRule } from '../../rule.ts';
import { flawRule } from '../../test-quality/flaws.ts';

/** Constants and values held against themselves. */
export const rule: ProjectRule = flawRule('always true', ({ what }) => `The assertion cannot fail: ${what}`, {
  id: 'TEST-002',
  severity: 'HIGH',
  title: 'Assertion that cannot fail',
  why: 'The test passes whatever the code does.',
  fix: 'Assert on what the code under test gives, against a value that is written down.',
  confidence: 'high',
});
