import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'BACK-002',
  family: 'back',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'A query or request is awaited in a loop (N+1)',
  why: 'A list of a thousand asks a thousand times and waits for each: it is quick with the three rows of a test and stands still with real data.',
  fix: 'Ask once for all of them (`where id in (…)`, a join, an include, a bulk write), or send independent requests together in bounded batches.',
  confidence: 'high',
  check: saysFlaws('BACK-002'),
};
