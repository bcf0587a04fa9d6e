import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'SAFE-002',
  family: 'safety',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'Certificates are not checked',
  why: 'Anybody on the way can pose as the other side, read what is sent and change it.',
  fix: 'Leave the check on; trust the authority of your own servers by its certificate (`ca`, `NODE_EXTRA_CA_CERTS`, `verify="ca.pem"`).',
  confidence: 'high',
  check: saysFlaws('SAFE-002'),
};
