import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, changedIndexes, each, emptyVector, push, replaced, vectorOf } from './vector.ts';
import type { Vector } from './vector.ts';

/** Sizes on both sides of every change of depth. */
const length = fc.oneof(
  fc.integer({ min: 0, max: 70 }),
  fc.constantFrom(15, 16, 17, 255, 256, 257, 272, 1056),
);

test('STATE-01 a vector holds what an array holds, in the same order', () => {
  fc.assert(
    fc.property(length, (size) => {
      const items = Array.from({ length: size }, (_, index) => `item ${index}`);
      const vector = vectorOf(items);
      expect(vector.length).toBe(size);
      expect([...each(vector)]).toEqual(items);
      expect(at(vector, size)).toBeUndefined();
      expect(at(vector, -1)).toBeUndefined();
    }),
  );
});

test('STATE-01 replacing one item changes that one and leaves the vector it came from alone', () => {
  fc.assert(
    fc.property(length, fc.nat(), (size, where) => {
      fc.pre(size > 0);
      const index = where % size;
      const items = Array.from({ length: size }, (_, nth) => nth);
      const before = vectorOf(items);
      const after = replaced(before, index, -1);
      expect([...each(after)]).toEqual(items.with(index, -1));
      expect([...each(before)]).toEqual(items);
      expect(after.length).toBe(size);
    }),
  );
});

test('STATE-01 pushing never touches the vector it came from', () => {
  fc.assert(
    fc.property(length, (size) => {
      const items = Array.from({ length: size }, (_, nth) => nth);
      const before = vectorOf(items);
      const after = push(before, -1);
      expect([...each(before)]).toEqual(items);
      expect([...each(after)]).toEqual([...items, -1]);
    }),
  );
});

test('STATE-01 nodes are 16 wide and one level is added only when all are full', () => {
  const sizes = [0, 1, 16, 17, 256, 257, 4096, 4097];
  expect(sizes.map((size) => zeros(size).depth)).toEqual([0, 0, 0, 1, 1, 2, 2, 3]);
  expect(at(replaced(zeros(4097), 4096, 7), 4096)).toBe(7);
  expect(at(replaced(zeros(4097), 4095, 7), 4096)).toBe(0);
  expect(zeros(17).root.map((node) => (node as unknown as number[]).length)).toEqual([16, 1]);
  expect(at(emptyVector, 0)).toBeUndefined();
});

function zeros(size: number): Vector<number> {
  return vectorOf(Array.from({ length: size }, () => 0));
}

test('the items that changed are found at every depth', () => {
  fc.assert(
    fc.property(length, fc.array(fc.nat(1100), { maxLength: 5 }), fc.nat(20), (size, places, more) => {
      const before = vectorOf(Array.from({ length: size }, (_, index) => index));
      const changed = [...new Set(places.filter((place) => place < size))].toSorted((a, b) => a - b);
      const after = changed.reduce((vector, place) => replaced(vector, place, -1), before);
      const added = Array.from({ length: more }, (_, nth) => size + nth);
      expect(changedIndexes(before, added.reduce(push, after))).toEqual([...changed, ...added]);
    }),
  );
});
