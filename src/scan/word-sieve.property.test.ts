import fc from 'fast-check';
import { expect, test } from 'vitest';

import { WordSieve } from './word-sieve.ts';

test('a word is in a text exactly when the text includes it, whatever was read before', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', 'é', '\u{1F600}', ' ') });
  fc.assert(
    fc.property(letters, letters, fc.array(letters), (before, text, words) => {
      const all = [...words, text.slice(1, 5), text];
      const lists = all.map((word) => [word]);
      const sieve = new WordSieve([...lists, words]);
      sieve.read(before);
      sieve.hasAny(words);
      sieve.read(text);
      for (const list of lists) expect(sieve.hasAny(list)).toBe(text.includes(list[0] ?? ''));
      expect(sieve.hasAny(words)).toBe(words.some((word) => text.includes(word)));
      expect(sieve.hasAny([...words])).toBe(words.some((word) => text.includes(word)));
    }),
  );
});
