import type { ProjectRule } from '../../rule.ts';
import { flawRule } from '../../test-quality/flaws.ts';

/** Time that passes instead of a condition that is waited for. */
export const rule: ProjectRule = flawRule('sleep', ({ what }) => `The test sleeps ${what}`, {
  id: 'TEST-006',
  severity: 'LOW',
  title: 'Test that sleeps for a fixed time',
  why: 'Too short on a slow machine, it fails now and then; long enough, it makes every run slow.',
  fix: 'Wait for what must happen (an event, an element, a state), or use fake timers.',
  confidence: 'high',
});
