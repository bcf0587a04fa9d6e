import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, each, emptyVector, push, replaced, vectorOf } from './vector.ts';
import type { Vector } from './vector.ts';

/** Sizes on both sides of every change of depth. */
const length = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.constantFrom(31, 32, 33, 1023, 1024, 1025, 1056));

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

test('STATE-01 nodes are 32 wide and one level is added only when all are full', () => {
  const sizes = [0, 1, 32, 33, 1024, 1025, 32_768, 32_769];
  expect(sizes.map((size) => zeros(size).depth)).toEqual([0, 0, 0, 1, 1, 2, 2, 3]);
  expect(at(replaced(zeros(32_769), 32_768, 7), 32_768)).toBe(7);
  expect(at(replaced(zeros(32_769), 32_767, 7), 32_768)).toBe(0);
  expect(zeros(33).root.map((node) => (node as unknown as number[]).length)).toEqual([32, 1]);
  expect(at(emptyVector, 0)).toBeUndefined();
});

function zeros(size: number): Vector<number> {
  return vectorOf(Array.from({ length: size }, () => 0));
}
