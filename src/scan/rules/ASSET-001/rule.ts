import { missingAssets } from '../../assets/missing-assets.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'ASSET-001',
  family: 'asset',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'A page names a picture, font, film or document that is not there',
  why: 'The browser shows a broken picture or a "not found" page.',
  fix: 'Add the file, or name the one that is there, with the same upper and lower case.',
  confidence: 'high',
  check: (project, report) => missingAssets(project, 'attribute', report),
};
