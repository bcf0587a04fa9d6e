import { expect, test } from 'vitest';

import { coverageFault, percentIn } from './coverage.ts';

test.each([
  ['Lines        : 81.25% ( 13/16 )', 81.25],
  ['All files |   92.3 |    80 |   100 |', 92.3],
  ['TOTAL      120     12    90%', 90],
  ['a.ts 50%\nb.ts 100%\ntotal: 75%\ndone in 3s', 75],
  ['ok 12 tests', undefined],
  ['coverage 140%', undefined],
  ['', undefined],
])('LOOP-05 the coverage in %j is %s', (log, percent) => {
  expect(percentIn(log)).toBe(percent);
});

test.each([
  [80, undefined, undefined],
  [60, 60, 'coverage is 60 %, the floor is 80 %; before the fix it was 60 %'],
  [79.9, 70, 'coverage is 79.9 %, the floor is 80 %; before the fix it was 70 %'],
  [60, undefined, 'coverage is 60 %, the floor is 80 %; before the fix it could not be measured'],
  [undefined, undefined, 'the coverage command failed, or printed no percentage'],
])('LOOP-05 004#13 with a floor of 80 a fix at %s %% after %s %% is: %s', (after, before, fault) => {
  expect(coverageFault({ after, before, floor: 80 })).toBe(fault);
});
