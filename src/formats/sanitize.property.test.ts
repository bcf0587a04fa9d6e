import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitize } from './sanitize.ts';

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\x1b',
        '\x1b[',
        '\x1b]',
        '\x9b',
        '\x9d',
        '\x07',
        '\x9c',
        '\r',
        '\n',
        '\t',
        '31m',
        '\\',
      ),
      fc.constantFrom('\ud83d', '\ude00', '\udb40', '\udc01', '\u200b', '\u202e', '\ufeff'),
    ),
  )
  .map((parts) => parts.join(''));

const UNWANTED =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/u;

test('EPIC-13 whatever goes in, no unwanted character comes out', () => {
  fc.assert(fc.property(hostile, (text) => !UNWANTED.test(sanitize(text))));
});

test('EPIC-13 cleaning twice is cleaning once, with every option', () => {
  const options = fc.record(
    { maxLength: fc.integer({ min: 40, max: 120 }), singleLine: fc.boolean() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(hostile, options, (text, chosen) => {
      const once = sanitize(text, chosen);
      expect(sanitize(once, chosen)).toBe(once);
      expect(once.length).toBeLessThanOrEqual(chosen.maxLength ?? Infinity);
    }),
  );
});

test('EPIC-13 the number of line feeds never changes', () => {
  fc.assert(fc.property(hostile, (text) => sanitize(text).split('\n').length === text.split('\n').length));
});
