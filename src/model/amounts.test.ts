import fc from 'fast-check';
import { expect, test } from 'vitest';

import { count } from './amounts.ts';

test('amounts are grouped by thousands, as English has it', () => {
  expect(count(1, 'finding')).toBe('1 finding');
  expect(count(2000, 'finding')).toBe('2,000 findings');
  expect(count(0, 'entry', 'entries')).toBe('0 entries');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amount) => {
      expect(count(amount, 'x', 'x')).toBe(`${amount.toLocaleString('en')} x`);
    }),
  );
});
