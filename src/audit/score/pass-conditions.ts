import { openSeverity, type AuditFinding, type AuditorScore, type PassCondition } from '../../model/audit.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { isAtLeastScore } from './weights.ts';

export type ScorePolicy = {
  readonly passThreshold: number;
  readonly severityGate: Severity;
  /**
   * Whether scan findings at or above the gate keep the audit from passing. Not set where waivers and a baseline decide
   * about scan findings; CRITICAL ones count there too.
   */
  readonly scansGate?: boolean;
};

export type Scored = {
  readonly auditors: readonly AuditorScore[];
  readonly findings: readonly AuditFinding[];
  readonly overallScore: number;
};

/**
 * What a pass needs. No score makes up for an open finding at or above the gate (TEAM-06), and remarks below it never
 * stop a run: they lower the score, which then decides only where a report contradicts itself.
 */
export function passConditions(scored: Scored, policy: ScorePolicy): readonly PassCondition[] {
  const { passThreshold, severityGate } = policy;
  const silent = scored.auditors.filter(({ outcome }) => outcome !== 'reported');
  const blocking = scored.findings.filter((finding) => isBlocking(finding, policy)).length;
  const isReached = isAtLeastScore(scored.overallScore, passThreshold);
  const isContradictory = scored.auditors.some(({ inconsistent }) => inconsistent);
  return [
    {
      text:
        silent.length === 0
          ? 'every auditor reported'
          : `every auditor reported (not so: ${silent.map(({ auditor }) => auditor).join(', ')})`,
      holds: silent.length === 0 && scored.auditors.length > 0,
    },
    { text: `no open finding is ${severityGate} or worse`, holds: blocking === 0 },
    {
      text: isReached
        ? `the score is at least ${passThreshold}`
        : `the score is at least ${passThreshold}, or only remarks below ${severityGate} lower it`,
      holds: isReached || (blocking === 0 && !isContradictory && isLoweredByRemarks(scored, severityGate)),
    },
  ];
}

function isBlocking(finding: AuditFinding, { severityGate, scansGate }: ScorePolicy): boolean {
  if (finding.verdict === 'PASS' || finding.source === 'reconciliation') return false;
  const severity = openSeverity(finding);
  if (severity === 'CRITICAL') return true;
  return isAtLeast(severity, severityGate) && (finding.source === 'agent' || scansGate === true);
}

/** Whether nothing but remarks is open: scan findings at the gate lower the score too, excused or not. */
function isLoweredByRemarks({ findings }: Scored, gate: Severity): boolean {
  return findings.every((each) => each.verdict === 'PASS' || !isAtLeast(openSeverity(each), gate));
}
