import fc from 'fast-check';
import { expect, test } from 'vitest';

import { meanOf, rateOf, shareOf } from './intervals.ts';

test('BEYOND-04 shares have the interval of Wilson: the figures of the textbook', () => {
  expect(shareOf(8, 10).low).toBeCloseTo(0.4902, 3);
  expect(shareOf(8, 10).high).toBeCloseTo(0.9433, 3);
  expect(shareOf(0, 20)).toMatchObject({ value: 0, low: 0, of: 20 });
  expect(shareOf(0, 20).high).toBeCloseTo(0.1611, 3);
  expect(shareOf(0, 0)).toEqual({ value: null, low: null, high: null, of: 0 });
});

test('rates have nearly the exact interval for counts, and none is not never', () => {
  const none = rateOf(Array.from({ length: 20 }, () => 0));
  expect([none.value, none.low]).toEqual([0, 0]);
  expect(none.high).toBeCloseTo(3.6889 / 20, 2);
  const five = rateOf([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
  expect(five.low).toBeCloseTo(1.6235 / 10, 2);
  expect(five.high).toBeCloseTo(11.6683 / 10, 3);
});

test('the same alarms in one change tell less than one in each of several', () => {
  const spread = rateOf([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  const heaped = rateOf([5, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(heaped.value).toBe(spread.value);
  expect((heaped.high ?? 0) - (heaped.low ?? 0)).toBeGreaterThan((spread.high ?? 0) - (spread.low ?? 0));
});

test('means have the interval of Student, also of few', () => {
  const mean = meanOf([1, 2, 3]);
  expect(mean.value).toBe(2);
  expect(mean.low).toBe(0);
  expect(mean.high).toBeCloseTo(2 + 4.303 / Math.sqrt(3), 3);
  const many = meanOf(Array.from({ length: 61 }, (_, nth) => nth % 2));
  expect((many.high ?? 0) - (many.value ?? 0)).toBeCloseTo((2.0003 * 0.504) / Math.sqrt(61), 3);
  expect(meanOf([4])).toEqual({ value: 4, low: null, high: null, of: 1 });
});

test('bounds enclose their figure, and more of the same draws them together', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(counts, (seen) => {
      for (const estimate of [rateOf(seen), meanOf(seen)]) {
        expect(estimate.low).toBeLessThanOrEqual((estimate.value ?? 0) + 1e-9);
        expect(estimate.high).toBeGreaterThanOrEqual((estimate.value ?? 0) - 1e-9);
      }
      const width = (of: readonly number[]): number => (rateOf(of).high ?? 0) - (rateOf(of).low ?? 0);
      expect(width([...seen, ...seen, ...seen, ...seen])).toBeLessThan(width(seen));
    }),
  );
});
