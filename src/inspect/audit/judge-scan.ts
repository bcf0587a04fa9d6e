import {
  type Rule,
  type ScanFinding,
  type ScanResult,
  setHintsAside,
  type SuppressionNote,
  suppressionNotes,
} from '../../../packages/scan/index.ts';
import {
  againstBaseline,
  type AuditorResult,
  type AuditScore,
  type BaselineComparison,
  groupFixes,
  ruleChecks,
  scoreAudit,
  type ScorePolicy,
  waive,
} from '../../audit/index.ts';
import type { BaselineEntry } from '../../formats/index.ts';
import type { AuditTeamReport } from '../../model/audit.ts';
import { type Finding, fromScan, isOpen } from '../../model/finding.ts';
import { failingIn, type Report, reportOf } from '../../model/report.ts';
import { type Severity, severityRank } from '../../model/severity.ts';
import { type Auditor, auditors } from '../../model/team.ts';
import type { Waiver } from '../../model/finding-memory.ts';
import { matches } from '../../plan/index.ts';

/** All that a scan is judged by. */
export type ScanPolicy = {
  readonly rules: readonly Rule[];
  /** Rules that ran too and whose findings are only counted, proven ones excepted. */
  readonly hints?: readonly Rule[];
  /** The ids of all rules there are, asked or not. */
  readonly known: ReadonlySet<string>;
  readonly policy: ScorePolicy;
  readonly failOn: Severity;
  readonly today: string;
  readonly prefix: string;
  readonly waivers: readonly Waiver[];
  /** What has to be said before anything else. */
  readonly told?: readonly string[];
  readonly baseline: { readonly file: string; readonly entries: readonly BaselineEntry[] } | null;
  readonly since: Report['since'];
  /** The files of which findings are reported; undefined: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Whether every rule was asked about every file, so that what is unused can be said. */
  readonly whole: boolean;
  readonly durationMs: number;
  /** How many libraries may be checked; 0 switches their rules off. */
  readonly libraryChecks?: number;
};

export type JudgedScan = {
  readonly audit: Report;
  /** The conditions of a pass, with the findings that waivers and the baseline leave. */
  readonly policy: ScorePolicy;
  /** The same as the report of an audit team. */
  report(): AuditTeamReport;
  readonly compared: BaselineComparison;
};

/** Scores what scans can judge, and names what they cannot. A rule that crashed is no check that passed. */
export function judgeScan(whole: ScanResult, judging: ScanPolicy): JudgedScan {
  const { only, today, durationMs } = judging;
  const { result, hints } = setHintsAside(whole, judging.hints ?? []);
  // A rule that could not look, as at libraries that are not installed, has judged nothing.
  const ran = new Set(result.ran);
  const rules = [...judging.rules, ...(judging.hints ?? [])].filter(({ id }) => ran.has(id));
  const isTouched = ({ file, fingerprint }: ScanFinding): boolean =>
    only === undefined || only.has(file) || result.caused?.has(fingerprint) === true;
  const found = result.findings.filter(isTouched).map(judgedFinding);
  const waived = waive(found, judging.waivers, { today, matches });
  const compared = compare(waived.findings, result, judging);
  const findings = worstFirst(compared.findings);
  const open = findings.filter(isOpen);
  const failOn = judging.policy.severityGate;
  const policy = { ...judging.policy, standing: { failOn, failing: failingIn(findings, failOn) } };
  const score = scored(rules, open, new Set(result.crashes.map(({ rule }) => rule)), policy);
  const audit = reportOf(findings, {
    health: healthOf(score, result),
    overallScore: score.overallScore,
    scores: Object.fromEntries(score.auditors.map(({ auditor, score: own }) => [auditor, own])),
    scanned: result.scanned,
    seen: result.seen,
    ...hintCounts(hints.filter(isTouched)),
    notComputed: auditors.filter((each) => !score.auditors.some(({ auditor }) => auditor === each)),
    durationMs,
    failOn: judging.failOn,
    prefix: judging.prefix,
    since: judging.since,
    baseline: baselineStanding(compared, judging),
    notes: [...(judging.told ?? []), ...standingNotes(result, waived, judging)],
    left: result.left,
    unresolved: result.unresolved,
    crashes: result.crashes,
    rules: rules.map(({ id, family, severity, title, why, fix, confidence, measured }) => ({
      id,
      family,
      severity,
      title,
      why,
      fix,
      confidence,
      ...(measured === undefined ? {} : { useful: measured.useful / measured.read }),
    })),
  });
  return { audit, policy, report: () => teamReport(score, audit.health, judging), compared };
}

function hintCounts(found: readonly ScanFinding[]): Pick<Report, 'hints'> {
  if (found.length === 0) return {};
  const secrets = found.filter(({ family }) => family === 'secret').length;
  return { hints: { findings: found.length, rules: new Set(found.map(({ rule }) => rule)).size, secrets } };
}

