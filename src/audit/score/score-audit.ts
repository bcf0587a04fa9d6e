import {
  compareFindings,
  openSeverity,
  type AuditCounts,
  type AuditFinding,
  type AuditHealth,
  type AuditorReport,
  type AuditorScore,
  type AuditTeamReport,
  type ReportedFinding,
} from '../../model/audit.ts';
import type { AuditJudge } from '../../model/team.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { mergeAuditFindings } from '../../model/audit.ts';
import { CRITICAL_SCORE, passConditions, type Scored, type ScorePolicy } from './pass-conditions.ts';
import { auditorWeights, isAtLeastScore } from './weights.ts';

/** One scan rule's share in an auditor's score. Its findings carry `source: 'scan'`. */
export type ScanCheck = {
  readonly rule: string;
  /** A rule that could not run is no check at all: neither passed nor failed. */
  readonly ran: boolean;
  /** A check of the project's own: red is red, whatever the gate, and no score makes up for it. */
  readonly binding?: true;
  readonly findings: readonly AuditFinding[];
};

/** One auditor that was asked for. */
export type AuditorResult = {
  readonly auditor: AuditJudge;
  /** false when only its scans were wanted (an audit without agents), so a missing report is not missed. */
  readonly agentAsked: boolean;
  /** null when it crashed, timed out or said nothing usable. */
  readonly report: AuditorReport | null;
  readonly scanChecks: readonly ScanCheck[];
};

export type AuditScore = Pick<
  AuditTeamReport,
  'auditors' | 'findings' | 'totals' | 'overallScore' | 'health'
>;

const TOLERATED_CRITICALS = 3;

/** TEAM-05 and TEAM-06: counts, scores and health of one audit round. Absence can only lower. */
export function scoreAudit(results: readonly AuditorResult[], policy: ScorePolicy): AuditScore {
  const auditors = results
    .flatMap((result) => (result.auditor === 'recovery' ? ownPart(result, results) : [result]))
    .map((result) => scoreAuditor(result, policy.severityGate))
    .sort(byWeight);
  const said = results.flatMap(agentFindings);
  const findings = [...said, ...results.flatMap(scanFindings)].sort(compareFindings);
  const overallScore = weightedMean(auditors);
  // As in the scores: where an agent was asked, a rule without a finding is not a check.
  const clean = results.flatMap((result) => (result.agentAsked ? [] : result.scanChecks.filter(isClean)));
  const health = healthOf({ auditors, findings, overallScore }, policy);
  const isBroken = results.some(({ scanChecks }) =>
    scanChecks.some((check) => check.binding === true && isRed(check, policy.severityGate)),
  );
  return {
    auditors,
    findings,
    totals: countMerged(findings, clean.length),
    overallScore,
    health: isBroken && health === 'passed' ? 'needs-fixes' : health,
  };
}

/**
 * Returns the part of the recovery review that its score is about. An item that an auditor fails too, by the same id,
 * counts in the auditor's score alone. Without an open finding of its own it has no score.
 */
function ownPart(recovery: AuditorResult, results: readonly AuditorResult[]): readonly AuditorResult[] {
  const { report } = recovery;
  if (report === null || !report.complete) return [recovery];
  const keyOf = ({ id }: ReportedFinding): string => id.toLowerCase();
  const others = results.filter((each) => each !== recovery).flatMap((each) => each.report?.findings ?? []);
  const shared = new Set(others.filter((each) => isOpen(each) && each.id !== '').map(keyOf));
  const findings = report.findings.filter((each) => !isOpen(each) || !shared.has(keyOf(each)));
  return findings.some(isOpen) ? [{ ...recovery, report: { ...report, findings } }] : [];
}

function isOpen({ verdict }: ReportedFinding): boolean {
  return verdict !== 'PASS';
}

