import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'BACK-001',
  family: 'back',
  kind: 'project',
  ownFile: true,
  severity: 'HIGH',
  title: 'SQL is put together with values in its text',
  why: 'Whoever chooses the value can end the text and write SQL of their own: read, change or delete what is not theirs.',
  fix: 'Give the value as a parameter (`$1`, `?`, `:name`, a tagged template); choose names of tables and columns from a fixed list.',
  confidence: 'high',
  check: saysFlaws('BACK-001'),
};
