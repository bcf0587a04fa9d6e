import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { AuditFinding } from '../../model/audit.ts';
import { auditors } from '../../model/team.ts';
import { auditorReport } from '../../formats/index.ts';
import { explainScore } from './explain-score.ts';
import { scoreAudit } from './score-audit.ts';

const policy = { passThreshold: 0.85, severityGate: 'MEDIUM' } as const;
const finding = fc.record({
  verdict: fc.constantFrom('PASS', 'FAIL', 'PARTIAL'),
  severity: fc.constantFrom('CRITICAL', 'HIGH', 'LOW'),
  id: fc.constantFrom('REQ-001', 'TECH-002'),
  title: fc.constant('t'),
  file: fc.constantFrom('a.ts', 'b.ts'),
  line: fc.nat(3),
  evidence: fc.constant(''),
  fixHint: fc.constant(''),
}) as fc.Arbitrary<AuditFinding>;

test('TEAM-27 the shares add up to the score, and a pass is exactly when every condition holds', () => {
  const reports = fc.array(fc.tuple(fc.constantFrom(...auditors), fc.array(finding, { minLength: 1 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(reports, (given) => {
      const own = new Map(given);
      const results = [...own].map(([auditor, findings]) => ({
        auditor,
        agentAsked: true,
        report: auditorReport(auditor, findings),
        scanChecks: [],
      }));
      const scored = scoreAudit(results, policy);
      const report = { ...scored, fixRoundsUsed: 0, fixGroups: [], durationSeconds: 0 };
      const { shares, conditions } = explainScore(report, policy);
      const sum = shares.reduce((total, { adds }) => total + adds, 0);
      expect(sum).toBeCloseTo(scored.overallScore, 9);
      expect(conditions.every(({ holds }) => holds)).toBe(scored.health === 'passed');
      const lowered = shares.flatMap(({ loweredBy }) => loweredBy).toSorted((a, b) => a - b);
      const open = scored.findings.flatMap(({ verdict }, at) => (verdict === 'PASS' ? [] : [at]));
      expect(lowered).toEqual(open);
    }),
  );
});

const met: AuditFinding = {
  auditor: 'technical',
  source: 'agent',
  verdict: 'PASS',
  severity: null,
  id: 'TECH-001',
  title: 't',
  file: 'a.ts',
  line: 1,
  evidence: '',
  fixHint: '',
};

test('FOUND-01 002#18 an unknown audit has a condition that does not hold', () => {
  const scored = scoreAudit(
    [
      {
        auditor: 'technical',
        agentAsked: true,
        report: auditorReport('technical', [met]),
        scanChecks: [],
      },
    ],
    policy,
  );
  const report = { ...scored, fixRoundsUsed: 0, fixGroups: [], durationSeconds: 0 };
  expect(explainScore(report, policy).conditions.every(({ holds }) => holds)).toBe(true);
  const blind = explainScore({ ...report, health: 'unknown' }, policy).conditions;
  expect(blind.filter(({ holds }) => !holds)).toHaveLength(1);
});

test('FOUND-01 002#18 a scan finding below the gate lowers no share', () => {
  const found = (rule: string, severity: 'LOW' | 'MEDIUM') => {
    const open: AuditFinding = { ...met, source: 'scan', verdict: 'FAIL', severity, id: rule };
    return { rule, ran: true, findings: [open] };
  };
  const scanChecks = [found('MOCK-001', 'LOW'), found('MOCK-002', 'MEDIUM')];
  const scored = scoreAudit([{ auditor: 'technical', agentAsked: false, report: null, scanChecks }], policy);
  const report = { ...scored, fixRoundsUsed: 0, fixGroups: [], durationSeconds: 0 };
  const [share] = explainScore(report, policy).shares;
  expect(share).toMatchObject({ pass: 1, checked: 2 });
  expect(share?.loweredBy.map((at) => report.findings[at]?.id)).toEqual(['MOCK-002']);
});
