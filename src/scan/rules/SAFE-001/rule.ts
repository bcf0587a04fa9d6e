import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'SAFE-001',
  family: 'safety',
  kind: 'project',
  ownFile: true,
  severity: 'HIGH',
  title: 'A shell command is put together with values',
  why: 'Whoever chooses the value can end the command and run one of their own, with the rights of the server.',
  fix: 'Start the program without a shell and give the values as arguments (`execFile`, `spawn`, `subprocess.run([...])`).',
  confidence: 'high',
  check: saysFlaws('SAFE-001'),
};
