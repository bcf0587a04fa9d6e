import type { ProjectCheck } from '../../engine/rule.ts';
import { crossReference } from '../../concepts/requests/cross-reference.ts';

/** A request for an address that no route of the project serves. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { judged, unknown, elsewhere } = crossReference(project);
    const unclear = judged.filter(({ verdict }) => verdict === 'unclear').length;
    report.saw({ resolved: judged.length - unclear, unknown: unknown.length + unclear, elsewhere });
    for (const { because } of unknown) report.unresolved(because);
    for (const { file, line, method, path, verdict, because } of judged) {
      if (verdict === 'unclear') report.unresolved(because);
      if (verdict === 'not served')
        report.find(file, { line }, `no route serves ${method === undefined ? '' : `${method} `}${path}`);
    }
  },
};
