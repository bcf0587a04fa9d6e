import { expect, test } from 'vitest';

import { allRules, type ScanFinding, type ScanResult } from '../../../packages/scan/index.ts';
import { judgeScan, type ScanPolicy } from './judge-scan.ts';

const judging: ScanPolicy = {
  rules: allRules,
  known: new Set(allRules.map(({ id }) => id)),
  policy: { passThreshold: 0.85, severityGate: 'HIGH' },
  failOn: 'HIGH',
  today: '2026-11-15',
  prefix: '',
  waivers: [],
  baseline: null,
  since: null,
  whole: true,
  durationMs: 1,
};

const clean: ScanResult = {
  findings: [],
  ran: allRules.map(({ id }) => id),
  scanned: { files: 1, bytes: 1 },
  seen: { languages: {}, routes: 0, entities: 0, tests: 0 },
  left: [],
  unresolved: [],
  crashes: [],
  suppressions: [],
};

const finding: ScanFinding = {
  rule: 'SEC-001',
  family: 'secret',
  severity: 'CRITICAL',
  confidence: 'high',
  file: 'a.ts',
  line: 1,
  message: 'a secret',
  evidence: '',
  fix: 'remove it',
  fingerprint: '0123456789abcdef',
  suppressed: null,
};
const found: ScanResult = { ...clean, findings: [finding] };

function judged(result: ScanResult, more: Partial<ScanPolicy> = {}) {
  return judgeScan(result, { ...judging, ...more }).audit;
}

test('nothing found by rules that all ran is a pass', () => {
  expect(judged(clean)).toMatchObject({ health: 'passed', failing: 0, notes: [] });
});

test('P8 a rule or a parse that failed is not known to be fine', () => {
  for (const rule of ['SEC-001', 'parse', 'facts']) {
    const crashes = [{ rule, file: 'a.ts', because: 'it broke' }];
    expect(judged({ ...clean, crashes }).health).toBe('unknown');
  }
});

test('an open finding fails, one left alone with a reason does not', () => {
  const audit = judged(found);
  expect(audit).toMatchObject({ counts: { CRITICAL: 1 }, failing: 1 });
  expect(audit.health).not.toBe('passed');
  const known = { ...finding, suppressed: 'known' };
  expect(judged({ ...clean, findings: [known] })).toMatchObject({ failing: 0, counts: { CRITICAL: 0 } });
  expect(judged({ ...clean, findings: [{ ...finding, severity: 'LOW' }] })).toMatchObject({ failing: 0 });
  expect(judged({ ...clean, findings: [{ ...finding, severity: 'LOW' }] }, { failOn: 'LOW' }).failing).toBe(
    1,
  );
});

test('BEYOND-14 a waiver in force leaves its finding alone; one whose last day is over is said and does not count', () => {
  const waiver = { fingerprint: null, rule: 'SEC-001', path: '*.ts', reason: 'a sample', by: 'me' };
  const last = judged(found, { waivers: [{ ...waiver, until: '2026-11-15' }] });
  expect(last).toMatchObject({ failing: 0, notes: [] });
  expect(last.findings[0]).toMatchObject({
    suppressed: 'a sample',
    excuse: { kind: 'waiver', until: '2026-11-15', by: 'me' },
  });
  expect(judged(found, { waivers: [{ ...waiver, until: '2026-11-14' }] })).toMatchObject({
    failing: 1,
    notes: ['the waiver of SEC-001 in *.ts (me) expired on 2026-11-14 and does not count'],
  });
});

test('BEYOND-14 a waiver of another rule, file or finding waives nothing, and that is said of the whole', () => {
  const until = '2027-01-01';
  const waivers = [
    { fingerprint: null, rule: 'MOCK-001', path: null, reason: 'x', until, by: null },
    { fingerprint: null, rule: 'SEC-001', path: 'lib/**', reason: 'x', until, by: null },
    { fingerprint: 'fedcba9876543210', rule: null, path: null, reason: 'x', until, by: null },
  ];
  const audit = judged(found, { waivers });
  expect(audit.failing).toBe(1);
  expect(audit.notes).toHaveLength(3);
  expect(judged(found, { waivers, whole: false }).notes).toEqual([]);
});

test('findings are in one order, whoever was quicker', () => {
  const findings = [
    { ...finding, file: 'b.ts', line: 2 },
    { ...finding, file: 'b.ts', line: 1 },
    { ...finding, severity: 'LOW' as const },
    finding,
  ];
  const order = (list: readonly ScanFinding[]) =>
    judged({ ...clean, findings: list }).findings.map(
      ({ file, line, severity }) => `${severity} ${file}:${line}`,
    );
  expect(order(findings)).toEqual(['CRITICAL a.ts:1', 'CRITICAL b.ts:1', 'CRITICAL b.ts:2', 'LOW a.ts:1']);
  expect(order(findings.toReversed())).toEqual(order(findings));
});

test('only findings in files that were asked about are reported', () => {
  expect(judged(found, { only: new Set(['b.ts']) }).findings).toEqual([]);
  expect(judged(found, { only: new Set(['a.ts']) }).findings).toHaveLength(1);
});

test('TEAM-15 rules that could not look are no checks that passed', () => {
  const ran = clean.ran.filter((id) => !id.startsWith('LIB-'));
  const audit = judged({ ...clean, ran });
  expect(audit.notComputed).toContain('library');
  expect(audit.notes.join()).toContain('LIB-001');
  expect(audit.rules.map(({ id }) => id)).not.toContain('LIB-001');
  expect(judged(clean).notComputed).not.toContain('library');
});
