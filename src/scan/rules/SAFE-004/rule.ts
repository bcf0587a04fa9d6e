import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'SAFE-004',
  family: 'safety',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'Every website may send requests with cookies',
  why: 'A page that a user visits can read and change what is theirs here, as that user.',
  fix: 'Name the origins that may, or leave credentials out.',
  confidence: 'high',
  check: saysFlaws('SAFE-004'),
};
