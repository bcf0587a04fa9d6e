import type { ProjectRule } from '../../rule.ts';
import { flawRule } from '../../test-quality/flaws.ts';

/** Left over from looking at one test. */
export const rule: ProjectRule = flawRule(
  'focused',
  ({ what }) => `This ${what} is focused: any other beside it does not run`,
  {
    id: 'TEST-003',
    severity: 'HIGH',
    title: 'Focused test: the others do not run',
    why: 'All other tests of the file or run are silently left out, and nothing says so.',
    fix: 'Take the focus away before it is committed.',
    confidence: 'high',
  },
);
