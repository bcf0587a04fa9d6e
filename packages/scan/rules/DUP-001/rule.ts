import { duplicatesOf } from '../../concepts/duplication/duplicates.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** How many other places are named. */
const NAMED = 4;

/** Readers would share a long stretch, or one that is repeated often; shorter ones they call parallel by design. */
const LONG = 20;
const SHORT = 16;
const REPEATED = 36;

function isWorthSharing(lines: number, copies: number): boolean {
  return lines >= LONG || (lines >= SHORT && lines * copies >= REPEATED);
}

/** The same stretch of code in several files, whatever its texts and numbers are. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { places } of duplicatesOf(project)) {
      const [first, ...others] = places;
      if (first === undefined || !isWorthSharing(first.lines, others.length)) continue;
      const named = others.slice(0, NAMED).map(({ path, line }) => `${path}:${line}`);
      const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
      const message = `${first.lines} lines duplicated in ${named.join(', ')}${more}`;
      report.find(first.path, { line: first.line }, message);
    }
  },
};
