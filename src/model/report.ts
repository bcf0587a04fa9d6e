import type { AuditHealth } from './audit.ts';
import { count } from './amounts.ts';
import { type Finding, isOpen } from './finding.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { ScanCoverage } from '../../packages/scan/finding.ts';
import { isAtLeast, type Severity } from './severity.ts';
import type { Auditor } from './team.ts';

/** A rule that ran, as a report describes it. */
export type ReportRule = {
  readonly id: string;
  readonly family: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly confidence: 'high' | 'medium';
  /** The share of its findings that readers found useful; not there where nobody has read any. */
  readonly useful?: number;
};

/** Findings compared with the baseline. */
export type BaselineStanding = {
  readonly file: string;
  readonly known: number;
  readonly new: number;
  /** Entries that no rule finds any more. */
  readonly fixed: readonly { readonly rule: string; readonly file: string; readonly count: number }[];
};

/**
 * One report for every format that other programs read: of an audit by scans, of a team's audit, of a review or of a run.
 * `gauntlet audit --json` prints it.
 */
export type Report = {
  /** The verdict, which the exit code follows. Health and scores describe the whole repository, known findings included. */
  readonly outcome: Outcome;
  readonly health: AuditHealth;
  readonly overallScore: number;
  readonly scores: Readonly<Partial<Record<Auditor, number>>>;
  /** Worst first. */
  readonly findings: readonly Finding[];
  /** Open findings by severity. */
  readonly counts: Readonly<Record<Severity, number>>;
  readonly scanned: { readonly files: number; readonly bytes: number };
  /** What the rules over the project had to go by. Zero means that none was understood, not that there is none. */
  readonly seen?: ScanCoverage;
  /** Findings of rules that readers found less useful: counted, not listed. Absent where there are none. */
  readonly hints?: { readonly findings: number; readonly rules: number; readonly secrets: number };
  /** Auditors without a score: no scan can judge their part. */
  readonly notComputed: readonly Auditor[];
  readonly durationMs: number;
  /** The mildest severity that fails, and how many findings do. */
  readonly failOn: Severity;
  readonly failing: number;
  /** Who accepted the findings and why, where the result is a pass for that reason alone. */
  readonly accepted?: string;
  /** Where the folder is in its repository, with a slash at its end; empty at the top. */
  readonly prefix: string;
  /** Only findings of these changes were reported; null: all findings. */
  readonly since: { readonly ref: string; readonly files: number } | null;
  readonly baseline: BaselineStanding | null;
  /** Notes about suppressions, waivers and settings: without a reason, unused, expired. */
  readonly notes: readonly string[];
  readonly left: readonly {
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
  readonly unresolved: readonly { readonly rule: string; readonly what: string; readonly count: number }[];
  readonly crashes: readonly { readonly rule: string; readonly file: string; readonly because: string }[];
  /** Every rule that was asked, whether or not it found anything. */
  readonly rules: readonly ReportRule[];
};

/** A report about findings. The outcome, counts and rules follow from them, and health where nobody scored. */
export function reportOf(findings: readonly Finding[], given: Partial<Report>): Report {
  const { failOn = 'HIGH', crashes = [], ...more } = given;
  const failing = failingIn(findings, failOn);
  const outcome = more.outcome ?? scanOutcome({ ...given, failing, failOn, crashes });
  const { verdict } = outcome;
  return {
    outcome,
    health: verdict === 'passed' ? 'passed' : verdict === 'failed' ? 'needs-fixes' : 'unknown',
    overallScore: verdict === 'passed' ? 1 : 0,
    scores: {},
    findings,
    counts: countsOf(findings.filter(isOpen)),
    scanned: { files: 0, bytes: 0 },
    notComputed: [],
    durationMs: 0,
    failOn,
    failing,
    prefix: '',
    since: null,
    baseline: null,
    notes: [],
    left: [],
    unresolved: [],
    crashes,
    rules: rulesOf(findings),
    ...more,
  };
}

type Scanned = Pick<Report, 'failing' | 'failOn' | 'crashes'> & Partial<Report>;

/** The outcome of an audit by scans: one that could not look at everything is never a pass. */
function scanOutcome({ failing, failOn, crashes, baseline = null, scanned, rules }: Scanned): Outcome {
  const fresh = baseline === null ? '' : 'new ';
  const blind = [
    ...(crashes.length > 0
      ? [`${count(crashes.length, 'rule or file', 'rules or files')} could not be checked`]
      : []),
    ...(rules?.length === 0 ? ['no enabled rule applies to these files'] : []),
    ...(scanned?.files === 0 ? ['there was nothing to scan'] : []),
  ];
  const isPassed = failing + blind.length === 0;
  return outcomeOf({
    failing: failing === 0 ? [] : [failingWords(failing, failOn, fresh)],
    notComputed: blind.slice(0, 1),
    besides: isPassed ? [`no ${fresh}finding at ${failOn} or worse`] : [],
  });
}

/** `2 findings at HIGH or worse`. */
export function failingWords(failing: number, failOn: Severity, fresh = ''): string {
  return `${count(failing, `${fresh}finding`)} at ${failOn} or worse`;
}

/** Whether this finding makes the report fail. */
export function isFailing(finding: Finding, failOn: Severity): boolean {
  return isOpen(finding) && finding.baseline !== 'known' && isAtLeast(finding.severity, failOn);
}

/** How many findings fail a report whatever its score. */
export function failingIn(findings: readonly Finding[], failOn: Severity): number {
  return findings.filter((finding) => isFailing(finding, failOn)).length;
}

export function countsOf(
  findings: readonly { readonly severity: Severity }[],
): Readonly<Record<Severity, number>> {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Agents name their own categories, so the list of rules follows from the findings. */
export function rulesOf(findings: readonly Finding[]): readonly ReportRule[] {
  const rules = new Map<string, ReportRule>();
  for (const finding of findings) {
    const { rule: id, source, family = source.name, severity, fix } = finding;
    if (rules.has(id)) continue;
    const confidence = confidenceOf(finding);
    rules.set(id, { id, family, severity, title: id, why: wordsOf(finding), fix, confidence });
  }
  return [...rules.values()];
}

/** A machine that looked is surer than an agent that says so. */
export function confidenceOf({ confidence, source: { kind } }: Finding): 'high' | 'medium' {
  return confidence ?? (kind === 'scan' || kind === 'gate' ? 'high' : 'medium');
}

/** Description, problem and impact in one text, for formats that have only one. */
export function wordsOf({ title, message, impact = '' }: Finding): string {
  const parts = [
    ...(title === undefined ? [] : [title]),
    message,
    ...(impact === '' ? [] : [`Impact: ${impact}`]),
  ];
  return parts.map((part, index) => (index < parts.length - 1 ? part.replace(/\.?$/, '.') : part)).join(' ');
}
