import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { globMatcher } from './pattern.ts';

test.each([
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'src/deep/a.ts', true],
  ['src/*.ts', 'src/deep/a.ts', false],
  ['./src/**', 'src/deep/a.ts', true],
  ['src/**/a.ts', 'src/a.ts', true],
  ['*.{ts,js}', 'a.js', true],
  ['*.{ts,js}', 'a.css', false],
  ['?.ts', 'ab.ts', false],
  ['a.ts', 'abts', false],
])('%s fits %s: %s', (pattern, path, fits) => {
  expect(globMatcher(pattern)(path)).toBe(fits);
});

test('it says what the plain definition says', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 });
  const name = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
  fc.assert(
    fc.property(part, name, (pattern, text) => {
      fc.pre(!pattern.includes('**'));
      const plain = new RegExp(`^${pattern.replaceAll('?', '.').replaceAll('*', '.*')}$`);
      expect(globMatcher(pattern)(text)).toBe(plain.test(text));
    }),
  );
});

test('a pattern made to take for ever does not', () => {
  expect(globMatcher('*a'.repeat(200) + 'b')('a'.repeat(4_000))).toBe(false);
  expect(globMatcher('**/a/'.repeat(100) + 'b')('a/'.repeat(1_000) + 'c')).toBe(false);
  expect(globMatcher('{a,b}'.repeat(50))('a'.repeat(50))).toBe(false);
});
