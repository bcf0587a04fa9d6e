import { describe, expect, test } from 'vitest';

import { auditorReport, parseAuditReport, writeAuditReport } from '../formats/index.ts';
import type { ReportedFinding } from '../model/audit.ts';
import { isUnasked, reconcile, type Reconciliation, withReconciliation } from './reconcile.ts';
import type { AuditScore } from './score/score-audit.ts';

const items = [
  { id: 'ITEM-1', text: 'limit orders' },
  { id: 'ITEM-2', text: 'show the seconds left' },
];

function said(
  verdict: ReportedFinding['verdict'],
  id: string,
  more: Partial<ReportedFinding> = {},
): ReportedFinding {
  const about = {
    id,
    title: 'as the judge puts it',
    file: 'src/a.ts',
    line: 1,
    evidence: 'T-1 AC1',
    fixHint: '',
  };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : 'LOW', ...more };
}

function matched(...findings: readonly ReportedFinding[]) {
  return reconcile(items, auditorReport('requirements', findings), {
    commit: 'c1',
    isShown: ({ file }) => file === 'src/a.ts',
  });
}

function verdicts(...findings: readonly ReportedFinding[]) {
  const end = matched(...findings);
  if (end.kind === 'unclear') throw new Error(end.reasons.join('\n'));
  return end.reconciliation.findings.map(({ id, verdict, severity }) => [id, verdict, severity]);
}

describe('TEAM-19 each item of the request', () => {
  test('is met, dropped or distorted; mildness of the judge does not make it less than it is', () => {
    expect(verdicts(said('PASS', 'ITEM-1'), said('PASS', 'item-2'))).toEqual([
      ['ITEM-1', 'PASS', null],
      ['ITEM-2', 'PASS', null],
    ]);
    expect(verdicts(said('FAIL', 'ITEM-1'), said('PARTIAL', 'ITEM-2', { severity: 'INFO' }))).toEqual([
      ['ITEM-1', 'FAIL', 'HIGH'],
      ['ITEM-2', 'PARTIAL', 'MEDIUM'],
    ]);
    expect(verdicts(said('FAIL', 'ITEM-1', { severity: 'CRITICAL' }), said('PASS', 'ITEM-2'))[0]).toEqual([
      'ITEM-1',
      'FAIL',
      'CRITICAL',
    ]);
  });

  test('has the worst verdict of all that were given to it', () => {
    const both = [said('PASS', 'ITEM-1'), said('FAIL', 'ITEM-1'), said('PASS', 'ITEM-1')];
    expect(verdicts(...both, said('PASS', 'ITEM-2'))[0]).toEqual(['ITEM-1', 'FAIL', 'HIGH']);
  });

  test('keeps the words of the request, whatever the judge makes of them', () => {
    const end = matched(said('PASS', 'ITEM-1'), said('PASS', 'ITEM-2'));
    expect(end).toMatchObject({ reconciliation: { findings: [{ title: 'limit orders' }, {}] } });
  });

  test('is not met without a file that is there', () => {
    for (const file of ['', 'src/none.ts', '../../etc/passwd'])
      expect(verdicts(said('PASS', 'ITEM-1', { file }), said('PASS', 'ITEM-2'))[0], file).toEqual([
        'ITEM-1',
        'PARTIAL',
        'MEDIUM',
      ]);
  });

  test('needs a verdict: one that is left out makes the whole unclear, whatever else is said', () => {
    expect(matched(said('PASS', 'ITEM-1'), said('PASS', 'ITEM-3'))).toEqual({
      kind: 'unclear',
      reasons: ['ITEM-2 of the request has no verdict'],
    });
    const cut = parseAuditReport(
      writeAuditReport(auditorReport('requirements', [said('PASS', 'ITEM-1')])).split('## SUMMARY')[0] ?? '',
    );
    expect(reconcile([{ id: 'ITEM-1', text: '' }], cut, { commit: 'c1', isShown: () => true }).kind).toBe(
      'unclear',
    );
  });
});

test('TEAM-19 work nobody asked for is a FAIL, and what passes under no item of the request is set aside', () => {
  const end = matched(
    said('PASS', 'ITEM-1'),
    said('PASS', 'ITEM-2'),
    said('PASS', 'ITEM-99'),
    said('PARTIAL', 'UNASKED-1', { severity: 'INFO' }),
    said('FAIL', 'REQ-7'),
  );
  if (end.kind === 'unclear') throw new Error('unclear');
  expect(end.reconciliation.setAside).toEqual(['ITEM-99']);
  const more = end.reconciliation.findings.slice(2);
  expect(more.map(({ id, verdict, severity }) => [id, verdict, severity])).toEqual([
    ['UNASKED-1', 'FAIL', 'MEDIUM'],
    ['UNASKED-REQ-7', 'FAIL', 'MEDIUM'],
  ]);
  expect(more.map(({ id }) => isUnasked({ id, source: 'reconciliation' }))).toEqual([true, true]);
  expect(isUnasked({ id: 'UNASKED-1', source: 'agent' })).toBe(false);
});

const passed: AuditScore = {
  auditors: [],
  findings: [],
  totals: { checked: 4, pass: 4, fail: 0, partial: 0 },
  overallScore: 1,
  health: 'passed',
};

function result(...findings: readonly ReportedFinding[]): Reconciliation {
  return { commit: 'c1', findings, setAside: [] };
}

describe('TEAM-19 TEAM-06 the score with what the request says', () => {
  test('keeps its health where every item is met, and counts them', () => {
    const scored = withReconciliation(passed, result(said('PASS', 'ITEM-1')), 'MEDIUM');
    expect(scored).toMatchObject({ health: 'passed', overallScore: 1, totals: { checked: 5, pass: 5 } });
    expect(scored.findings).toMatchObject([{ id: 'ITEM-1', source: 'reconciliation' }]);
  });

  test('is no pass while an item is dropped, distorted or unasked, and not known where nobody answered', () => {
    const health = (gate: 'MEDIUM' | 'CRITICAL', ...findings: readonly ReportedFinding[]) =>
      withReconciliation(passed, result(...findings), gate).health;
    expect(health('MEDIUM', said('FAIL', 'ITEM-1', { severity: 'HIGH' }))).toBe('needs-fixes');
    expect(health('CRITICAL', said('FAIL', 'ITEM-1', { severity: 'HIGH' }))).toBe('needs-fixes');
    expect(health('MEDIUM', said('PARTIAL', 'ITEM-1', { severity: 'MEDIUM' }))).toBe('needs-fixes');
    expect(health('CRITICAL', said('PARTIAL', 'ITEM-1', { severity: 'MEDIUM' }))).toBe('passed');
    expect(withReconciliation(passed, null, 'MEDIUM').health).toBe('unknown');
  });

  test('never gets better than it was', () => {
    for (const health of ['unknown', 'critical', 'needs-fixes'] as const)
      expect(withReconciliation({ ...passed, health }, result(said('PASS', 'ITEM-1')), 'MEDIUM').health).toBe(
        health,
      );
  });
});
