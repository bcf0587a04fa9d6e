import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'SAFE-005',
  family: 'safety',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'The failure of a write is passed over',
  why: 'The caller is told that all is well, and what was to be kept is gone; nobody will find out why.',
  fix: 'Let the failure through, or record it and answer that it failed.',
  confidence: 'high',
  check: saysFlaws('SAFE-005'),
};
