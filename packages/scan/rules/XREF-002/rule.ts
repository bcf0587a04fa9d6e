import type { ProjectCheck } from '../../engine/rule.ts';
import { crossReference } from '../../concepts/requests/cross-reference.ts';

/** A request for an address that is served, but not with this method. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { file, line, method, path, verdict, because } of crossReference(project).judged)
      if (verdict === 'another method')
        report.find(file, { line }, `${path} is served for ${because}, not for ${method ?? 'this method'}`);
  },
};
