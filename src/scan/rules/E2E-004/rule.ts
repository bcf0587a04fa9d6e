import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'E2E-004',
  family: 'e2e',
  kind: 'project',
  ownFile: true,
  severity: 'HIGH',
  title: 'An end-to-end test has an empty body',
  why: 'It passes whatever the application does, and is counted as covered.',
  fix: 'Write the steps and what must be seen, or mark it as to do (`test.fixme`, `it.todo`).',
  confidence: 'high',
  check: saysFlaws('E2E-004'),
};
