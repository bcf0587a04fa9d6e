import type { ProjectRule } from '../../rule.ts';
import { contracts } from '../../xref/contracts.ts';

/** An answer that lacks what the contract promises. */
export const rule: ProjectRule = {
  id: 'API-001',
  family: 'api',
  kind: 'project',
  severity: 'HIGH',
  title: 'A promised field of an answer that the server does not give',
  why: 'The client reads a field that never comes and shows nothing, or breaks, where the contract promised a value.',
  fix: 'Give the field in the answer, or change the contract.',
  confidence: 'medium',
  check(project, report) {
    const { breaches, unresolved } = contracts(project);
    for (const what of unresolved) report.unresolved(what);
    for (const breach of breaches)
      if (breach.rule === 'API-001') report.find(breach.file, { line: breach.line }, breach.message);
  },
};
