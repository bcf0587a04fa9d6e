import { type AuditorReport, openSeverity, type ReportedFinding } from '../model/audit.ts';
import { isAtLeast, type Severity } from '../model/severity.ts';
import type { Auditor } from '../model/team.ts';
import { auditorReport } from '../formats/index.ts';

/**
 * Whether a file is still what a report was about. A path that nobody has at the judged commit, and a finding about no
 * file at all, are never untouched: what cannot be held against the tree is asked again.
 */
export type IsUntouched = (file: string) => boolean;

type Concern = { readonly auditor: Auditor; readonly gate: Severity; readonly isUntouched: IsUntouched };

/**
 * Whether a round of fixes concerns an auditor (TEAM-09): tests always, then whoever has something that was sent to a
 * fixer, then whoever spoke of a file that has changed since. A report with gaps counts as none.
 */
export function isConcerned(report: AuditorReport | null, { auditor, gate, isUntouched }: Concern): boolean {
  if (report === null || !report.complete || auditor === 'test') return true;
  return report.findings.some(
    (finding) =>
      !isUntouched(finding.file) || (finding.verdict !== 'PASS' && isAtLeast(openSeverity(finding), gate)),
  );
}

/**
 * One auditor's report after fixes: what it says now about what changed, with what it said before about what did not.
 * A pass about a changed file is gone. Something open is gone only when it was spoken of again: nobody's silence mends
 * anything.
 */
export function carryOver(
  earlier: AuditorReport,
  now: AuditorReport,
  isUntouched: IsUntouched,
): AuditorReport {
  const isAnswered = answeredBy(now.findings, earlier.findings);
  const standing = earlier.findings.filter(
    (finding) => !isAnswered(finding) && (finding.verdict !== 'PASS' || isUntouched(finding.file)),
  );
  const whole = auditorReport(earlier.auditor ?? 'technical', [...now.findings, ...standing]);
  if (!now.inconsistent && !earlier.inconsistent) return whole;
  // What contradicted itself once is still believed only where it speaks against the work.
  const believed = [earlier, now].filter(({ inconsistent }) => inconsistent);
  const score = Math.min(whole.summary.score, ...believed.map(({ summary }) => summary.score));
  return {
    ...whole,
    inconsistent: true,
    summary: { ...whole.summary, score },
    claimed: { ...whole.summary, score },
  };
}

/** The same id at the same file; the id alone where it was used for one thing only; the title where there is no id. */
function answeredBy(
  now: readonly ReportedFinding[],
  earlier: readonly ReportedFinding[],
): (finding: ReportedFinding) => boolean {
  const places = new Set(now.map((finding) => `${nameOf(finding)} ${finding.file}`));
  const names = new Set(now.map(nameOf));
  const uses = new Map<string, number>();
  for (const finding of earlier) uses.set(nameOf(finding), (uses.get(nameOf(finding)) ?? 0) + 1);
  return (finding) => {
    const name = nameOf(finding);
    return places.has(`${name} ${finding.file}`) || (names.has(name) && uses.get(name) === 1);
  };
}

function nameOf({ id, title }: ReportedFinding): string {
  return (id === '' ? `"${title}"` : id).toLowerCase().replace(/\s+/g, ' ').trim();
}
