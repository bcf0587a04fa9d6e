import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'MOCK-003',
  family: 'mock',
  kind: 'project',
  ownFile: true,
  severity: 'HIGH',
  title: 'Records that call themselves mock or fake, in shipped code',
  why: 'They were put there until the real thing exists, and whoever reads the code last forgets them.',
  fix: 'Take the data from where it really lives, and move these records to a test.',
  confidence: 'high',
  check: saysFlaws('MOCK-003'),
};
