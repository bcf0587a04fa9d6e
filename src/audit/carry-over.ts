import { type AuditorReport, openSeverity, type ReportedFinding } from '../model/audit.ts';
import { isAtLeast, type Severity } from '../model/severity.ts';
import type { Auditor } from '../model/team.ts';
import { requirementFinder, type Requirement } from './requirement-finder.ts';
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

type Ground = {
  readonly isUntouched: IsUntouched;
  /** Whether the judged commit has such a file. */
  readonly isThere: (file: string) => boolean;
  /** Everything that was required: a verdict about a requirement is about all of it. */
  readonly requirements: readonly Requirement[];
};

/**
 * Returns one auditor's report after fixes: its verdicts of now, and its earlier ones about files that did not change.
 * An earlier pass about a changed file is dropped. An open finding stays until a verdict answers it: silence closes
 * nothing. A PASS of a requirement that stays open somewhere is dropped.
 */
export function carryOver(earlier: AuditorReport, now: AuditorReport, ground: Ground): AuditorReport {
  const named = requirementFinder(ground.requirements);
  const isAnswered = answeredBy(now.findings, earlier.findings, { ...ground, named });
  const standing = earlier.findings.filter(
    (finding) => !isAnswered(finding) && (finding.verdict !== 'PASS' || ground.isUntouched(finding.file)),
  );
  const open = new Set(standing.flatMap((each) => (each.verdict === 'PASS' ? [] : (named(each) ?? []))));
  const answers = now.findings.filter((each) => each.verdict !== 'PASS' || !open.has(named(each) ?? ''));
  return recounted(earlier.auditor ?? 'technical', [...answers, ...standing], [earlier, now]);
}

type Named = Pick<Ground, 'isThere'> & { readonly named: ReturnType<typeof requirementFinder> };

/**
 * A verdict under the same name about the same file answers a finding. A verdict about another file answers it where the
 * name was used once before: any verdict answers a pass, a PASS answers an open requirement, or a finding whose file is
 * gone. An id of the auditor's own in a file that is still there is open until somebody speaks of that file: a PASS
 * elsewhere says nothing about it.
 */
function answeredBy(
  now: readonly ReportedFinding[],
  earlier: readonly ReportedFinding[],
  { isThere, named }: Named,
): (finding: ReportedFinding) => boolean {
  const nameOf = (finding: ReportedFinding): string => named(finding) ?? ownName(finding);
  const places = new Set(now.map((finding) => `${nameOf(finding)} ${finding.file}`));
  const names = new Set(now.map(nameOf));
  const passed = new Set(now.filter(({ verdict }) => verdict === 'PASS').map(nameOf));
  const uses = new Map<string, number>();
  for (const finding of earlier) uses.set(nameOf(finding), (uses.get(nameOf(finding)) ?? 0) + 1);
  return (finding) => {
    const name = nameOf(finding);
    if (places.has(`${name} ${finding.file}`)) return true;
    if (uses.get(name) !== 1) return false;
    if (finding.verdict === 'PASS') return names.has(name);
    return passed.has(name) && (named(finding) !== undefined || !isThere(finding.file));
  };
}

function ownName({ id, title }: ReportedFinding): string {
  return (id === '' ? `"${title}"` : id).toLowerCase().replace(/\s+/g, ' ').trim();
}
