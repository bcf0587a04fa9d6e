import type { BaselineEntry } from '../../formats/index.ts';
import { type AuditFinding, findingsOf, mergeAuditFindings } from '../../model/audit.ts';
import type { Finding } from '../../model/finding.ts';
import { failingIn, isFailing } from '../../model/report.ts';
import type { Severity } from '../../model/severity.ts';
import type { Waiver } from '../../model/finding-memory.ts';
import { isNotJudged } from '../admit.ts';
import type { ScorePolicy } from '../score/pass-conditions.ts';
import type { AuditScore } from '../score/score-audit.ts';
import { againstBaseline } from './baseline.ts';
import { waive, type WaivingOptions } from './waivers.ts';

/** What an audit of a repository as it is fails on, and the findings of scans that it excuses. */
export type Excuses = {
  readonly failOn: Severity;
  readonly waivers: readonly Waiver[];
  readonly baseline: readonly BaselineEntry[];
  /** The day by which waivers are in force. */
  readonly today: string;
};

type Matches = WaivingOptions['matches'];

/** Open findings, each once. Waivers and the baseline excuse what only scans found; what an auditor says stands. */
export function standingFindings(
  findings: readonly AuditFinding[],
  { waivers, baseline, today }: Excuses,
  matches: Matches,
): readonly Finding[] {
  const merged = mergeAuditFindings(findings);
  const all = findingsOf(merged);
  const isScan = (at: number): boolean =>
    merged[at]?.sources.every(({ source }) => source === 'scan') === true;
  const scans = all.filter((_, at) => isScan(at));
  const waived = waive(scans, waivers, { today, matches }).findings;
  const compared = [...againstBaseline(waived, baseline, { ran: new Set(), crashes: [] }).findings];
  return all.map((finding, at) => (isScan(at) ? (compared.shift() ?? finding) : finding));
}

/** How many findings fail an audit whatever its score: what fails without a team fails with one. */
export function failingFindings(
  findings: readonly AuditFinding[],
  excuses: Excuses,
  matches: Matches,
): number {
  // A requirement without a verdict makes the audit unknown; nothing was found about it.
  const judged = findings.filter((finding) => !isNotJudged(finding));
  return failingIn(standingFindings(judged, excuses, matches), excuses.failOn);
}

/**
 * A score with the health that its standing findings leave at the gate: the command, `status` and every report show this
 * one. What the caller fails on decides the exit code, not the health.
 */
export function withExcuses(
  scored: AuditScore,
  excuses: Excuses,
  matches: Matches,
  gate: Severity,
): AuditScore {
  const atGate = { ...excuses, failOn: gate };
  const isFailed = scored.health === 'passed' && failingFindings(scored.findings, atGate, matches) > 0;
  return isFailed ? { ...scored, health: 'needs-fixes' } : scored;
}

/** The conditions of a pass, with how many findings waivers and the baseline leave at the gate. */
export function withStanding(
  { passThreshold, severityGate }: ScorePolicy,
  findings: readonly AuditFinding[],
  excuses: Excuses,
  matches: Matches,
): ScorePolicy {
  const atGate = { ...excuses, failOn: severityGate };
  const standing = { failOn: severityGate, failing: failingFindings(findings, atGate, matches) };
  return { passThreshold, severityGate, standing };
}

/** The findings that waivers or the baseline excuse, in every report of them. */
export function excusedFindings(
  findings: readonly AuditFinding[],
  excuses: Excuses,
  matches: Matches,
): ReadonlySet<AuditFinding> {
  const merged = mergeAuditFindings(findings);
  const standing = standingFindings(findings, excuses, matches);
  const excused = merged.filter((_, at) => standing[at] !== undefined && !isFailing(standing[at], 'INFO'));
  return new Set(excused.flatMap(({ sources }) => sources));
}
