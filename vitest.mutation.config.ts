import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

/** `GAUNTLET_ROOMS=state,decide npx stryker run --mutate 'src/decide/*.ts'` measures a part without the others' tests. */
const rooms = process.env['GAUNTLET_ROOMS'] ?? 'state,decide,formats,audit/score';
const tests = process.env['GAUNTLET_TESTS'] ?? '';
const coordinator = rooms.includes('state') || rooms.includes('decide');

/** The first failing test ends a mutant: sentences are quick to fail, properties and the simulation come after them. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => patience(a.moduleId) - patience(b.moduleId));
  }
}

function patience(path: string): number {
  if (path.includes('/simulation/')) return 2;
  return path.includes('.property.') ? 1 : 0;
}

/** What a mutation run plays against each mutant: the unit tests of the measured rooms and a short simulation. */
export default defineConfig({
  test: {
    include:
      tests === ''
        ? [
            ...rooms.split(',').map((room) => `src/${room}/**/*.test.ts`),
            ...(coordinator ? ['test/simulation/simulation.test.ts'] : []),
          ]
        : tests.split(','),
    // These measure cost or feed 20 MB: they say nothing about a mutant that the others do not say.
    exclude: ['**/large-*.test.ts', '**/cost.test.ts'],
    env: { GAUNTLET_SEEDS: '100', GAUNTLET_RUNS: '20' },
    setupFiles: ['test/support/fewer-runs.ts'],
    // Starting every file afresh would take longer than the tests; the mutant is chosen while they run.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 60_000,
  },
});
