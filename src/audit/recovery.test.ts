import { expect, test } from 'vitest';
import { auditorReport } from '../formats/index.ts';
import type { ReportedFinding } from '../model/audit.ts';
import { defaultConvergence } from '../model/convergence.ts';
import { withRecovery } from './recovery.ts';
import { standingOf, type ItemVerdict } from './ticks.ts';

const requirements = [
  { id: 'REQ-1', text: 'REQ-1 one' },
  { id: 'REQ-2', text: 'REQ-2 two' },
];

function said(verdict: ReportedFinding['verdict'], id: string): ReportedFinding {
  const severity = verdict === 'PASS' ? null : 'HIGH';
  return { verdict, severity, id, title: 'seen', file: 'a.ts', line: 1, evidence: 'e', fixHint: '' };
}

const own = auditorReport('requirements', [said('PASS', 'REQ-1'), said('PASS', 'REQ-2')]);

test('TEAM-24 an open finding of the recovery review takes the place of the auditor’s pass, and lowers the score', () => {
  const merged = withRecovery(own, [said('PASS', 'REQ-1'), said('FAIL', 'req-2')], requirements);
  expect(merged.findings.map(({ verdict, id }) => `${verdict} ${id}`)).toEqual(['PASS REQ-1', 'FAIL req-2']);
  expect(merged.summary).toMatchObject({ checked: 2, pass: 1, fail: 1, score: 0.5 });
});

test('FOUND-01 002#21 what auditor and recovery review both find open is one finding, as severe as the worse of them', () => {
  const partly = auditorReport('requirements', [said('PASS', 'REQ-1'), said('PARTIAL', 'REQ-2')]);
  const elsewhere = { ...said('FAIL', 'REQ-2'), file: 'b.ts' };
  const worst = { ...said('FAIL', 'req-2'), line: 3, severity: 'CRITICAL' as const };
  const merged = withRecovery(partly, [worst, elsewhere], requirements);
  expect(merged.findings.map(({ verdict, severity, file, line }) => [verdict, severity, file, line])).toEqual(
    [
      ['PASS', null, 'a.ts', 1],
      ['FAIL', 'CRITICAL', 'a.ts', 1],
      ['FAIL', 'HIGH', 'b.ts', 1],
    ],
  );
  expect(withRecovery(partly, [worst], requirements).summary).toMatchObject({ checked: 2, pass: 1, fail: 1 });
});

test('TEAM-24 a recovery review without open findings changes nothing', () => {
  expect(withRecovery(own, [said('PASS', 'REQ-2')], requirements)).toBe(own);
});

const items = [
  { id: 'REQ-1', line: 1, checked: false, cycles: 0 },
  { id: 'REQ-2', line: 2, checked: true, cycles: 0 },
  { id: 'REQ-3', line: 3, checked: true, cycles: 1 },
];
const document = { items, counted: { total: 3, checked: 2, cycles: 1 } };
const critic = (item: string, verdict: ItemVerdict['verdict']): ItemVerdict => ({
  item,
  role: 'critic',
  auditor: null,
  verdict,
});

test('TEAM-24 items that nobody has reviewed are the open ones and those ticked without a cycle', () => {
  const { report, unreviewed } = standingOf('m1', document, [], defaultConvergence);
  expect(unreviewed.map(({ id }) => id)).toEqual(['REQ-1', 'REQ-2']);
  expect(report).toMatchObject({ checkedRequirements: 2, reviewCycles: 1, health: 'degraded' });
});

test('TEAM-24 an item that a critic has judged in this run has had its cycle before it is written', () => {
  const verdicts = [critic('REQ-1', 'pass'), critic('REQ-2', 'fail'), critic('REQ-3', 'unknown')];
  const { report, unreviewed } = standingOf('m1', document, verdicts, defaultConvergence);
  expect(unreviewed).toEqual([]);
  expect(report).toMatchObject({ checkedRequirements: 2, reviewCycles: 1 });
  const failures = [{ ...critic('REQ-1', 'fail'), failures: 3 }];
  const often = standingOf('m1', document, failures, defaultConvergence).counted;
  expect(often).toMatchObject({ checked: 2, cycles: 3, escalated: ['REQ-1 (cycles: 3)'] });
  const passed = standingOf('m1', document, [critic('REQ-1', 'pass')], defaultConvergence).report;
  expect(passed).toMatchObject({ checkedRequirements: 3, convergenceRatio: 1, health: 'healthy' });
});
