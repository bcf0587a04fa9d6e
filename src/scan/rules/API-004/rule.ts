import type { ProjectRule } from '../../rule.ts';
import { contracts } from '../../xref/contracts.ts';

/** A request type that lacks what the contract says is sent. */
export const rule: ProjectRule = {
  id: 'API-004',
  family: 'api',
  kind: 'project',
  severity: 'HIGH',
  title: 'A promised field of a request that the server does not take',
  why: 'What the user entered is sent and silently dropped.',
  fix: 'Take the field in the type of the request, or change the contract.',
  confidence: 'medium',
  check(project, report) {
    const { breaches } = contracts(project);
    for (const breach of breaches)
      if (breach.rule === 'API-004') report.find(breach.file, { line: breach.line }, breach.message);
  },
};
