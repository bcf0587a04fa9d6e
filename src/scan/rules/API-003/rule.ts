import type { ProjectRule } from '../../rule.ts';
import { contracts } from '../../xref/contracts.ts';

/** A field that is a number here and a text there. */
export const rule: ProjectRule = {
  id: 'API-003',
  family: 'api',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'A field that is one kind of value in the contract and another in the code',
  why: 'A number compared with a text is never equal; sums become strings, conditions are always true.',
  fix: 'Use one kind of value on both sides and in the contract.',
  confidence: 'medium',
  check(project, report) {
    const { breaches } = contracts(project);
    for (const breach of breaches)
      if (breach.rule === 'API-003') report.find(breach.file, { line: breach.line }, breach.message);
  },
};
