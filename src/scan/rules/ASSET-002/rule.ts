import { missingAssets } from '../../assets/missing-assets.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'ASSET-002',
  family: 'asset',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'A style names a picture or font that is not there',
  why: 'The background or font never comes, or the build breaks.',
  fix: 'Add the file, or name the one that is there, with the same upper and lower case.',
  confidence: 'high',
  check: (project, report) => missingAssets(project, 'url', report),
};
