import { expect, test } from 'vitest';
import { untestable } from './ticket-rules.ts';

test.each([
  ['The code should be clean', 'should be clean'],
  ['it should be fast', 'should be fast'],
  ['it should be secure', 'should be secure'],
  ['shows an appropriate message', 'appropriate'],
  ['behaves appropriately', 'appropriately'],
  ['errors are handled properly', 'properly'],
  ['proper names', 'proper'],
  ['Follow best practices', 'Follow best practices'],
  ['follows best practice', 'follows best practice'],
  ['Implement the whole export feature', 'Implement the whole export feature'],
  ['has good and thorough error handling', 'good and thorough error handling'],
])('DISPATCH-01 "%s" cannot be tested', (text, words) => {
  expect(untestable(text)).toBe(words);
});

test.each([
  '`npm test` exits 0 and the code should be clean',
  '`dist/x` exists and is appropriate',
  'properly raises `TypeError`',
  'a proper call returns a `Promise`',
  'should be fast: under 200 ms',
  'should be fast, 2 seconds at most',
  'an appropriate answer: HTTP 429',
  'proper, with status 404',
  '90% of it is proper',
  'the banner shows the seconds left',
  'property tests run',
  'the feature implements a goods list',
])('DISPATCH-01 "%s" can be judged', (text) => {
  expect(untestable(text)).toBeUndefined();
});

test.each(['should be fast in HTTP 700', 'proper 12 msx', 'implement it. A feature', 'proper `x` is there'])(
  'DISPATCH-01 only real proofs count: "%s"',
  (text) => {
    expect(untestable(text) === undefined).toBe(text.startsWith('implement'));
  },
);

test('DISPATCH-01 a megabyte of near misses is judged in one pass', () => {
  expect(untestable('implement good ` '.repeat(60_000))).toBeUndefined();
});
