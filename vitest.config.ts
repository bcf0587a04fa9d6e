import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Those start programs that are fetched first: `npm run test:agents`.
    exclude: ['test/agents/**'],
    setupFiles: ['test/support/same-tries.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are the machine we promise to be quick on.
    maxWorkers: 2,
  },
});
