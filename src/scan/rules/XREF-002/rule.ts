import type { ProjectRule } from '../../rule.ts';
import { crossReference } from '../../xref/cross-reference.ts';

/** A request for an address that is served, but not with this method. */
export const rule: ProjectRule = {
  id: 'XREF-002',
  family: 'xref',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'Request with a method that its route does not serve',
  why: 'The address is right and the request fails all the same: the server answers "method not allowed" or "not found".',
  fix: 'Use the method the route has, or add the route for this one.',
  confidence: 'high',
  check(project, report) {
    for (const { file, line, method, path, verdict, because } of crossReference(project).judged)
      if (verdict === 'another method')
        report.find(file, { line }, `${path} is served for ${because}, not for ${method ?? 'this method'}`);
  },
};
