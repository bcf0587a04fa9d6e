import { defineConfig } from 'vitest/config';

/** Minutes between them, and each about something that others touch on too: `npm run test:full` plays them. */
const slow = [
  'action-steps',
  'agents-api',
  'agents-api-trouble',
  'audit-evidence',
  'audit-families',
  'audit-rounds',
  'audit-team-hostile',
  'audit-where',
  'bench-review',
  'calibrate',
  'calibrate-interrupted',
  'cluster-steering',
  'dashboard-workers',
  'environment-matrix',
  'epic-trouble',
  'hooks',
  'independence',
  'lessons',
  'money',
  'plan',
  'prompts',
  'pull-request',
  'reconciliation',
  'replanning',
  'review-agents',
  'review-kill',
  'review-memory',
  'review-panel',
  'review-record',
  'round-trips',
].map((name) => `test/${name}.e2e.test.ts`);

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Those start programs that are fetched first: `npm run test:agents`.
    exclude: ['test/agents/**', ...(process.env['GAUNTLET_FULL'] === undefined ? slow : [])],
    // What is waited for comes late on a busy machine: the limit of the test is the limit of the wait.
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['test/support/same-tries.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are the machine we promise to be quick on.
    maxWorkers: 2,
  },
});
