import { expect, test } from 'vitest';

import type { AuditFinding, AuditTeamReport } from '../../model/audit.ts';
import { outcomeOf } from '../../model/outcome.ts';
import { auditMarkdownEnd, sarifOf } from '../../report/index.ts';
import { standingFindings } from '../../audit/index.ts';
import { teamAsReport } from './team-as-report.ts';

const made: AuditFinding = {
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'TECH-001',
  title: 'made up',
  file: 'src/a.ts',
  line: 3,
  evidence: 'of([])',
  fixHint: 'ask the server',
  auditor: 'technical',
  source: 'agent',
};

function report(health: AuditTeamReport['health'], findings: readonly AuditFinding[] = []): AuditTeamReport {
  const counts = { checked: 1, pass: 0, fail: 1, partial: 0 };
  const own = {
    auditor: 'technical',
    outcome: 'reported',
    inconsistent: false,
    ...counts,
    score: 0,
  } as const;
  const rest = { fixRoundsUsed: 0, fixGroups: [], durationSeconds: 1.5 };
  return { auditors: [own], findings, totals: counts, overallScore: 0, health, ...rest };
}

const unknown = outcomeOf({ notComputed: ['some parts could not be checked'] });
const excuses = { failOn: 'HIGH', waivers: [], baseline: [], today: '2026-11-17' } as const;
const judged = {
  outcome: unknown,
  failing: 0,
  failOn: 'HIGH',
  files: 4,
  notes: [],
  findings: [],
} as const;

test('TEAM-14 a file of a team’s audit is never better than its exit code, also where nothing was found', () => {
  expect(auditMarkdownEnd(teamAsReport(report('unknown'), judged))).toContain('- NOT PROVED: ');
  expect(JSON.stringify(sarifOf(teamAsReport(report('passed'), judged), '1.0.0'))).toContain(
    '"executionSuccessful":false',
  );
  const passed = { ...judged, outcome: outcomeOf({ besides: ['score 1'] }) };
  expect(auditMarkdownEnd(teamAsReport(report('passed'), passed))).toContain('- PASSED: score 1');
});

test('TEAM-14 the same text twice in a file is two findings; reports of one line are one, with their names', () => {
  const scan: AuditFinding = { ...made, id: 'MOCK-001', source: 'scan', title: 'of()' };
  const twice = [made, scan, { ...scan, line: 9 }, { ...scan, line: 12 }];
  const findings = standingFindings(twice, excuses, () => false);
  expect(findings.map(({ line, reportedBy }) => [line, reportedBy])).toEqual([
    [3, ['technical TECH-001', 'scan MOCK-001']],
    [9, ['scan MOCK-001']],
    [12, ['scan MOCK-001']],
  ]);
  expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  const sarif = sarifOf(
    teamAsReport(report('critical', twice), { ...judged, findings, failing: 3 }),
    '1.0.0',
  );
  expect(JSON.stringify(sarif)).toContain('"reportedBy":["technical TECH-001","scan MOCK-001"]');
});
