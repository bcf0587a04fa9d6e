import { expect, test } from 'vitest';

import type { AuditFinding } from '../../model/audit.ts';
import { scoreAlone } from './score-alone.ts';

const reviewed: AuditFinding = {
  auditor: 'technical',
  source: 'agent',
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'incomplete',
  title: 'no guard',
  file: 'src/a.ts',
  line: 3,
  evidence: '',
  fixHint: '',
};
const recovered: AuditFinding = { ...reviewed, auditor: 'recovery', id: 'REQ-002' };
const computed = {
  checks: [{ rule: 'MOCK-001', ran: true, findings: [] }],
  gate: 'MEDIUM',
  isBlind: false,
} as const;

test('FOUND-01 002#21 a finding of the reviewer and of a recovery review at one line is one failed check', () => {
  expect(scoreAlone('unclean', [reviewed, recovered], computed)).toMatchObject({
    totals: { checked: 2, pass: 1, fail: 1 },
    overallScore: 0.5,
    health: 'needs-fixes',
  });
});

test('FOUND-01 002#36 a remark of a clean review at the same line does not hide a finding of a recovery review', () => {
  const remark: AuditFinding = { ...reviewed, severity: 'LOW' };
  expect(scoreAlone('clean', [remark, recovered], computed)).toMatchObject({
    totals: { checked: 3, pass: 2, fail: 1 },
    health: 'needs-fixes',
  });
});

test('FOUND-01 002#20 no finding at the gate passes, whatever the review is called', () => {
  expect(scoreAlone('clean', [reviewed], computed).health).toBe('needs-fixes');
  expect(scoreAlone('clean', [{ ...reviewed, severity: 'LOW' }], computed).health).toBe('passed');
});

test('TEAM-24 an open finding of a recovery review is a failed check beside a clean review', () => {
  expect(scoreAlone('clean', [recovered], computed)).toMatchObject({
    totals: { checked: 3, pass: 2, fail: 1 },
    health: 'needs-fixes',
  });
  expect(scoreAlone('clean', [], computed)).toMatchObject({ overallScore: 1, health: 'passed' });
});
