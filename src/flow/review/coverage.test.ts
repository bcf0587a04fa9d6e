import { expect, test } from 'vitest';

import { percentIn } from './coverage.ts';

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
