import fc from 'fast-check';
import { expect, test } from 'vitest';

import { WordSieve } from './word-sieve.ts';

test('a word is in a text exactly when the text includes it, whatever was read before', () => {
  const sieve = new WordSieve();
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', 'é', '\u{1F600}', ' ') });
  fc.assert(
    fc.property(letters, fc.array(letters), (text, words) => {
      sieve.read(text);
      for (const word of [...words, text.slice(1, 5), text])
        expect(sieve.has(word)).toBe(text.includes(word));
    }),
  );
});
