import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, emptyRankSet, first, has, members, removed } from './rank-set.ts';
import type { RankSet } from './rank-set.ts';

/** Ranks near the borders of words and levels are the ones that go wrong. */
const rank = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 0, max: 2 ** 20 }),
  fc.constantFrom(0, 31, 32, 63, 1023, 1024, 32_767, 32_768, 2 ** 20 - 1, 2 ** 20),
);
const change = fc.record({ add: fc.boolean(), rank });

test('DISPATCH-04 a rank set says what a plain set says, after any adding and removing', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 120, size: 'max' }), rank, (changes, stranger) => {
      const plain = new Set<number>();
      let set: RankSet = emptyRankSet;
      for (const { add, rank: member } of changes) {
        if (add) plain.add(member);
        else plain.delete(member);
        set = add ? added(set, member) : removed(set, member);
        expect(set.size).toBe(plain.size);
        expect(first(set)).toBe(plain.size === 0 ? undefined : Math.min(...plain));
        expect(has(set, member)).toBe(add);
        expect(has(set, stranger)).toBe(plain.has(stranger));
      }
      expect([...members(set)]).toEqual([...plain].sort((a, b) => a - b));
    }),
  );
});

test('DISPATCH-04 the set handed in is never touched, and a change that changes nothing gives it back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(rank, { minLength: 1, maxLength: 60, size: 'max' }), rank, (ranks, other) => {
      const set = ranks.reduce(added, emptyRankSet);
      const before = [...members(set)];
      const [one = 0] = ranks;
      expect(added(set, one)).toBe(set);
      expect(ranks.includes(other) || removed(set, other) === set).toBe(true);
      added(set, other);
      removed(set, one);
      expect([...members(set)]).toEqual(before);
    }),
  );
});

test('DISPATCH-04 an emptied set is the empty one, whatever it has held', () => {
  fc.assert(
    fc.property(fc.uniqueArray(rank, { maxLength: 40, size: 'max' }), (ranks) => {
      expect(ranks.reduce(removed, ranks.reduce(added, emptyRankSet))).toBe(emptyRankSet);
    }),
  );
});

test.each([
  [31, 0],
  [32, 1],
  [1023, 1],
  [1024, 2],
  [32_767, 2],
  [32_768, 3],
  [2 ** 20 - 1, 3],
  [2 ** 20, 4],
])('DISPATCH-04 rank %i needs %i levels of forks', (largest, height) => {
  const set = added(added(emptyRankSet, 5), largest);
  expect(set.height).toBe(height);
  expect([...members(set)]).toEqual([5, largest]);
});

test('DISPATCH-04 what is no whole number of the range is never a member', () => {
  const set = [0, 1, 31, 32].reduce(added, emptyRankSet);
  for (const stranger of [-1, 0.5, Number.NaN, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 64, 1024])
    expect(has(set, stranger)).toBe(false);
  expect(first(emptyRankSet)).toBeUndefined();
});

test('DISPATCH-04 emptied children disappear, so a set that shrank is as good as one never grown', () => {
  const far = added(added(emptyRankSet, 7), 40_000);
  const back = removed(far, 40_000);
  expect([...members(back)]).toEqual([7]);
  expect(first(removed(far, 7))).toBe(40_000);
  expect(has(back, 40_000)).toBe(false);
  expect([...members(added(back, 40_001))]).toEqual([7, 40_001]);
});
