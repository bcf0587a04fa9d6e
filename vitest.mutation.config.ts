import { defineConfig } from 'vitest/config';

/** `GAUNTLET_ROOMS=state,route,flow npx stryker run --mutate 'src/route/*.ts'` measures a part without the others' tests. */
const rooms = process.env['GAUNTLET_ROOMS'] ?? 'state,route,flow,formats,audit/score';
const coordinator = rooms.includes('state') || rooms.includes('route');

/** What a mutation run plays against each mutant: the unit tests of the measured rooms and a short simulation. */
export default defineConfig({
  test: {
    include: [
      ...rooms.split(',').map((room) => `src/${room}/**/*.test.ts`),
      ...(coordinator ? ['test/simulation/simulation.test.ts'] : []),
    ],
    // These measure cost or feed 20 MB: they say nothing about a mutant that the others do not say.
    exclude: ['**/large-output.test.ts', '**/cost.test.ts'],
    env: { GAUNTLET_SEEDS: '150', GAUNTLET_RUNS: '30' },
    setupFiles: ['test/support/fewer-runs.ts'],
    // Starting every file afresh would take longer than the tests; the mutant is chosen while they run.
    isolate: false,
    testTimeout: 60_000,
  },
});
