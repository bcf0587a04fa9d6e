import type { ProjectRule } from '../../rule.ts';
import { contracts } from '../../xref/contracts.ts';

/** A client whose types differ from what the contract promises. */
export const rule: ProjectRule = {
  id: 'API-002',
  family: 'api',
  kind: 'project',
  severity: 'HIGH',
  title: 'A field of an answer that the client does not know, or expects without promise',
  why: 'The client drops what it was to show, or waits for what nobody sends.',
  fix: 'Bring the type of the client in line with the contract.',
  confidence: 'medium',
  check(project, report) {
    const { breaches } = contracts(project);
    for (const breach of breaches)
      if (breach.rule === 'API-002') report.find(breach.file, { line: breach.line }, breach.message);
  },
};
