// A failed node:test in TAP, whose message is a block scalar: every surface names the test and what it asserts.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { EpicRun, patience } from '../support/epic-run.ts';
import { ReviewRepo } from '../support/review-repo.ts';

const prices = `import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
test('adds two prices', () => {
  const text = existsSync('parts/BAD.txt') ? readFileSync('parts/BAD.txt', 'utf8') : '';
  assert.strictEqual(text.includes('BROKEN'), false);
});
`;
const run = 'node --test --test-reporter=tap';
const reason =
  'exit code 1, expected 0: adds two prices: Expected values to be strictly equal: true !== false at prices.test.mjs:4';

let epic: EpicRun;
let repo: ReviewRepo;
let screen: string;

beforeAll(async () => {
  epic = new EpicRun({
    files: { 'prices.test.mjs': prices },
    config: { limits: { maxRevisions: 1 } },
    epic: { verify: [{ id: 'unit', run }] },
    tickets: [{ id: 'BAD' }],
    playbook: [{ role: 'developer', write: { 'parts/BAD.txt': 'BROKEN\n' } }],
  });
  await epic.run();
  repo = new ReviewRepo();
  repo.commit('base', {
    'prices.test.mjs': prices,
    'gauntlet.yaml': `version: 1\nverify: [{ id: unit, run: '${run}' }]\n`,
  });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', { 'parts/BAD.txt': 'BROKEN\n' });
  screen = (await repo.gauntlet('review', '--no-agents')).stdout;
}, patience);
afterAll(() => {
  epic.remove();
  repo.remove();
});

test('REAL-04 the terminal of a review names the failed test of a TAP output and its message', () => {
  expect(screen).toContain(`| ${reason}\n`);
});

test('REAL-04 the findings document has the reason of a failed check and the lines of its output around it', () => {
  const page = repo.read('.gauntlet/reviews/feature/round-1.md') ?? '';
  expect(page).toContain(`   ~~~text\n   | ${reason}\n`);
  expect(page).toMatch(/ {3}\| not ok 1 - adds two prices\n(?: {3}\| .*\n)* {3}~~~\n/);
});

test('REAL-04 the developer who is sent back is told the failed test and its message', async () => {
  const { stdout } = await epic.ask('logs', 'BAD', '--prompt');
  expect(stdout).toContain(reason);
});

test('REAL-04 a delivery without a change says that, and why the work was sent back', async () => {
  const { stdout } = await epic.ask('why', 'BAD');
  expect(stdout).toMatch(/nothing has changed since it was sent back: .*adds two prices: Expected/);
});