function scoreAuditor(result: AuditorResult, gate: Severity): AuditorScore {
  const { auditor, report } = result;
  const outcome = outcomeOf(result);
  // Scans and checks of the project are not the auditor's own: where it was asked, they count as findings alone.
  const counts = result.agentAsked
    ? countFindings(report?.findings ?? [])
    : countScans(result.scanChecks, gate);
  const inconsistent = report?.inconsistent ?? false;
  if (outcome === 'no result') return { auditor, outcome, inconsistent, ...counts, score: 0 };
  // A report that contradicts itself is believed only where it speaks against the work.
  const score =
    inconsistent && report !== null ? Math.min(shareOf(counts), report.summary.score) : shareOf(counts);
  return { auditor, outcome, inconsistent, ...counts, score };
}

/** The share that is in order; without any check nothing was shown. */
function shareOf({ pass, checked }: AuditCounts): number {
  return checked === 0 ? 0 : pass / checked;
}

function outcomeOf(result: AuditorResult): AuditorScore['outcome'] {
  const { report, agentAsked, scanChecks } = result;
  if (report === null) {
    if (agentAsked) return 'no result';
    return scanChecks.some((check) => check.ran) ? 'reported' : 'nothing checked';
  }
  if (report.findings.length === 0) return 'nothing checked';
  return report.complete ? 'reported' : 'incomplete';
}

/** The findings of a report by verdict. */
function countFindings(findings: AuditorReport['findings']): AuditCounts {
  const count = (verdict: string) => findings.filter((finding) => finding.verdict === verdict).length;
  return { checked: findings.length, pass: count('PASS'), fail: count('FAIL'), partial: count('PARTIAL') };
}

function countScans(checks: readonly ScanCheck[], gate: Severity): AuditCounts {
  const ran = checks.filter((check) => check.ran);
  const failed = ran.filter((check) => isRed(check, gate));
  return {
    checked: ran.length,
    pass: ran.length - failed.length,
    fail: failed.length,
    partial: 0,
  };
}

/** Whether a check ran and has found what counts. */
export function isRed({ ran, binding, findings }: ScanCheck, gate: Severity): boolean {
  return ran && findings.some((finding) => binding === true || isAtLeast(openSeverity(finding), gate));
}

function isClean({ ran, findings }: ScanCheck): boolean {
  return ran && findings.length === 0;
}

/** One open problem counts once, whoever reported it; `clean` are scan rules that passed. */
function countMerged(findings: readonly AuditFinding[], clean: number): AuditCounts {
  const open = mergeAuditFindings(findings);
  const pass = clean + findings.filter((finding) => finding.verdict === 'PASS').length;
  const fail = open.filter((finding) => finding.verdict === 'FAIL').length;
  return { checked: pass + open.length, pass, fail, partial: open.length - fail };
}

function agentFindings(result: AuditorResult): readonly AuditFinding[] {
  const findings = result.report?.findings ?? [];
  return findings.map((finding) => ({ ...finding, auditor: result.auditor, source: 'agent' }));
}

/** A rule that says it did not run may still have found something on the way; that is shown too. */
function scanFindings(result: AuditorResult): readonly AuditFinding[] {
  return result.scanChecks.flatMap((check) => check.findings);
}

function weightedMean(scores: readonly AuditorScore[]): number {
  const weight = scores.reduce((sum, score) => sum + auditorWeights[score.auditor], 0);
  if (weight === 0) return 0;
  return scores.reduce((sum, score) => sum + auditorWeights[score.auditor] * score.score, 0) / weight;
}

function healthOf(scored: Scored, policy: ScorePolicy): AuditHealth {
  const { auditors, findings, overallScore } = scored;
  if (auditors.length === 0 || auditors.some((auditor) => auditor.outcome !== 'reported')) return 'unknown';
  if (passConditions(scored, policy).every(({ holds }) => holds)) return 'passed';
  const criticals = mergeAuditFindings(findings).filter((finding) => finding.severity === 'CRITICAL').length;
  const isCritical = !isAtLeastScore(overallScore, CRITICAL_SCORE) || criticals > TOLERATED_CRITICALS;
  return isCritical ? 'critical' : 'needs-fixes';
}

/** In the order of the weights, so that the same results in another order add up to the same fraction. */
function byWeight(a: AuditorScore, b: AuditorScore): number {
  return auditorWeights[b.auditor] - auditorWeights[a.auditor] || a.score - b.score;
}
