import { orphansOf } from '../../orphans/orphans.ts';
import type { ProjectRule } from '../../rule.ts';

/** A component that no page, route, template or dialog shows. */
export const rule: ProjectRule = {
  id: 'ORPHAN-003',
  family: 'orphan',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'Component that is used nowhere',
  why: 'It was built to be seen, and nobody can come to it.',
  fix: 'Put it where it belongs (a page, a route, a template), or delete it.',
  confidence: 'medium',
  check(project, report) {
    for (const { kind, path, line, name } of orphansOf(project))
      if (kind === 'component') report.find(path, { line }, `${name} is a component that nothing shows`);
  },
};
