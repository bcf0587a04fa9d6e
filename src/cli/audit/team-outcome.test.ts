import { expect, test } from 'vitest';

import type { AuditTeamReport } from '../../model/audit.ts';
import { outcomeExitCode } from '../exit-codes.ts';
import { teamOutcome } from './team-outcome.ts';

test.each([
  ['passed', 0, false, 0],
  ['passed', 1, false, 1],
  ['passed', 0, true, 5],
  ['needs-fixes', 0, false, 1],
  ['critical', 2, true, 1],
  ['unknown', 0, false, 5],
  ['unknown', 1, false, 1],
] as const)(
  'TEAM-06 health %s with %i failing findings, open: %s, exits %i',
  (health, failing, isOpen, code) => {
    const report = { health, overallScore: 1, auditors: [] } as unknown as AuditTeamReport;
    const status = isOpen ? 'partial' : 'completed';
    const outcome = teamOutcome(report, { failing, failOn: 'HIGH', redAtBase: [], status });
    expect(outcomeExitCode(outcome)).toBe(code);
  },
);

test('FOUND-01 002#28 where only the recovery review is missing, an audit that asks a person needs a decision', () => {
  const missing = (...auditors: readonly string[]) =>
    ({
      health: 'unknown',
      overallScore: 0.6,
      auditors: auditors.map((auditor) => ({ auditor, outcome: 'no result' })),
    }) as unknown as AuditTeamReport;
  const verdict = (report: AuditTeamReport, failing = 0) =>
    teamOutcome(report, { failOn: 'HIGH', redAtBase: [], status: 'escalated', failing }).verdict;
  expect(verdict(missing('recovery'))).toBe('decision');
  expect(verdict(missing('recovery'), 1)).toBe('failed');
  expect(verdict(missing('recovery', 'technical'))).toBe('unknown');
});
