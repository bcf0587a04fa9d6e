import type { AuditFinding } from '../../../../src/model/audit.ts';
import type { Auditor } from '../../../../src/model/team.ts';
import { auditorOf } from '../families.ts';
import type { RuleHead } from '../rule.ts';
import type { ScanFinding } from './scan-result.ts';

type Found = Pick<ScanFinding, 'rule' | 'severity' | 'file' | 'line' | 'message' | 'evidence' | 'fix'>;

export type RuleCheck = {
  readonly rule: string;
  readonly ran: boolean;
  readonly findings: readonly AuditFinding[];
};

/** What the rules that speak for an auditor come to in its score: one check each; one that failed did not run (TEAM-05). */
export function ruleChecks(
  auditor: Auditor,
  rules: readonly RuleHead[],
  findings: readonly Found[],
  broken: ReadonlySet<string>,
): readonly RuleCheck[] {
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
