import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { olderHash } from '../../test/contracts/journal-older.ts';
import { follows, genesis, link, linkOfBytes } from './chain.ts';

const anyHash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
// What JSON can hold: no half of a sign.
const anyJson = fc.string({ unit: 'grapheme', maxLength: 300 });

test('STATE-01 today a hash is SHA-256 over the text of the one before it and the JSON', () => {
  fc.assert(
    fc.property(anyHash, anyJson, (previous, json) => {
      expect(link(previous, json)).toBe(createHash('sha256').update(`${previous}${json}`).digest('hex'));
    }),
  );
});

test('STATE-01 the older rule is SHA-256 over the bytes of the one before it and the JSON', () => {
  fc.assert(
    fc.property(anyHash, anyJson, (previous, json) => {
      const bytes = olderHash(Buffer.from(previous, 'hex'), json);
      expect(linkOfBytes(previous, json)).toBe(Buffer.from(bytes).toString('hex'));
    }),
  );
});

test('the older rule is the same for JSON that is longer than any before it', () => {
  const json = 'ü'.repeat(100_000);
  const bytes = olderHash(Buffer.alloc(32), json);
  expect(linkOfBytes(genesis, json)).toBe(Buffer.from(bytes).toString('hex'));
});

test('STATE-01 a hash of which a part is missing is not made whole by what was hashed before', () => {
  const previous = link(genesis, '[1]');
  const chained = linkOfBytes(previous, '[2]');
  expect(follows(chained, previous, '[2]')).toBe(true);
  expect(follows(chained, previous.slice(0, 2), '[2]')).toBe(false);
  expect(follows(chained, '', '[2]')).toBe(false);
});

test('STATE-01 what follows by either rule follows, in any order of the two, and nothing else does', () => {
  const rules = fc.array(fc.constantFrom(link, linkOfBytes), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rules, anyJson, anyJson, (order, json, changed) => {
      let previous = genesis;
      for (const rule of order) {
        const chained = rule(previous, json);
        expect(follows(chained, previous, json)).toBe(true);
        expect(follows(chained, previous, changed)).toBe(changed === json);
        expect(follows(chained, link(previous, 'another'), json)).toBe(false);
        expect(follows(chained.toUpperCase(), previous, json)).toBe(!/[a-f]/.test(chained));
        previous = chained;
      }
    }),
  );
});
