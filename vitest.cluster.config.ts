import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Scenarios of one machine that say nothing about a cluster, and why. What is not named here is played. */
const alone: Readonly<Record<string, string>> = {
  'agents-api-trouble': 'about one agent and its model; `npm run test:full` plays it',
};

/** Whatever drives an epic, or the demo: no scenario can be forgotten. Recovery of one machine (test/sweep) has no EpicRun. */
const driving = /new EpicRun\(|workerBeside\(/;

const scenarios = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.e2e.test.ts'))
  .filter((name) => driving.test(readFileSync(join('test', name), 'utf8')))
  .filter((name) => !((name.split('/').at(-1) ?? '').replace('.e2e.test.ts', '') in alone))
  .map((name) => `test/${name}`);

/** `npm run test:cluster [name…]`: the end-to-end tests of one machine, with a Postgres and a worker that does the work. */
export default defineConfig({
  test: {
    include: scenarios,
    // What is waited for comes late on a busy machine: the limit of the test is the limit of the wait.
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['test/support/same-tries.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
});
