import type { AuditorReport, ReportedFinding } from '../model/audit.ts';
import { placeOf } from '../model/finding.ts';
import type { Auditor } from '../model/team.ts';
import { recounted } from './recount.ts';
import { foldedName, type Requirement, requirementFinder } from './requirement-finder.ts';

type Grounds = {
  readonly auditor: Auditor;
  /** Everything that was required; where nothing was written down the requirements auditor can pass nothing. */
  readonly requirements: readonly Requirement[];
  /** Whether the judged commit has the file and line that a PASS names. */
  readonly isShown: (finding: ReportedFinding) => boolean;
  /** What the auditor reported before the fixes: it may pass that under any id. */
  readonly earlier?: readonly ReportedFinding[];
};

const MOST_NOTES = 20;

/**
 * Returns the part of an auditor's report that counts (TEAM-05, BEYOND-03). Everything against the work does. A PASS has
 * to name a file, and a line if any, that exists, and counts once and not where the same report fails it. The requirements auditor may pass
 * only requirements that exist, and after fixes what it reported itself. Set-aside passes are noted and change no number.
 */
export function admit(report: AuditorReport, grounds: Grounds): AuditorReport {
  const named = requirementFinder(grounds.requirements);
  const failed = new Set(
    report.findings.filter(({ verdict }) => verdict !== 'PASS').flatMap((each) => named(each) ?? []),
  );
  const passed = new Set<string>();
  const notes: string[] = [];
  const findings = report.findings.filter((finding) => {
    if (finding.verdict !== 'PASS') return true;
    const requirement = named(finding);
    const because = objection(finding, requirement, { ...grounds, failed, passed });
    if (because !== undefined) notes.push(`not counted: PASS of ${finding.id || finding.title}: ${because}`);
    else passed.add(keyOf(finding, requirement));
    return because === undefined;
  });
  if (notes.length === 0) return report;
  const more = notes.length > MOST_NOTES ? [`and ${notes.length - MOST_NOTES} more were not counted`] : [];
  const counted = recounted(grounds.auditor, findings, [report]);
  return {
    ...counted,
    complete: counted.complete && report.complete,
    reasons: [...new Set([...report.reasons, ...counted.reasons, ...notes.slice(0, MOST_NOTES), ...more])],
  };
}

type Sorted = Grounds & { readonly failed: ReadonlySet<string>; readonly passed: ReadonlySet<string> };

function objection(
  finding: ReportedFinding,
  requirement: string | undefined,
  { auditor, requirements, isShown, earlier = [], failed, passed }: Sorted,
): string | undefined {
  if (finding.file === '') return 'it names no file';
  if (!isShown(finding)) return `there is no ${placeOf(finding)}`;
  if (passed.has(keyOf(finding, requirement))) return 'it was reported before';
  if (requirement !== undefined)
    return failed.has(requirement) ? 'the same report has a FAIL or PARTIAL for this requirement' : undefined;
  // Only the requirements auditor is bound to the ids of the document; others report under ids of their own.
  if (auditor !== 'requirements') return undefined;
  const isOwn = ({ id, file }: ReportedFinding): boolean =>
    file === finding.file && foldedName(id) === foldedName(finding.id);
  if (finding.id !== '' && earlier.some(isOwn)) return undefined;
  if (requirements.length === 0) return 'no requirement is written down';
  const isTwo = requirementFinder(requirements)({ ...finding, verdict: 'FAIL' }) !== undefined;
  return isTwo ? 'its id and its title name two requirements' : 'no requirement has that name';
}

/** What a PASS may be counted for only once. */
function keyOf({ id, title, file, line }: ReportedFinding, requirement: string | undefined): string {
  return requirement === undefined
    ? `own ${foldedName(id)} ${foldedName(title)} ${file}:${line}`
    : `named ${requirement}`;
}

/** Requirements of a document that a report says nothing of: whoever leaves one out has not audited them (P8). */
export function unjudged(
  report: AuditorReport,
  requirements: readonly Requirement[],
): readonly Requirement[] {
  const named = requirementFinder(requirements);
  const spoken = new Set(report.findings.flatMap((finding) => named(finding) ?? []));
  return requirements.filter(({ id }) => !spoken.has(foldedName(id)));
}

export function unjudgedWords(left: readonly Requirement[]): readonly string[] {
  return left.map(({ id }) => `${id} is required and has no verdict`);
}

const NOT_JUDGED = 'not judged';

/**
 * A report that leaves requirements out, each of them an open finding of it, and so is each gap of the document: what it
 * found counts, and it is never a pass.
 */
export function withUnjudged(
  report: AuditorReport,
  left: readonly Requirement[],
  gaps: readonly string[] = [],
): AuditorReport {
  const words = [...unjudgedWords(left), ...gaps];
  const open = words.map((evidence, at): ReportedFinding => ({
    verdict: 'FAIL',
    severity: 'HIGH',
    id: left[at]?.id ?? '',
    title: at < left.length ? NOT_JUDGED : `${NOT_JUDGED}: ${evidence}`,
    file: '',
    line: 0,
    evidence,
    fixHint: '',
  }));
  const others = report.findings.filter(({ id, title }) => id !== '' || !title.startsWith(NOT_JUDGED));
  const counted = recounted(report.auditor ?? 'requirements', [...others, ...open], [report]);
  const reasons = [...new Set([...report.reasons, ...counted.reasons, ...words])];
  return { ...counted, complete: false, reasons };
}

/** Whether a finding says that a requirement has no verdict: nobody can fix that, and it is not a review of it. */
export function isNotJudged({ title }: Pick<ReportedFinding, 'title'>): boolean {
  return title.startsWith(NOT_JUDGED);
}
