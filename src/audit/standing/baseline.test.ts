import { expect, test } from 'vitest';

import type { BaselineEntry } from '../../formats/index.ts';
import type { Finding } from '../../model/finding.ts';
import { againstBaseline, updatedBaseline } from './baseline.ts';

function finding(fingerprint: string, more: Partial<Finding> = {}): Finding {
  return {
    source: { kind: 'scan', name: 'mock' },
    grounding: 'quoted',
    rule: 'MOCK-001',
    severity: 'HIGH',
    file: 'a.ts',
    line: 1,
    message: 'made up',
    evidence: 'x',
    fingerprint,
    confidence: 'high',
    suppressed: null,
    excuse: null,
    family: 'mock',
    fix: '',
    baseline: null,
    ...more,
  };
}

function entry(fingerprint: string, count = 1, more: Partial<BaselineEntry> = {}): BaselineEntry {
  return {
    fingerprint,
    count,
    rule: 'MOCK-001',
    file: 'a.ts',
    message: 'made up',
    adopted: '2026-01-01',
    reason: 'old',
    ...more,
  };
}

const judged = { ran: new Set(['MOCK-001']), crashes: [] };
const adoption = { today: '2026-11-15', reason: 'taken in' };

function states(findings: readonly Finding[], entries: readonly BaselineEntry[]) {
  const compared = againstBaseline(findings, entries, judged);
  return {
    states: compared.findings.map(({ fingerprint, baseline }) => `${fingerprint} ${baseline}`),
    fixed: compared.fixed.map(({ fingerprint, count }) => `${fingerprint} ${count}`),
  };
}

test('BEYOND-14 what the baseline knows is old, what it does not is new, what is not found again is fixed', () => {
  expect(states([finding('a'), finding('b')], [entry('a'), entry('c')])).toEqual({
    states: ['a known', 'b new'],
    fixed: ['c 1'],
  });
});

test('BEYOND-14 as many as were counted are old, and one more is new', () => {
  expect(states([finding('a'), finding('a'), finding('a')], [entry('a', 2)])).toEqual({
    states: ['a known', 'a known', 'a new'],
    fixed: [],
  });
  expect(states([finding('a')], [entry('a', 3)]).fixed).toEqual(['a 2']);
});

test('what somebody left alone with a reason is neither old nor new, and no longer needs the baseline', () => {
  expect(states([finding('a', { suppressed: 'x' })], [entry('a')])).toEqual({
    states: ['a null'],
    fixed: ['a 1'],
  });
});

test('what could not be checked is not said to be fixed, and stays in the baseline', () => {
  const entries = [entry('a')];
  for (const unjudged of [
    { ...judged, ran: new Set<string>() },
    { ...judged, crashes: [{ rule: 'MOCK-001', file: '', because: '' }] },
    { ...judged, crashes: [{ rule: 'parse', file: 'a.ts', because: '' }] },
    { ...judged, only: new Set(['b.ts']) },
  ]) {
    const compared = againstBaseline([], entries, unjudged);
    expect(compared.fixed).toEqual([]);
    expect(updatedBaseline(compared, entries, adoption)).toEqual(entries);
  }
});

test('BEYOND-14 an update keeps the day and the reason of what was known, adds what is new, drops what is fixed', () => {
  const entries = [entry('a', 2), entry('c')];
  const compared = againstBaseline([finding('a'), finding('b'), finding('b')], entries, judged);
  expect(updatedBaseline(compared, entries, adoption)).toEqual([
    entry('a'),
    entry('b', 2, { adopted: '2026-11-15', reason: 'taken in' }),
  ]);
});
