import { openSeverity, type AuditFinding, type AuditorScore, type PassCondition } from '../../model/audit.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { isAtLeastScore } from './weights.ts';

/** Below this an audit is critical, whatever lowers its score. */
export const CRITICAL_SCORE = 0.5;

export type ScorePolicy = {
  readonly passThreshold: number;
  readonly severityGate: Severity;
  /**
   * Whether scan findings at or above the gate keep the audit from passing. Not set where waivers and a baseline decide
   * about scan findings; CRITICAL ones count there too.
   */
  readonly scansGate?: boolean;
  /** Where waivers and a baseline have decided: how many findings they leave at or above the gate. */
  readonly standing?: { readonly failOn: Severity; readonly failing: number };
};

export type Scored = {
  readonly auditors: readonly AuditorScore[];
  readonly findings: readonly AuditFinding[];
  readonly overallScore: number;
};

/**
 * What a pass needs. No score makes up for an open finding at or above the gate (TEAM-06). Remarks (LOW and INFO below the
 * gate) alone stop a run only where they leave a critical score. In between, where the gate is HIGH or CRITICAL, the score decides.
 */
export function passConditions(scored: Scored, policy: ScorePolicy): readonly PassCondition[] {
  const { passThreshold, severityGate, standing } = policy;
  const silent = scored.auditors.filter(({ outcome }) => outcome !== 'reported');
  const blocking = scored.findings.filter((finding) => isBlocking(finding, policy)).length;
  const isReached = isAtLeastScore(scored.overallScore, passThreshold);
  // No gate is so high that a MEDIUM finding is only a remark.
  const serious = isAtLeast(severityGate, 'MEDIUM') ? 'MEDIUM' : severityGate;
  const isCritical = !isAtLeastScore(scored.overallScore, CRITICAL_SCORE);
  const isContradictory = scored.auditors.some(({ inconsistent }) => inconsistent);
  return [
    {
      text:
        silent.length === 0
          ? 'every auditor reported'
          : `every auditor reported (missing: ${silent.map(({ auditor }) => auditor).join(', ')})`,
      holds: silent.length === 0 && scored.auditors.length > 0,
    },
    standing === undefined
      ? { text: `no open finding is ${severityGate} or worse`, holds: blocking === 0 }
      : {
          text: `no open finding is ${standing.failOn} or worse; a baseline excuses all but CRITICAL ones`,
          holds: blocking + standing.failing === 0,
        },
    {
      text: isReached
        ? `the score is at least ${passThreshold}`
        : `the score is at least ${passThreshold} (${CRITICAL_SCORE} is enough if only findings below ${serious} lowered it)`,
      holds:
        isReached ||
        (!isCritical && blocking === 0 && !isContradictory && isLoweredByRemarks(scored, serious)),
    },
  ];
}

function isBlocking(finding: AuditFinding, { severityGate, scansGate }: ScorePolicy): boolean {
  if (finding.verdict === 'PASS' || finding.source === 'reconciliation') return false;
  const severity = openSeverity(finding);
  if (severity === 'CRITICAL') return true;
  return isAtLeast(severity, severityGate) && (finding.source === 'agent' || scansGate === true);
}

/** Whether nothing but remarks is open: serious scan findings lower the score too, excused or not. */
function isLoweredByRemarks({ findings }: Scored, serious: Severity): boolean {
  return findings.every((each) => each.verdict === 'PASS' || !isAtLeast(openSeverity(each), serious));
}
