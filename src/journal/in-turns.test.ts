import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inTurns } from './in-turns.ts';

test('everything comes in its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1600 }), async (count) => {
      const all = Array.from({ length: count }, (_, nth) => nth);
      const parts: (readonly number[])[] = [];
      for await (const part of inTurns(all)) parts.push(part);
      expect(parts.flat()).toEqual(all);
      expect(parts.every((part) => part.length > 0)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('others get their turn between the parts', async () => {
  let turns = 0;
  let over = false;
  const other = (): void => {
    turns++;
    if (!over) setImmediate(other);
  };
  setImmediate(other);
  let parts = 0;
  for await (const part of inTurns(Array.from({ length: 5000 }, (_, nth) => nth))) {
    parts++;
    expect(part).toHaveLength(500);
    expect(turns).toBeGreaterThanOrEqual(parts - 1);
  }
  over = true;
  expect(parts).toBe(10);
});
