import { expect, test } from 'vitest';

import { noMemory } from '../model/finding-memory.ts';
import type { Finding } from '../model/finding.ts';
import { goneSince, inForce, regressionsIn, remember, sortOut, surroundingsOf } from './memory.ts';

const text = ['function a() {', '  const x = 1;', '  return x;', '}', 'function b() {', '  return 2;', '}'];
const linesOf = (path: string): readonly string[] | undefined => (path === 'a.ts' ? text : undefined);
const matches = (glob: string, path: string): boolean => glob === path;

function finding(line: number, fingerprint = 'f'): Finding {
  return {
    source: { kind: 'reviewer', name: 'reviewer' },
    rule: 'Correctness',
    severity: 'HIGH',
    file: 'a.ts',
    line,
    message: 'm',
    evidence: '',
    fix: '',
    fingerprint,
    grounding: 'located',
  };
}

const dismissal = { fingerprint: 'f', reason: 'meant', by: 'ada', at: 1, until: null };

test('BEYOND-14 a dismissal holds wherever the lines move to, and no longer when the function around it changes', () => {
  const around = surroundingsOf(finding(2), linesOf);
  const excuses = { dismissed: [{ ...dismissal, around }], waivers: [] };
  const at = (lines: readonly string[], line: number) =>
    sortOut([finding(line)], excuses, { linesOf: () => lines, matches }).open.length;
  expect(at(text, 2)).toBe(0);
  expect(at(['// new', '', ...text], 4)).toBe(0);
  expect(at(text.with(5, '  return 3;'), 2)).toBe(0);
  expect(at(text.with(2, '  return eval(x);'), 2)).toBe(1);
  expect(sortOut([finding(2, 'other')], excuses, { linesOf, matches }).open).toHaveLength(1);
});

test('BEYOND-14 a waiver counts up to and including its last day, for one finding or for a rule in a place', () => {
  const waiver = {
    fingerprint: null,
    rule: 'CORRECTNESS',
    path: 'a.ts',
    reason: 'r',
    until: '2027-01-31',
    by: null,
  };
  const on = (today: string) =>
    sortOut([finding(2)], inForce({ dismissed: [], waivers: [waiver] }, today), { linesOf, matches })
      .dismissed;
  expect([on('2027-01-31').length, on('2027-02-01').length]).toEqual([1, 0]);
  const until = { ...dismissal, around: '', until: '2027-01-31' };
  const left = (today: string) => inForce({ dismissed: [until], waivers: [] }, today).dismissed.length;
  expect([left('2027-01-31'), left('2027-02-01')]).toEqual([1, 0]);
});

test('what is gone counts as fixed, and comes back as a regression', () => {
  const shown = { branch: 'b', head: 'c1', at: 1, linesOf };
  const first = remember(noMemory, { ...shown, open: [finding(2, 'f'), finding(3, 'g')] });
  expect(regressionsIn(first, [finding(2, 'f')])).toEqual([]);
  const second = remember(first, { ...shown, head: 'c2', open: [finding(3, 'g')] });
  expect(regressionsIn(second, [finding(2, 'f'), finding(3, 'g')])).toEqual(['f']);
  expect(Object.keys(second.seen)).toEqual(['f', 'g']);
});

test('reviews of one and the same commit fix nothing, however each words what it found', () => {
  const shown = { branch: 'b', head: 'c1', at: 1, linesOf };
  const worded = ['f', 'g', 'h'].reduce(
    (memory, print) => remember(memory, { ...shown, open: [finding(2, print)] }),
    noMemory,
  );
  expect(worded.fixed).toEqual({});
  expect(goneSince(worded, { ...shown, open: [] })).toEqual([]);
  expect(goneSince(worded, { ...shown, head: 'c2', open: [] })).toEqual(['h']);
});
