import { expect, test } from 'vitest';

import { testEvidence } from './shortfall.ts';
import type { TestReport } from '../test-report/test-report.ts';

const report = (passes: readonly string[], failures: readonly string[] = [], skipped = 0): TestReport => ({
  runners: ['node:test'],
  passed: passes.length,
  failed: failures.length,
  skipped,
  failures,
  passes,
  ranNoTest: false,
});

test('EVID-03 a test that failed at base is not new: it is fixed, or fails as before', () => {
  const base = report(['a', 'b', 'c'], ['d', 'e']);
  const evidence = testEvidence(base, report(['a', 'd', 'f'], ['b', 'e'], 1));
  expect(evidence).toEqual({
    ran: 5,
    skipped: 1,
    compared: 'name',
    same: 2,
    fixed: 1,
    fresh: 1,
    failing: 1,
    missing: 1,
    names: ['b', 'c'],
  });
});

test('EVID-03 the parts of what ran always add up to what ran', () => {
  const names = ['a', 'a', 'b', 'c', 'd'];
  const sets = names.map((_, index) => names.slice(0, index));
  for (const passes of sets)
    for (const failures of sets)
      for (const before of sets) {
        const evidence = testEvidence(report(before, failures), report(passes, failures));
        const { ran = 0, same = 0, fixed = 0, fresh = 0, failing = 0 } = evidence ?? {};
        expect(same + fixed + fresh + failing).toBe(ran);
        const other = testEvidence(report(before), report(passes, failures));
        expect((other?.same ?? 0) + (other?.failing ?? 0) + (other?.missing ?? 0)).toBe(before.length);
      }
});

test('EVID-03 tests that are only counted say how many base has, also where fewer ran', () => {
  const few = { ...report(['a']), passes: null };
  expect(testEvidence({ ...report(['a', 'b']), passes: null }, few)).toMatchObject({ same: 1, missing: 1 });
});
