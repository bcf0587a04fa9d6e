import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Finding } from '../model/finding.ts';
import type { Verdict } from '../model/verdict.ts';
import { combineCritics, mergeFindings } from './combine.ts';

const finding: Finding = {
  source: { kind: 'critic', name: 'one' },
  rule: 'code_quality',
  severity: 'MEDIUM',
  file: 'a.ts',
  line: 1,
  message: 'first words',
  evidence: '',
  fix: '',
  fingerprint: 'f1',
  grounding: 'unchecked',
};
const two = { kind: 'critic', name: 'two' } as const;
const opinion = (critic: string, verdict: Verdict, findings: readonly Finding[] = []) => ({
  critic,
  verdict,
  findings,
});

test('TEAM-28 all critics must pass', () => {
  expect(combineCritics([opinion('one', 'pass'), opinion('two', 'pass')], 2)).toEqual({
    verdict: 'pass',
    findings: [],
    reasons: [],
  });
});

test('TEAM-28 the strictest verdict wins and says whose it was', () => {
  const opinions = [opinion('one', 'pass'), opinion('two', 'unknown'), opinion('three', 'fail')];
  expect(combineCritics(opinions, 3)).toEqual({
    verdict: 'fail',
    findings: [],
    reasons: ['two: unknown', 'three: fail'],
  });
  expect(combineCritics(opinions.slice(0, 2), 2).verdict).toBe('unknown');
});

test('TEAM-28 a critic that did not answer is not a pass', () => {
  expect(combineCritics([opinion('one', 'pass')], 2)).toEqual({
    verdict: 'unknown',
    findings: [],
    reasons: ['1 of 2 critics did not answer'],
  });
  expect(combineCritics([opinion('one', 'fail')], 2).verdict).toBe('fail');
  expect(combineCritics([], 0).verdict).toBe('unknown');
  expect(combineCritics([opinion('one', 'pass'), opinion('two', 'pass')], 1).reasons).toEqual([]);
});

test('TEAM-28 no combination passes unless everybody asked did', () => {
  const verdict = fc.constantFrom<Verdict>('pass', 'fail', 'blocked', 'unknown');
  fc.assert(
    fc.property(fc.array(verdict, { maxLength: 6 }), fc.nat(6), (verdicts, asked) => {
      const combined = combineCritics(
        verdicts.map((verdict, index) => opinion(`c${index}`, verdict)),
        asked,
      );
      const all =
        verdicts.length > 0 && verdicts.length >= asked && verdicts.every((each) => each === 'pass');
      expect(combined.verdict === 'pass').toBe(all);
    }),
  );
});

test('TEAM-28 one finding made by several is kept once, in its worst form, with all of them', () => {
  const worse = { ...finding, source: two, severity: 'HIGH', message: 'other words' } as const;
  const milder = { ...finding, source: two, severity: 'LOW', message: 'mild words' } as const;
  const other = { ...finding, fingerprint: 'f2' };
  expect(mergeFindings([finding, other, worse])).toEqual([
    { ...worse, sources: [finding.source, two] },
    { ...other, sources: [finding.source] },
  ]);
  expect(mergeFindings([finding, milder])).toEqual([{ ...finding, sources: [finding.source, two] }]);
  expect(mergeFindings([finding, { ...finding, message: 'again' }])).toEqual([
    { ...finding, sources: [finding.source] },
  ]);
  const auditor = { ...finding, source: { kind: 'auditor', name: 'one' } } as const;
  expect(mergeFindings([finding, auditor])[0]?.sources.length).toBe(2);
  expect(
    combineCritics([opinion('one', 'fail', [finding]), opinion('two', 'fail', [worse, other])], 2).findings,
  ).toEqual(mergeFindings([finding, worse, other]));
});
