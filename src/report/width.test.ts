import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { column, fit, widthOf } from './width.ts';

test('wide characters take two columns, combining ones none', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('日本')).toBe(4);
  expect(widthOf('e\u0301')).toBe(1);
  expect(widthOf('👩‍👩‍👧')).toBe(2);
  expect(widthOf('⚠ x')).toBe(3);
});

test('a cut text says that it was cut and splits no character', () => {
  expect(fit('Add rate limiter', 8)).toBe('Add rat…');
  expect(fit('日本語', 4)).toBe('日…');
  expect(fit('日本語', 5, '~')).toBe('日本~');
  expect(fit('abc', 0)).toBe('');
  expect(column('日', 4)).toBe('日  ');
});

test('whatever the text, it never takes more columns than it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 30 }), (text, width) => {
      expect(widthOf(fit(text, width))).toBeLessThanOrEqual(width);
      expect(widthOf(column(text, width))).toBe(width);
    }),
  );
});
