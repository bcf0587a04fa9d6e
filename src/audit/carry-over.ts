import { type AuditorReport, openSeverity, type ReportedFinding } from '../model/audit.ts';
import { isAtLeast, type Severity } from '../model/severity.ts';
import type { Auditor } from '../model/team.ts';
import { recounted } from './recount.ts';

/**
 * Whether a file is still what a report was about. A path that nobody has at the judged commit, and a finding about no
 * file at all, are never untouched: what cannot be held against the tree is asked again.
 */
export type IsUntouched = (file: string) => boolean;

type Concern = {
  readonly auditor: Auditor;
  readonly gate: Severity;
  readonly isUntouched: IsUntouched;
  /** The fixes changed a file that nobody of the team has spoken of: no verdict stands for it. */
  readonly isNewGround: boolean;
};

/**
 * Whether a round of fixes concerns an auditor (TEAM-09): tests always, then whoever has something that was sent to a
 * fixer, then whoever spoke of a file that has changed since; and everybody, where a file has changed that nobody spoke
 * of. A report with gaps counts as none.
 */
export function isConcerned(report: AuditorReport | null, concern: Concern): boolean {
  const { auditor, gate, isUntouched, isNewGround } = concern;
  if (report === null || !report.complete || auditor === 'test' || isNewGround) return true;
  return report.findings.some(
    (finding) =>
      !isUntouched(finding.file) || (finding.verdict !== 'PASS' && isAtLeast(openSeverity(finding), gate)),
  );
}

/** Whether a file is among those that a team has said something about. */
export function spokenOf(reports: readonly AuditorReport[]): (file: string) => boolean {
  const files = new Set(reports.flatMap(({ findings }) => findings.map(({ file }) => file)));
  return (file) => files.has(file);
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
  return recounted(earlier.auditor ?? 'technical', [...now.findings, ...standing], [earlier, now]);
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
