import { auditorOf } from '../../../packages/scan/finding.ts';
import type { RuleHead, ScanFinding } from '../../../packages/scan/index.ts';
import type { AuditFinding } from '../../model/audit.ts';
import type { Auditor } from '../../model/team.ts';
import type { ScanCheck } from './score-audit.ts';

type Found = Pick<ScanFinding, 'rule' | 'severity' | 'file' | 'line' | 'message' | 'evidence' | 'fix'>;

/** The checks of an auditor's score that rules make: one for each rule; a rule that failed did not run (TEAM-05). */
export function ruleChecks(
  auditor: Auditor,
  rules: readonly RuleHead[],
  findings: readonly Found[],
  broken: ReadonlySet<string>,
): readonly ScanCheck[] {
  return rules
    .filter(({ family }) => auditorOf(family) === auditor)
    .map(({ id }) => ({
      rule: id,
      ran: !broken.has(id),
      findings: findings.filter(({ rule }) => rule === id).map((found) => auditFinding(found, auditor)),
    }));
}

function auditFinding(
  { rule, message, fix, severity, file, line, evidence }: Found,
  auditor: Auditor,
): AuditFinding {
  return {
    auditor,
    source: 'scan',
    verdict: 'FAIL',
    severity,
    id: rule,
    title: message,
    file,
    line,
    evidence,
    fixHint: fix,
  };
}
