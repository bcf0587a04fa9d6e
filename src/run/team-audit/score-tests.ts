import { type AuditScore, isRed } from '../../audit/index.ts';
import type { Severity } from '../../model/severity.ts';
import { isUnknown, suiteChecks } from './suites.ts';
import type { Suites } from './suites.ts';

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
