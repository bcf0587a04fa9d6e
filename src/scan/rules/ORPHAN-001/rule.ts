import { orphansOf } from '../../orphans/orphans.ts';
import type { ProjectRule } from '../../rule.ts';

/** A module nobody imports, and that is no beginning of anything. */
export const rule: ProjectRule = {
  id: 'ORPHAN-001',
  family: 'orphan',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'File that is imported nowhere',
  why: 'It is read, kept up and trusted, and runs in no program.',
  fix: 'Import it where it belongs, or delete it.',
  confidence: 'medium',
  check(project, report) {
    for (const { kind, path, line, name } of orphansOf(project))
      if (kind === 'file') report.find(path, { line }, `${name} exports something, and no file imports it`);
  },
};
