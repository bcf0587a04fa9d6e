import { crashText } from '../findings/plain.ts';
import { headline } from '../../model/outcome.ts';
import type { Report } from '../../model/report.ts';
import { listed } from '../document/document.ts';
import { markdownOf } from '../document/markdown.ts';
import { hintLines, leftText, notJudgedLines, seenLines } from './audit-words.ts';
import { standingLines, unresolvedText } from './audit-words.ts';

/**
 * What scans have to say beyond the findings, to stand at the end of AUDIT_REPORT.md: readers of the report's own
 * format pass over these headings.
 */
export function auditMarkdownEnd(audit: Report): string {
  const alone = audit.findings.flatMap(({ rule, file, line, suppressed }) =>
    suppressed == null ? [] : [`${rule} ${file}:${line}: ${suppressed}`],
  );
  const outcome = [headline(audit.outcome), ...hintLines(audit), ...standingLines(audit)];
  return markdownOf([
    ...listed('SCAN', [...outcome, ...notJudgedLines(audit)]),
    ...listed('UNDERSTOOD', seenLines(audit)),
    ...listed('LEFT ALONE', alone),
    ...listed('SKIPPED', audit.left.map(leftText)),
    ...listed('NOT ANALYSED', audit.unresolved.map(unresolvedText)),
    ...listed('NOTES', audit.notes),
    ...listed('FAILED', audit.crashes.map(crashText)),
  ]);
}
