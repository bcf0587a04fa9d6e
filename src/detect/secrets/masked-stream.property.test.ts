import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { MaskedStream, type NamedKey } from './masked-stream.ts';

function shownOf(pieces: readonly string[], keys: readonly NamedKey[]): string {
  const stream = new MaskedStream(keys);
  return pieces.map((piece) => stream.add(piece)).join('') + stream.end();
}

/** A text cut at any places. */
function cutAt(text: string, places: readonly number[]): readonly string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...at, text.length].map((end, nth) => text.slice(at[nth - 1] ?? 0, end));
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });
// Few letters, so that keys overlap each other, begin each other and repeat themselves.
const key = fc.stringMatching(/^[ab\n]{2,8}$/);
const keys = fc.array(key, { minLength: 1, maxLength: 3 });

test('BEYOND-09 however an output is cut into pieces, no key is in what is shown of it, nor a piece with its neighbours', () => {
  const text = fc.stringMatching(/^[ab.\n]{0,60}$/);
  fc.assert(
    fc.property(keys, text, cuts, (values, whole, places) => {
      const shown = shownOf(
        cutAt(whole, places),
        values.map((value) => ['K', value] as const),
      );
      for (const value of values) expect(shown).not.toContain(value);
    }),
    { numRuns: 2000 },
  );
});

test('BEYOND-09 what is shown is the same however it came, and all of it but for keys', () => {
  const word = fc.oneof(fc.constantFrom('KEY-ONE', 'KEY-ONE-AND-TWO'), fc.stringMatching(/^[x \n]{0,6}$/));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), cuts, (words, places) => {
      const whole = `${words.join('')}.`;
      const named = [
        ['1', 'KEY-ONE'],
        ['2', 'KEY-ONE-AND-TWO'],
      ] as const;
      const plain = whole.replaceAll('KEY-ONE-AND-TWO', '[2]').replaceAll('KEY-ONE', '[1]');
      const label = (text: string): string => text.replaceAll(/\[\d\]/g, '*');
      expect(label(shownOf(cutAt(whole, places), named))).toBe(label(plain));
    }),
  );
});

const token = 'ghp_w8Gd72kLmQ4xTz91bVnRyUe5Ao3sKcJfHp6D';
const letters = Array.from(
  { length: 12 },
  (_, nth) => `Line${nth}x8Gd72kLmQ4xTz91bVnRyUe5Ao3sKcJfHp6D/+9${nth}`,
);
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${letters.join('\n')}\n-----END RSA PRIVATE KEY-----\n`;

test('BEYOND-09 secrets told by their looks are taken out too, one of many lines included, wherever it is cut', () => {
  fc.assert(
    fc.property(cuts, (places) => {
      const shown = shownOf(cutAt(`begin\ntoken ${token} here\n${pem}end\n`, places), []);
      expect(shown).toMatch(/^begin\n/);
      expect(shown).toMatch(/end\n$/);
      expect(shown).not.toContain(token.slice(0, 20));
      expect(shown).not.toContain(token.slice(-20));
      for (const line of letters) expect(shown).not.toContain(line.slice(0, 20));
    }),
    { numRuns: 300 },
  );
});

test('a line is shown when it has ended, and a line without end is shown but for its last part', () => {
  const stream = new MaskedStream([['K', 'a-long-key']]);
  expect(stream.add('one\ntw')).toBe('one\n');
  expect(stream.add('o\n')).toBe('two\n');
  const endless = stream.add('x'.repeat(30_000));
  expect(endless.length).toBeGreaterThan(20_000);
  expect(stream.add('y\na-long')).toBe(`${'x'.repeat(30_000 - endless.length)}y\n`);
  expect(stream.end()).toBe('');
});
