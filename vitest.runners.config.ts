import { defineConfig } from 'vitest/config';

/** `npm run test:runners [file…] [-t tool]`: checks of the usual tools, in `review`, `run` and a cluster worker. */
export default defineConfig({
  test: {
    include: ['test/runners/**/*.test.ts'],
    // The first run of a tool installs it; a run takes a dozen checks.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});
