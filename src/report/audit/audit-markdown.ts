import { crashText } from '../findings/plain.ts';
import { headline } from '../../model/outcome.ts';
import type { Report } from '../../model/report.ts';
import { md } from '../markdown-text.ts';
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
  return [
    ...section('SCAN', [
      headline(audit.outcome),
      ...hintLines(audit),
      ...standingLines(audit),
      ...notJudgedLines(audit),
    ]),
    ...section('UNDERSTOOD', seenLines(audit)),
    ...section('LEFT ALONE', alone),
    ...section('SKIPPED', audit.left.map(leftText)),
    ...section('NOT ANALYSED', audit.unresolved.map(unresolvedText)),
    ...section('NOTES', audit.notes),
    ...section('FAILED', audit.crashes.map(crashText)),
  ].join('\n');
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [`## ${heading}`, '', ...lines.map((line) => `- ${md(line)}`), ''];
}
