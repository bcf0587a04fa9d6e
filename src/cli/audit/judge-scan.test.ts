import { expect, test } from 'vitest';

import { allRules, type ScanFinding, type ScanResult } from '../../scan/index.ts';
import { failing, judgeScan } from './judge-scan.ts';

const policy = { passThreshold: 0.85, severityGate: 'HIGH' } as const;

const clean: ScanResult = {
  findings: [],
  ran: allRules.map(({ id }) => id),
  scanned: { files: 1, bytes: 1 },
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
  fingerprint: 'f',
  suppressed: null,
};

test('nothing found by rules that all ran is a pass', () => {
  expect(judgeScan(clean, allRules, policy).health).toBe('passed');
});

test('P8 a rule or a parse that failed is not known to be fine', () => {
  for (const rule of ['SEC-001', 'parse', 'facts']) {
    const crashes = [{ rule, file: 'a.ts', because: 'it broke' }];
    expect(judgeScan({ ...clean, crashes }, allRules, policy).health).toBe('unknown');
  }
});

test('an open finding fails, one left alone with a reason does not', () => {
  const judged = judgeScan({ ...clean, findings: [finding] }, allRules, policy);
  expect(judged).toMatchObject({ counts: { CRITICAL: 1 } });
  expect(judged.health).not.toBe('passed');
  expect(failing(judged.findings, 'HIGH')).toHaveLength(1);
  expect(failing([{ ...finding, suppressed: 'known' }], 'HIGH')).toEqual([]);
  expect(failing([{ ...finding, severity: 'LOW' }], 'HIGH')).toEqual([]);
});

test('TEAM-15 rules that could not look are no checks that passed', () => {
  const ran = clean.ran.filter((id) => !id.startsWith('LIB-'));
  expect(judgeScan({ ...clean, ran }, allRules, policy).notComputed).toContain('library');
  expect(judgeScan(clean, allRules, policy).notComputed).not.toContain('library');
});
