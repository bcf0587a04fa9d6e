import { orphansOf } from '../../orphans/orphans.ts';
import type { ProjectRule } from '../../rule.ts';

/** Something a module offers and nobody takes, the module itself neither. */
export const rule: ProjectRule = {
  id: 'ORPHAN-002',
  family: 'orphan',
  kind: 'project',
  severity: 'LOW',
  title: 'Export that is used nowhere',
  why: 'Dead code is kept up, read and believed to be in use.',
  fix: 'Use it, or delete it.',
  confidence: 'medium',
  check(project, report) {
    for (const { kind, path, line, name } of orphansOf(project))
      if (kind === 'export') report.find(path, { line }, `${name} is exported and used nowhere`);
  },
};
