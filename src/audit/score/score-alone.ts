import { type AuditFinding, openSeverity, mergeAuditFindings } from '../../model/audit.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { type AuditScore, isRed, type ScanCheck } from './score-audit.ts';

type Computed = {
  readonly checks: readonly ScanCheck[];
  readonly gate: Severity;
  readonly isBlind: boolean;
};

/**
 * Scores an audit without a team. The review is one check, each scan rule and suite that ran is one, and so is each open
 * finding of a recovery review that the reviewer does not report too, at the gate or worse. Without all of them in order nothing is passed.
 */
export function scoreAlone(
  verdict: 'clean' | 'unclean' | 'unknown' | 'none',
  said: readonly AuditFinding[],
  { checks, gate, isBlind }: Computed,
): AuditScore {
  const ran = checks.filter((check) => check.ran);
  const red = ran.filter((check) => isRed(check, gate));
  const isClean = verdict === 'clean';
  // A remark of the reviewer at the same line takes nothing from a finding of the recovery review.
  const serious = said.filter((each) => each.auditor === 'recovery' || isAtLeast(openSeverity(each), gate));
  const recovered = mergeAuditFindings(serious).filter(({ sources }) =>
    sources.every(({ auditor }) => auditor === 'recovery'),
  ).length;
  const checked = ran.length + 1 + recovered;
  const pass = ran.length - red.length + (isClean ? 1 : 0);
  const isOpen = serious.some((each) => isAtLeast(openSeverity(each), gate));
  const isPassed = isClean && red.length === 0 && recovered === 0 && !isOpen;
  const health =
    verdict === 'none' || (isBlind && isPassed) ? 'unknown' : isPassed ? 'passed' : 'needs-fixes';
  return {
    auditors: [],
    findings: [...said, ...checks.flatMap((check) => check.findings)],
    totals: { checked, pass, fail: checked - pass, partial: 0 },
    overallScore: verdict === 'none' ? 0 : pass / checked,
    health,
  };
}
