import { defineConfig } from 'vitest/config';

/** `npm run test:agents [name…]`: real agent programs, fetched in pinned versions, against a scripted model on loopback. */
export default defineConfig({
  test: {
    include: ['test/agents/**/*.test.ts'],
    // One run of a real agent takes seconds, an epic of them a minute or two.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
  },
});
