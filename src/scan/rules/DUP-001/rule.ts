import { duplicatesOf } from '../../duplication/duplicates.ts';
import type { ProjectRule } from '../../rule.ts';

/** How many other places are named. */
const NAMED = 4;

/** The same stretch of code in several files, whatever its texts and numbers are. */
export const rule: ProjectRule = {
  id: 'DUP-001',
  family: 'duplication',
  kind: 'project',
  severity: 'LOW',
  title: 'The same code stands in several files',
  why: 'A mistake is mended in one place and stays in the others; the copies drift apart.',
  fix: 'Keep it in one place that all of them use.',
  confidence: 'high',
  check(project, report) {
    for (const { places } of duplicatesOf(project)) {
      const [first, ...others] = places;
      if (first === undefined) continue;
      const named = others.slice(0, NAMED).map(({ path, line }) => `${path}:${line}`);
      const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
      const message = `${first.lines} lines from here on stand in ${named.join(', ')}${more} as well`;
      report.find(first.path, { line: first.line }, message);
    }
  },
};
