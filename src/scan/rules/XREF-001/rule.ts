import type { ProjectRule } from '../../rule.ts';
import { crossReference } from '../../xref/cross-reference.ts';

/** A request for an address that no route of the project serves. */
export const rule: ProjectRule = {
  id: 'XREF-001',
  family: 'xref',
  kind: 'project',
  severity: 'HIGH',
  title: 'Request to an address that no route serves',
  why: 'The request gets "not found" in the hands of the user: the route is missing, was renamed, or the address is misspelt.',
  fix: 'Add the route, or ask for the address that is there.',
  confidence: 'high',
  check(project, report) {
    const { judged, unknown } = crossReference(project);
    for (const { because } of unknown) report.unresolved(because);
    for (const { file, line, method, path, verdict, because } of judged) {
      if (verdict === 'unclear') report.unresolved(because);
      if (verdict === 'not served')
        report.find(file, { line }, `no route serves ${method === undefined ? '' : `${method} `}${path}`);
    }
  },
};
