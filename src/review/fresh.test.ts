import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Finding } from '../model/finding.ts';
import { freshFindings } from './fresh.ts';

function finding(rule: string, file: string, line: number, evidence: string): Finding {
  return {
    source: { kind: 'scan', name: 'mock' },
    rule,
    severity: 'HIGH',
    file,
    line,
    message: 'm',
    evidence,
    fix: '',
    fingerprint: `${rule}${file}${line}`,
    grounding: 'quoted',
  };
}

const changed = new Map([['a.ts', new Set([5])]]);

test('BEYOND-02 of equal findings the one on a changed line is the new one', () => {
  const now = [finding('R', 'a.ts', 5, 'x  = 1'), finding('R', 'a.ts', 9, 'x = 1')];
  expect(freshFindings(now, [finding('R', 'a.ts', 4, 'x = 1')], changed)).toEqual([now[0]]);
});

test('what moved to another file brought nothing; what is new elsewhere was caused by the change', () => {
  const moved = finding('R', 'b.ts', 1, 'x = 1');
  const caused = finding('R', 'c.ts', 7, 'y = 1');
  expect(freshFindings([moved, caused], [finding('R', 'a.ts', 4, 'x = 1')], changed)).toEqual([caused]);
});

test('as many are new as there are more of a kind than before, never fewer', () => {
  const some = fc.array(
    fc.constantFrom('p', 'q', 'r').chain((text) => fc.record({ text: fc.constant(text), line: fc.nat(9) })),
  );
  fc.assert(
    fc.property(some, some, (after, before) => {
      const of = (all: typeof after) => all.map(({ text, line }) => finding('R', 'a.ts', line, text));
      const fresh = freshFindings(of(after), of(before), changed);
      for (const text of ['p', 'q', 'r']) {
        const count = (all: readonly Finding[]) => all.filter(({ evidence }) => evidence === text).length;
        expect(count(fresh)).toBe(Math.max(0, count(of(after)) - count(of(before))));
      }
    }),
  );
});
