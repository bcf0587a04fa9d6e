import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { link } from './chain.ts';

const anyHash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
// JSON has no unpaired surrogates.
const anyJson = fc.string({ unit: 'grapheme', maxLength: 300 });

test('STATE-01 a hash is SHA-256 over the text of the one before it and the JSON', () => {
  fc.assert(
    fc.property(anyHash, anyJson, (previous, json) => {
      expect(link(previous, json)).toBe(createHash('sha256').update(`${previous}${json}`).digest('hex'));
    }),
  );
});
