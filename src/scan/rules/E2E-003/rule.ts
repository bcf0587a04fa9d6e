import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'E2E-003',
  family: 'e2e',
  kind: 'project',
  ownFile: true,
  severity: 'HIGH',
  title: 'An end-to-end test makes up the answers of its own application',
  why: 'What is tested is the made-up answer: the application behind it may be broken or missing.',
  fix: 'Let the test talk to the real application with seeded data; stand in only for servers of others, or for errors.',
  confidence: 'high',
  check: saysFlaws('E2E-003'),
};
