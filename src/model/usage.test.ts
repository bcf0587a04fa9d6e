import { expect, test } from 'vitest';

import { listPriceOf, listPrices, priced } from './usage.ts';

test('TEAM-16 a model is known by its name, with or without its date', () => {
  expect(listPriceOf('claude-sonnet-4-5')).toEqual({ in: 3, out: 15, cached: 0.3 });
  expect(listPriceOf('claude-sonnet-4-5-20250929')).toEqual(listPriceOf('claude-sonnet-4-5'));
  expect(listPriceOf('gpt-5-mini-2025-08-07')).toEqual(listPriceOf('gpt-5-mini'));
});

test.each(['', 'm', 'claude-sonnet-9', 'gpt-5-mini-turbo', 'my-claude-sonnet-4-5', 'claude-sonnet-4-5-fast'])(
  'TEAM-16 of %j no price is known, and none is invented',
  (model) => expect(listPriceOf(model)).toBeNull(),
);

test('TEAM-16 the list says from when it is, and no name stands in it twice', () => {
  expect(listPrices.source).toContain(listPrices.asOf);
  const names = listPrices.models.flatMap((model): readonly string[] => model.names);
  expect(new Set(names).size).toBe(names.length);
  for (const { in: input, out } of listPrices.models) expect(out).toBeGreaterThan(input);
});

test('TEAM-16 what was read from a cache costs what the cache costs, else what input costs', () => {
  const used = { tokensIn: 1_000_000, tokensOut: 100_000, tokensCached: 400_000, usd: null };
  expect(priced(used, { in: 10, out: 50 })).toBe(15);
  expect(priced(used, { in: 10, out: 50, cached: 1 })).toBeCloseTo(6 + 0.4 + 5);
  // More from the cache than went in at all: somebody counts differently, but nothing becomes negative.
  expect(priced({ ...used, tokensCached: 5_000_000 }, { in: 10, out: 0, cached: 1 })).toBe(1);
});
