import {
  type AuditFinding,
  type AuditorScore,
  type AuditTeamReport,
  type ExplainedScore,
  type ExplainedShare,
  openSeverity,
  type PassCondition,
} from '../../model/audit.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { passConditions, type ScorePolicy } from './pass-conditions.ts';
import { auditorWeights } from './weights.ts';

/** The ids of findings that a check of the project's own is red, or could not run. */
const SUITE = 'TEST-RUN';
const NOT_RUN = 'NOT-RUN';

/** Explains every number of a report: each is a sum over shares, each share a count of findings. */
export function explainScore(report: AuditTeamReport, policy: ScorePolicy): ExplainedScore {
  const all = report.auditors.reduce((sum, { auditor }) => sum + auditorWeights[auditor], 0);
  const shares = report.auditors.map((own): ExplainedShare => {
    const weight = auditorWeights[own.auditor];
    const of = all === 0 ? 0 : weight / all;
    const loweredBy = lowering(report.findings, own, policy.severityGate);
    return { ...own, weight, of, adds: of * own.score, loweredBy };
  });
  const isAlone = report.auditors.length === 0;
  const conditions = [
    ...(isAlone ? [aloneCondition(report, policy.severityGate)] : passConditions(report, policy)),
    ...suiteCondition(report.findings),
    ...requestCondition(report.findings),
  ];
  // Nothing that was judged speaks against it, and something was not judged.
  const isBlind = report.health === 'unknown' && conditions.every(({ holds }) => holds);
  return {
    shares,
    ...(isAlone ? { totals: report.totals } : {}),
    overallScore: report.overallScore,
    conditions: isBlind
      ? [...conditions, { text: 'every requested scan, review and phase gave a result', holds: false }]
      : conditions,
  };
}

function aloneCondition(
  { totals: { pass, checked }, health }: AuditTeamReport,
  gate: Severity,
): PassCondition {
  const text = `the review is clean, no scan rule has a finding that is ${gate} or worse, and every check ran and passed`;
  return { text, holds: pass === checked && health !== 'unknown' };
}

/** How many checks of the project's own are red. */
export function redSuites(findings: readonly AuditFinding[]): number {
  return findings.filter(({ source, id }) => source === 'scan' && id === SUITE).length;
}

/** A check of the project's own that is red, or could not run, is not a pass, whatever the score. */
function suiteCondition(findings: readonly AuditFinding[]): ExplainedScore['conditions'] {
  const has = (wanted: string): boolean =>
    findings.some(({ source, id }) => source === 'scan' && id === wanted);
  return [
    ...(redSuites(findings) > 0 ? [{ text: "all of the project's own checks passed", holds: false }] : []),
    ...(has(NOT_RUN) ? [{ text: "all of the project's own checks could run", holds: false }] : []),
  ];
}

/** TEAM-19: a report that holds no item of the request was never held against one. */
function requestCondition(findings: readonly AuditFinding[]): ExplainedScore['conditions'] {
  const items = findings.filter(({ source }) => source === 'reconciliation');
  const open = items.filter(({ verdict }) => verdict !== 'PASS').length;
  if (items.length === 0) return [];
  return [
    { text: 'every item of the original request is met, and nothing else was built', holds: open === 0 },
  ];
}

/**
 * An auditor's own findings lower its share; where it was not asked, scan findings at or above the gate. One without a
 * result has 0 anyway.
 */
function lowering(
  findings: readonly AuditFinding[],
  { auditor, outcome }: AuditorScore,
  gate: Severity,
): readonly number[] {
  if (outcome === 'no result') return [];
  const isAsked = findings.some((each) => each.auditor === auditor && each.source === 'agent');
  const isCounted = (finding: AuditFinding): boolean =>
    finding.source === 'agent' ||
    (finding.source === 'scan' && !isAsked && isAtLeast(openSeverity(finding), gate));
  return findings.flatMap((finding, position) =>
    finding.auditor === auditor &&
    finding.verdict !== 'PASS' &&
    isCounted(finding) &&
    !isFailedBeside(finding, findings)
      ? [position]
      : [],
  );
}

/** An item of the recovery review that an auditor fails too counts in that auditor's score alone. */
function isFailedBeside({ auditor, id }: AuditFinding, findings: readonly AuditFinding[]): boolean {
  if (auditor !== 'recovery' || id === '') return false;
  return findings.some(
    (each) =>
      each.auditor !== 'recovery' &&
      each.source === 'agent' &&
      each.verdict !== 'PASS' &&
      each.id.toLowerCase() === id.toLowerCase(),
  );
}
