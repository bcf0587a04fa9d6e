import { defineConfig } from 'vitest/config';

import { outside } from './test/rooms.ts';

/** The rooms that talk to git, processes, databases and agents. */
const integration = [
  `src/{${outside.join(',')},app/cluster,inspect/review,project/settings,cli/review}/**/*.test.ts`,
  'src/project/person.test.ts',
];
/** Long computations. They fill the memory of their worker, and starting a process from there costs four times as much. */
const computed = ['test/{simulation,truth}/**/*.test.ts', 'src/inspect/scan/**/*.test.ts'];
const e2e = 'test/e2e/**/*.test.ts';
/** Proofs that take longer than somebody waits for `npm test`, and tests that feed megabytes. */
const long = ['test/{long,planted}/**/*.test.ts', '**/large-*.test.ts'];
const heavy = 'test/heavy/**/*.test.ts';
// These start programs that are fetched first: `npm run test:agents`, `npm run test:runners`.
const fetched = 'test/{agents,runners}/**';

/**
 * The folder of a test decides its project. `npm test` runs all projects but the last two; `.ci/run` runs `long` too, and
 * `npm run test:full` all.
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
    // Two cores are the machine we promise to be quick on. Tests that start processes wait for them a third of the time.
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,packages,test}/**/*.test.ts'],
          exclude: [...integration, ...computed, e2e, ...long, heavy, fetched],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      // Up to half a minute of work each; on a busy machine that takes minutes.
      { extends: true, test: { name: 'computed', include: computed, isolate: false, testTimeout: 600_000 } },
      { extends: true, test: { name: 'integration', include: integration, exclude: long, isolate: false } },
      { extends: true, test: { name: 'e2e', include: [e2e], isolate: false } },
      { extends: true, test: { name: 'long', include: long, isolate: false } },
      { extends: true, test: { name: 'heavy', include: [heavy] } },
    ],
  },
});
