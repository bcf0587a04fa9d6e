import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { riskOf } from './risk.ts';

const isTest = (path: string): boolean => path.includes('.test.');
const small = {
  files: ['src/a.ts'],
  addedLines: 10,
  addedTestLines: 0,
  removedLines: 0,
  uncounted: 0,
  isTest,
  steering: 0,
  found: 0,
};

test('BEYOND-06 depth follows what a change touches, and says why', () => {
  expect(riskOf(small)).toMatchObject({ depth: 'standard', because: [] });
  expect(riskOf({ ...small, files: ['README.md'] }).depth).toBe('quick');
  const big = riskOf({ ...small, files: ['src/auth/login.ts'], addedLines: 500, found: 3 });
  expect(big.depth).toBe('thorough');
  expect(big.because).toEqual([
    '500 added lines',
    'touches src/auth/login.ts',
    '500 lines of code with 0 of tests',
    '3 earlier findings in these files',
  ]);
  expect(riskOf({ ...small, files: ['README.md'], steering: 1 }).depth).toBe('standard');
});

test('BEYOND-06 003#27 a change is small only where few lines of few files are all there is to it', () => {
  expect(riskOf(small).isSmall).toBe(true);
  const larger = [
    { addedLines: 31 },
    { removedLines: 900 },
    { uncounted: 1 },
    { files: ['a.ts', 'b.ts', 'c.ts', 'd.ts'] },
    { files: ['src/auth/login.ts'] },
    { steering: 1 },
    { found: 1 },
  ];
  for (const more of larger) expect(riskOf({ ...small, ...more }).isSmall).toBe(false);
});

test('BEYOND-06 more of anything never makes a change less risky, and there is always a depth', () => {
  const facts = fc.record({
    addedLines: fc.nat(5000),
    addedTestLines: fc.constant(0),
    steering: fc.nat(3),
    found: fc.nat(50),
  });
  fc.assert(
    fc.property(facts, fc.nat(500), (given, more) => {
      const before = riskOf({ ...small, ...given });
      const after = riskOf({
        ...small,
        ...given,
        addedLines: given.addedLines + more,
        found: given.found + 1,
      });
      expect(after.score).toBeGreaterThanOrEqual(before.score);
      expect(before.score).toBeLessThanOrEqual(1);
      expect(['quick', 'standard', 'thorough']).toContain(before.depth);
    }),
  );
});
