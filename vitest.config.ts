import { defineConfig } from 'vitest/config';

import { outside } from './test/rooms.ts';

/** The rooms that talk to git, processes, databases and agents, the long proofs, and the tests that feed megabytes. */
const integration = [
  `src/{${outside.join(',')},cli/cluster,cli/review,cli/scan}/**/*.test.ts`,
  'src/cli/person.test.ts',
  'test/{planted,simulation,truth}/**/*.test.ts',
  '**/large-*.test.ts',
];
const e2e = 'test/e2e/**/*.test.ts';
const heavy = 'test/heavy/**/*.test.ts';
// These start programs that are fetched first: `npm run test:agents`, `npm run test:runners`.
const fetched = 'test/{agents,runners}/**';

/**
 * The folder of a test decides its project. `npm test` runs all projects except `heavy`, `npm run test:full` all.
 * Files that share a worker share its modules (`isolate: false`): loading them for every file takes longer than most tests.
 * A test that changes its process (environment, timers, listeners) undoes that itself.
 */
export default defineConfig({
  test: {
    // Results come late on a busy machine: the limit of the test is the limit of the wait.
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['test/support/same-tries.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are the machine we promise to be quick on.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...integration, e2e, heavy, fetched],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'integration', include: integration, isolate: false } },
      { extends: true, test: { name: 'e2e', include: [e2e], isolate: false } },
      { extends: true, test: { name: 'heavy', include: [heavy] } },
    ],
  },
});
