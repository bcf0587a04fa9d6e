import { missingAssets } from '../../assets/missing-assets.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'ASSET-003',
  family: 'asset',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'A module imports a picture, font or other asset that is not there',
  why: 'The build fails, at the latest on a disk that tells upper from lower case.',
  fix: 'Add the file, or name the one that is there, with the same upper and lower case.',
  confidence: 'high',
  check: (project, report) => missingAssets(project, 'import', report),
};
