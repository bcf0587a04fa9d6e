import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Finding } from '../model/finding.ts';
import { fingerprint } from '../../packages/scan/finding.ts';
import { withFingerprints } from './fingerprint.ts';
import { documentFindings, reportFindings } from './report-findings.ts';

const parts = { rule: 'code_quality', file: 'src/a.ts', snippet: 'const a = 1;', occurrence: 0 };
const finding: Finding = {
  source: { kind: 'critic', name: 'one' },
  rule: 'code_quality',
  severity: 'HIGH',
  file: 'src/a.ts',
  line: 10,
  message: 'm',
  evidence: 'const a = 1;',
  fix: 'f',
  fingerprint: '',
  grounding: 'unchecked',
};
const none = () => undefined;

test('REWORK-03 a fingerprint never changes between versions, because dismissals are kept by it', () => {
  expect(fingerprint(parts)).toBe('472d2845c0d93704');
  expect(fingerprint({ ...parts, snippet: 'Größe 🎉' })).toMatch(/^[0-9a-f]{16}$/);
});

test('REWORK-03 spacing and the case of the rule do not count, everything else does', () => {
  expect(fingerprint({ ...parts, snippet: '  const\n\ta =  1; ' })).toBe(fingerprint(parts));
  expect(fingerprint({ ...parts, rule: 'Code_Quality' })).toBe(fingerprint(parts));
  const others = [
    { ...parts, rule: 'test_quality' },
    { ...parts, file: 'src/A.ts' },
    { ...parts, snippet: 'const a = 2;' },
    { ...parts, occurrence: 1 },
    { ...parts, rule: 'code_quality","src', file: '/a.ts' },
  ];
  expect(new Set([parts, ...others].map(fingerprint)).size).toBe(6);
});

test('REWORK-03 different findings have different fingerprints', () => {
  const prints = new Set(
    Array.from({ length: 20_000 }, (_, index) => fingerprint({ ...parts, snippet: `line ${index}` })),
  );
  expect(prints.size).toBe(20_000);
  for (const half of [0, 8]) {
    expect(new Set([...prints].map((print) => print.slice(half, half + 8))).size).toBeGreaterThan(19_990);
  }
});

test('REWORK-03 a finding keeps its fingerprint when its line moves', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('x', 'y'), { maxLength: 6 }), fc.nat(100), (texts, shift) => {
      const at = (offset: number) =>
        texts.map((evidence, index) => ({ ...finding, evidence, line: offset + index }));
      const prints = (offset: number) => withFingerprints(at(offset), none).map((each) => each.fingerprint);
      expect(prints(1 + shift)).toEqual(prints(1));
      expect(new Set(prints(1)).size).toBe(texts.length);
    }),
  );
});

test('REWORK-03 equal findings are told apart by their place in the file, whatever order they come in', () => {
  const later = { ...finding, line: 20 };
  const [a, b] = withFingerprints([finding, later], none);
  const [d, c] = withFingerprints([later, finding], none);
  expect([c, d]).toEqual([a, b]);
  expect(a).toEqual({ ...finding, fingerprint: fingerprint(parts) });
  expect(b).toEqual({ ...later, fingerprint: fingerprint({ ...parts, occurrence: 1 }) });
});

test('REWORK-03 the text at the commit counts before the evidence, and the evidence before the message', () => {
  const print = (evidence: string, snippet?: string) =>
    withFingerprints([{ ...finding, evidence }], () => snippet)[0]?.fingerprint;
  expect(print('e', 's')).toBe(fingerprint({ ...parts, snippet: 's' }));
  expect(print('e', '')).toBe(fingerprint({ ...parts, snippet: '' }));
  expect(print('e')).toBe(fingerprint({ ...parts, snippet: 'e' }));
  expect(print('')).toBe(fingerprint({ ...parts, snippet: 'm' }));
});

test('TEAM-28 findings of reports and documents become our own, not grounded yet', () => {
  const place = { severity: 'HIGH', file: 'src/a.ts', line: 10 } as const;
  const expected = {
    ...finding,
    evidence: '',
    fingerprint: fingerprint({ ...parts, snippet: 'm' }),
  };
  expect(
    reportFindings([{ ...place, dimension: 'code_quality', message: 'm', suggestion: 'f' }], 'one'),
  ).toEqual([expected]);
  const written = { ...place, category: 'code_quality', title: 't', problem: 'm', impact: 'i', fix: 'f' };
  expect(documentFindings([written], 'rev')).toEqual([
    { ...expected, title: 't', impact: 'i', source: { kind: 'reviewer', name: 'rev' } },
  ]);
  const looked = fingerprint({ ...parts, snippet: 'text' });
  expect(documentFindings([written], 'rev', () => 'text')[0]?.fingerprint).toBe(looked);
});
