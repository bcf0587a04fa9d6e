import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'E2E-001',
  family: 'e2e',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'An end-to-end test sleeps',
  why: 'The time is too short on a slow day and too long on all others: the test is flaky and slow.',
  fix: 'Wait for what must be there: an element, an answer, an address.',
  confidence: 'high',
  check: saysFlaws('E2E-001'),
};