/** A comment in the code itself excuses what an audit of that code finds. */
function judgedFinding({ suppressed, ...finding }: ScanFinding): Finding {
  const excuse = suppressed === null ? null : ({ kind: 'inline' } as const);
  return { ...fromScan(finding), suppressed, excuse, baseline: null };
}

function compare(
  findings: readonly Finding[],
  { ran, crashes }: ScanResult,
  { baseline, only }: ScanPolicy,
): BaselineComparison {
  if (baseline === null) return { findings, fixed: [] };
  return againstBaseline(findings, baseline.entries, { ran: new Set(ran), crashes, only });
}

function baselineStanding(
  { findings, fixed }: BaselineComparison,
  { baseline }: ScanPolicy,
): Report['baseline'] {
  if (baseline === null) return null;
  const count = (state: 'new' | 'known'): number => findings.filter((each) => each.baseline === state).length;
  return {
    file: baseline.file,
    known: count('known'),
    new: count('new'),
    fixed: fixed.map(({ rule, file, count: many }) => ({ rule, file, count: many })),
  };
}

/** What could not be looked at may hold anything: unknown is not passed. */
function healthOf({ health }: AuditScore, { crashes, scanned, ran }: ScanResult): Report['health'] {
  const isBlind = crashes.length > 0 || scanned.files === 0 || ran.length === 0;
  return isBlind && health === 'passed' ? 'unknown' : health;
}

function scored(
  rules: readonly Rule[],
  open: readonly Finding[],
  broken: ReadonlySet<string>,
  policy: ScorePolicy,
): AuditScore {
  const results = auditors
    .map((auditor) => resultOf(auditor, rules, open, broken))
    .filter(({ scanChecks }) => scanChecks.length > 0);
  return scoreAudit(results, policy);
}

function resultOf(
  auditor: Auditor,
  rules: readonly Rule[],
  findings: readonly Finding[],
  broken: ReadonlySet<string>,
): AuditorResult {
  const scanChecks = ruleChecks(auditor, rules, findings, broken);
  return { auditor, agentAsked: false, report: null, scanChecks };
}

function teamReport(
  score: AuditScore,
  health: Report['health'],
  { policy, durationMs }: ScanPolicy,
): AuditTeamReport {
  return {
    ...score,
    health,
    fixRoundsUsed: 0,
    fixGroups: groupFixes(score.findings, policy),
    durationSeconds: Math.round(durationMs / 100) / 10,
  };
}

/** Worst first, then by rule and place, so that the order never depends on who was quicker. */
function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  const text = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return findings.toSorted(
    (a, b) =>
      severityRank(b.severity) - severityRank(a.severity) ||
      text(a.rule, b.rule) ||
      text(a.file, b.file) ||
      a.line - b.line ||
      text(a.message, b.message),
  );
}

/** What there is to say of comments and waivers that do not do what they were meant to do. */
export function standingNotes(
  result: ScanResult,
  { expired, unused }: ReturnType<typeof waive>,
  { known, only, whole, rules, libraryChecks }: ScanPolicy,
): readonly string[] {
  const ran = new Set(result.ran);
  const idle = rules.filter(({ id }) => !ran.has(id)).map(({ id }) => id);
  const why =
    libraryChecks === 0 ? 'library checks are switched off (0)' : 'the code uses no installed library';
  const comments = suppressionNotes(result, known).filter(({ file }) => only === undefined || only.has(file));
  return [
    ...(idle.length === 0 ? [] : [`${idle.join(', ')} did not run: ${why}`]),
    ...comments.map(commentNote),
    ...expired.map(
      (waiver) => `the waiver of ${about(waiver)} expired on ${waiver.until} and does not count`,
    ),
    // Of what was not asked about nobody can say that it is not there.
    ...(whole ? unused.map((waiver) => `the waiver of ${about(waiver)} matches no finding`) : []),
  ];
}

function commentNote({ file, line, rule, problem }: SuppressionNote): string {
  return `${file}:${line}: ${problems[problem](rule)}`;
}

const problems: Readonly<Record<SuppressionNote['problem'], (rule: string) => string>> = {
  'no rule': () => 'this gauntlet-disable-next-line names no rule and does not count',
  'unknown rule': (rule) => `there is no rule ${rule} to disable`,
  'no reason': (rule) => `${rule} is disabled without a reason, which does not count: add "-- reason"`,
  unused: (rule) => `${rule} is disabled here but finds nothing: remove the comment`,
};

function about({ fingerprint, rule, path, by }: Waiver): string {
  const what = [rule, fingerprint, path === null ? null : `in ${path}`].filter((each) => each !== null);
  return `${what.join(' ')}${by === null ? '' : ` (${by})`}`;
}
