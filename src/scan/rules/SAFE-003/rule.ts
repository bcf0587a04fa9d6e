import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'SAFE-003',
  family: 'safety',
  kind: 'project',
  ownFile: true,
  severity: 'HIGH',
  title: 'A secret that is not set is replaced by a text of the sources',
  why: 'Where the setting was forgotten, everything goes on working, and everybody who has read the sources can sign and decrypt.',
  fix: 'Refuse to start without the setting.',
  confidence: 'high',
  check: saysFlaws('SAFE-003'),
};
