import { saysFlaws } from '../../facts/flaws.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'BACK-018',
  family: 'back',
  kind: 'project',
  ownFile: true,
  severity: 'MEDIUM',
  title: 'A number from the request is used without a check',
  why: '`/items/abc` becomes NaN, or an exception: a query that finds nothing or everything, or an error 500 instead of a 400.',
  fix: 'Answer 400 unless it is a number in range; let a schema, a pipe or the framework do it.',
  confidence: 'high',
  check: saysFlaws('BACK-018'),
};
