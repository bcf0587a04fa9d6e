import type { ProjectRule } from '../../rule.ts';
import { flawRule } from '../../test-quality/flaws.ts';

/** A title with nothing behind it. */
export const rule: ProjectRule = flawRule('empty', ({ what }) => `The test "${what}" is empty`, {
  id: 'TEST-005',
  severity: 'HIGH',
  title: 'Test with an empty body',
  why: 'It passes, and counts as a test of what its title promises.',
  fix: 'Write it, or mark it as one to be written (it.todo).',
  confidence: 'high',
});
