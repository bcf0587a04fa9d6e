import type { ProjectRule } from '../../rule.ts';
import { flawRule } from '../../test-quality/flaws.ts';

/** Tests that are written and never run. */
export const rule: ProjectRule = flawRule('skipped', ({ what }) => `A ${what} is skipped`, {
  id: 'TEST-004',
  severity: 'LOW',
  title: 'Skipped test',
  why: 'What it checked is no longer checked, and nobody is reminded.',
  fix: 'Mend it, delete it, or skip it on a condition with a reason.',
  confidence: 'high',
});
