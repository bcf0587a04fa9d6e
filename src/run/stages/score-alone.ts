import type { AuditFinding } from '../../model/audit.ts';
import type { Severity } from '../../model/severity.ts';
import { isRed } from '../../audit/index.ts';
import type { AuditScore, ScanCheck } from '../../audit/index.ts';
import { isUnknown, suiteChecks } from '../suites.ts';
import type { Suites } from '../suites.ts';
import type { SignedFindings } from './milestone.ts';

type Computed = {
  readonly checks: readonly ScanCheck[];
  readonly gate: Severity;
  readonly isBlind: boolean;
  /** What a recovery review found open: each is a check that failed. */
  readonly recovered?: number;
};

/** One check is the review, one each is what was computed; without all of them in order nothing is passed. */
export function scoreAlone(
  verdict: SignedFindings['verdict'] | 'none',
  said: readonly AuditFinding[],
  { checks, gate, isBlind, recovered = 0 }: Computed,
): AuditScore {
  const ran = checks.filter((check) => check.ran);
  const red = ran.filter((check) => isRed(check, gate));
  const isClean = verdict === 'clean';
  const checked = ran.length + 1 + recovered;
  const pass = ran.length - red.length + (isClean ? 1 : 0);
  const isPassed = isClean && red.length === 0 && recovered === 0;
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

/** What only tests say: all of them green is a pass, and none at all is not known. */
export function testScore(suites: Suites | null, gate: Severity): AuditScore {
  const checks = suites === null ? [] : suiteChecks(suites);
  const ran = checks.filter((check) => check.ran);
  const red = ran.filter((check) => isRed(check, gate));
  const isBlind = suites === null || ran.length === 0 || isUnknown(suites);
  const pass = ran.length - red.length;
  return {
    auditors: [],
    findings: checks.flatMap((check) => check.findings),
    totals: { checked: ran.length, pass, fail: red.length, partial: 0 },
    overallScore: ran.length === 0 ? 0 : pass / ran.length,
    health: isBlind ? 'unknown' : red.length === 0 ? 'passed' : 'needs-fixes',
  };
}
