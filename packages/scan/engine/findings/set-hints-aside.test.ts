import { expect, test } from 'vitest';

import type { ScanFinding, ScanResult } from './scan-result.ts';
import { setHintsAside } from './set-hints-aside.ts';

const found = (rule: string, more: Partial<ScanFinding> = {}): ScanFinding => ({
  rule,
  family: 'secret',
  severity: 'LOW',
  confidence: 'high',
  file: 'a.ts',
  line: 1,
  message: 'm',
  evidence: 'e',
  fix: 'f',
  fingerprint: rule,
  suppressed: null,
  ...more,
});

function scan(findings: readonly ScanFinding[]): ScanResult {
  return {
    findings,
    ran: ['ORPHAN-002', 'SEC-001', 'DUP-001'],
    scanned: { files: 1, bytes: 1 },
    seen: { languages: {}, routes: 0, entities: 0, tests: 0 },
    left: [],
    unresolved: [{ rule: 'DUP-001', what: 'w', count: 1 }],
    crashes: [
      { rule: 'DUP-001', file: 'a.ts', because: 'b' },
      { rule: 'parse', file: 'a.ts', because: 'b' },
    ],
    suppressions: [],
  };
}

const hints = [{ id: 'SEC-001' }, { id: 'DUP-001' }];

test('SCAN-01 findings of hints are counted beside the others, and their crashes fail nothing', () => {
  const excused = found('DUP-001', { suppressed: 'on purpose' });
  const { result, hints: aside } = setHintsAside(
    scan([found('ORPHAN-002'), found('DUP-001'), found('SEC-001'), excused]),
    hints,
  );
  expect(result.findings.map(({ rule }) => rule)).toEqual(['ORPHAN-002']);
  expect(aside.map(({ rule }) => rule)).toEqual(['DUP-001', 'SEC-001']);
  expect(result.ran).toEqual(['ORPHAN-002']);
  expect(result.crashes.map(({ rule }) => rule)).toEqual(['parse']);
  expect(result.unresolved).toHaveLength(1);
});

test('SCAN-01 a secret that its checksum proves is not a hint', () => {
  const { result, hints: aside } = setHintsAside(
    scan([found('SEC-001', { proven: true, severity: 'CRITICAL' }), found('SEC-001')]),
    hints,
  );
  expect(result.findings.map(({ severity }) => severity)).toEqual(['CRITICAL']);
  expect(result.ran).toContain('SEC-001');
  expect(aside).toHaveLength(1);
});
