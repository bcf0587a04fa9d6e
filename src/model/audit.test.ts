import { expect, test } from 'vitest';
import { openSeverity, type AuditFinding } from './audit.ts';
import { findingsOf, mergeAuditFindings, mergeRepeated, sourceNames } from './audit.ts';

const finding: AuditFinding = {
  auditor: 'requirements',
  source: 'agent',
  verdict: 'FAIL',
  severity: 'MEDIUM',
  id: 'REQ-001',
  title: 'Login',
  file: 'src/login.ts',
  line: 5,
  evidence: '',
  fixHint: '',
};
const byTechnical: AuditFinding = { ...finding, auditor: 'technical', id: 'TECH-001', severity: 'CRITICAL' };

test('TEAM-05 two auditors at one file:line are one problem with the highest severity and both sources', () => {
  expect(mergeAuditFindings([finding, byTechnical])).toEqual([
    { verdict: 'FAIL', severity: 'CRITICAL', file: 'src/login.ts', line: 5, sources: [byTechnical, finding] },
  ]);
});

test('TEAM-05 a FAIL and a PARTIAL at one place are a FAIL, whichever is the worse', () => {
  const partial: AuditFinding = { ...byTechnical, verdict: 'PARTIAL' };
  expect(mergeAuditFindings([finding, partial]).map((merged) => merged.verdict)).toEqual(['FAIL']);
  const mild: AuditFinding = { ...finding, severity: 'LOW', verdict: 'PARTIAL' };
  expect(mergeAuditFindings([mild, byTechnical]).map((merged) => merged.verdict)).toEqual(['FAIL']);
  expect(mergeAuditFindings([mild, partial]).map((merged) => merged.verdict)).toEqual(['PARTIAL']);
});

test('TEAM-05 a PASS never merges with a FAIL', () => {
  const pass: AuditFinding = { ...byTechnical, verdict: 'PASS', severity: null };
  expect(mergeAuditFindings([finding, pass])).toEqual([
    { verdict: 'FAIL', severity: 'MEDIUM', file: 'src/login.ts', line: 5, sources: [finding] },
  ]);
});

test('TEAM-05 two findings of one auditor at one place stay two', () => {
  const second: AuditFinding = { ...finding, id: 'REQ-002', severity: 'LOW' };
  const merged = mergeAuditFindings([second, byTechnical, finding]);
  expect(merged.map((unit) => unit.sources)).toEqual([[byTechnical, finding], [second]]);
});

test('TEAM-05 another line, another file, no line and no file are other places', () => {
  const others: AuditFinding[] = [
    { ...byTechnical, line: 6 },
    { ...byTechnical, file: 'src/logout.ts' },
    { ...byTechnical, line: 0 },
    { ...byTechnical, auditor: 'test', line: 0 },
    { ...byTechnical, file: '' },
    { ...byTechnical, auditor: 'test', file: '' },
  ];
  expect(mergeAuditFindings([finding, ...others]).map((unit) => unit.sources.length)).toEqual([
    1, 1, 1, 1, 1, 1, 1,
  ]);
});

test('TEAM-05 a line number and a file name cannot be mistaken for another place', () => {
  const a: AuditFinding = { ...finding, file: '1 x', line: 1 };
  const b: AuditFinding = { ...byTechnical, file: 'x', line: 11 };
  expect(mergeAuditFindings([a, b])).toHaveLength(2);
});

test('TEAM-05 an open finding without a severity counts as HIGH', () => {
  expect(openSeverity({ severity: null })).toBe('HIGH');
  expect(mergeAuditFindings([{ ...finding, severity: null }])[0]?.severity).toBe('HIGH');
});

test('FOUND-01 002#21 one defect reported by two auditors and a scan is one finding with three sources', () => {
  const scan: AuditFinding = { ...byTechnical, source: 'scan', id: 'MOCK-003', severity: 'HIGH' };
  const [merged, ...more] = mergeAuditFindings([finding, byTechnical, scan]);
  expect(more).toEqual([]);
  expect(merged === undefined ? [] : sourceNames(merged)).toEqual([
    'technical TECH-001',
    'scan MOCK-003',
    'requirements REQ-001',
  ]);
});

test('FOUND-01 002#21 what an auditor says twice under one id at one place is one finding, another problem is another', () => {
  const first: AuditFinding = { ...byTechnical, evidence: 'no length check' };
  const again: AuditFinding = { ...first, severity: 'HIGH' };
  const other: AuditFinding = { ...again, evidence: 'no rate limit' };
  expect(mergeAuditFindings([first, again, finding, other]).map(({ sources }) => sources)).toEqual([
    [first, again, finding],
    [other],
  ]);
  const bare: AuditFinding = { ...byTechnical, title: 'no length check' };
  expect(mergeAuditFindings([bare, { ...bare, title: 'no rate limit' }])).toHaveLength(2);
});

test('FOUND-01 002#21 a fixer is told once what two judges report under one id, and both where the ids differ', () => {
  const recovery = { ...finding, auditor: 'recovery' as const };
  expect(mergeRepeated([recovery, finding])).toHaveLength(1);
  expect(mergeRepeated([{ ...finding, id: 'REQ-9' }, byTechnical])).toHaveLength(2);
  expect(mergeRepeated([finding, { ...recovery, line: finding.line + 1 }])).toHaveLength(2);
});

test('002#24 a fixer gets evidence and hint of each judge under one id, each once', () => {
  const first: AuditFinding = { ...finding, title: 'untested', evidence: 'only 3', fixHint: 'add one' };
  const second: AuditFinding = { ...first, auditor: 'test', title: 'asserts the bug', evidence: 'is 2' };
  const third: AuditFinding = { ...first, auditor: 'technical', fixHint: 'remove it' };
  expect(mergeRepeated([first, second, third])).toMatchObject([
    { title: 'untested', evidence: 'only 3\nasserts the bug: is 2', fixHint: 'add one\nremove it' },
  ]);
});

test('FOUND-01 004#4 a finding of the one reviewer keeps its description, problem and impact', () => {
  const said: AuditFinding = {
    ...finding,
    title: 'it ends',
    evidence: 'all is lost',
    description: 'A crash',
  };
  expect(findingsOf(mergeAuditFindings([said]))).toMatchObject([
    { title: 'A crash', message: 'it ends', impact: 'all is lost' },
  ]);
});
