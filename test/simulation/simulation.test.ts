import { expect, test } from 'vitest';
import { campaign } from './campaign.ts';
import { shrink } from './shrink.ts';
import { story } from './story.ts';

/** `npm run simulate -- --seeds 200000` plays more; a mutation run plays fewer. */
const SEEDS = Number(process.env['GAUNTLET_SEEDS'] ?? 3_000);

test(`P1 P2 P3 P4 P5 P7 P8 P10 DISPATCH-03 DISPATCH-04 DISPATCH-14 RECOVER-02 STATE-01 every promise holds in ${SEEDS} simulated epics and reviews`, () => {
  const { red, seeds } = campaign(0, SEEDS, 1);
  const [first] = red;
  expect(first === undefined ? '' : story(first.seed, shrink(first.seed))).toBe('');
  expect(seeds).toBe(SEEDS);
});

test.each([99_222, 69_925, 101_722])('a seed that once broke a promise keeps all of them: %d', (seed) => {
  expect(campaign(seed, 1, 1).red).toEqual([]);
});

test('a story is told in words and names its seed', () => {
  const told = story(7, { tickets: 1 });
  expect(told).toContain('seed 7: no promise is broken');
  expect(told).toMatch(/tickets T0; \d developers[^]*what goes wrong[^]*\d s  \S+ +[a-z_]+/);
});
