import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'BACK-017',
  family: 'back',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'Input is validated and the result is ignored',
  why: 'It looks checked and is not: the code goes on with whatever was sent.',
  fix: 'Stop when the check fails, and go on with what the check gives, not with the raw input.',
  confidence: 'high',
  check: saysFlaws('BACK-017'),
};
