// Why something failed, on every surface a person looks at: not the last line, but the one that says why.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

const stack = (message: string): string =>
  [
    '/repo/agent.cjs:1',
    "throw new Error('…');",
    '^',
    '',
    `Error: ${message}`,
    '    at Object.<anonymous> (/repo/agent.cjs:1:7)',
    '    at node:internal/main/run_main_module:33:47',
    '',
    'Node.js v24.21.0',
    '',
  ].join('\n');

let crashed: EpicRun;
let crashEnd: Ended;
let red: EpicRun;
let redEnd: Ended;
let unready: EpicRun;

beforeAll(async () => {
  crashed = new EpicRun({
    tickets: [{ id: 'ONE' }],
    playbook: [
      {
        role: 'developer',
        shell: `echo working; cat >&2 <<'END'\n${stack('MODEL_KEY is not set')}END`,
        say: '',
        exit: 1,
      },
    ],
  });
  red = new EpicRun({
    files: {
      'check.sh': `if ! grep -rn BROKEN parts >/dev/null; then exit 0; fi\ncat >&2 <<'END'\n${stack('the sum is 3')}END\nexit 1\n`,
    },
    config: { limits: { maxRevisions: 0 } },
    epic: {
      verify: [
        { id: 'parts', run: 'sh check.sh' },
        { id: 'late', run: 'echo all is well' },
      ],
    },
    tickets: [{ id: 'BAD' }],
    playbook: [{ role: 'developer', write: { 'parts/BAD.txt': 'BROKEN\n' } }],
  });
  unready = new EpicRun({
    config: {
      setup: { run: ['echo "npm error code EUSAGE"; echo "npm error Install needs a lockfile"; exit 1'] },
    },
    tickets: [{ id: 'ONE' }],
  });
  [crashEnd, redEnd] = await Promise.all([crashed.run(), red.run(), unready.run()]);
}, patience);
afterAll(() => {
  for (const epic of [crashed, red, unready]) epic.remove();
});

const told = async (epic: EpicRun, ...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await epic.gauntlet(...args);
  return stdout + stderr;
};

test('REAL-04 run and status agree on how a run ended whose agents could not work', async () => {
  const asked = await crashed.ask('status', '--json');
  const status = JSON.parse(asked.stdout) as { exitCode: number };
  expect(asked.code).toBe(status.exitCode);
  expect((await crashed.ask('status')).code).toBe(status.exitCode);
  expect([crashEnd.code, status.exitCode]).toEqual([5, 5]);
  expect(await told(crashed, 'status')).toContain('exit 5');
  const other = JSON.parse((await red.ask('status', '--json')).stdout) as { exitCode: number };
  expect([redEnd.code, other.exitCode]).toEqual([3, 3]);
});

test('REAL-04 the reason of a crashed agent stands wherever one looks, and no banner does', async () => {
  const reason = 'exit code 1: Error: MODEL_KEY is not set';
  const surfaces = [
    crashEnd.stdout,
    crashEnd.stderr,
    await told(crashed, 'status'),
    await told(crashed, 'why', 'ONE'),
    await told(crashed, 'decide'),
    await told(crashed, 'logs', 'ONE'),
    ...(await Promise.all(
      ['html', 'md', 'json'].map((format) => told(crashed, 'report', '--format', format, '-o', '-')),
    )),
  ];
  for (const text of surfaces) {
    expect(text).toContain(reason);
    expect(text).not.toContain('Node.js v24');
  }
});

test('REAL-04 logs print what an agent said as text, its complaints too', async () => {
  const text = await told(crashed, 'logs', 'ONE', '--stage', 'develop');
  expect(text).toContain('== stdout ==\nworking\n');
  expect(text).toContain(`== stderr ==\n${stack('MODEL_KEY is not set')}`);
  expect(text).toContain('== the agent ended: crash: exit code 1: Error: MODEL_KEY is not set ==');
  expect(text).not.toContain('"stop"');
});

test('REAL-04 the reason of a failed check too, and logs tell every check apart', async () => {
  const reason = 'exit code 1, expected 0: Error: the sum is 3 at agent.cjs:1';
  for (const args of [['status'], ['why', 'BAD'], ['decide'], ['logs', 'BAD']])
    expect(await told(red, ...args)).toContain(reason);
  const text = await told(red, 'logs', 'BAD', '--stage', 'validate');
  expect(text).toMatch(
    /== parts: FAIL \(\d+s\): exit code 1, expected 0: Error: the sum is 3 at agent\.cjs:1 ==/,
  );
  expect(text).toMatch(/== late: PASS \(\d+s\) ==\nall is well\n/);
});

test('REAL-04 the last lines of what failed stand with the question that it ended in', async () => {
  for (const args of [['why', 'BAD'], ['decide']]) {
    const text = await told(red, ...args);
    expect(text).toMatch(
      /last output \(all of it: gauntlet logs BAD --run \d+ --epic e1\):\n(?: {4}\| .*\n)* {4}\| Error: the sum/,
    );
    expect(text).not.toMatch(/\| +at /);
  }
});

test('REAL-04 a setup that fails is shown by what its command complained of', async () => {
  for (const args of [['status'], ['why', 'ONE'], ['logs', 'baseline']])
    expect(await told(unready, ...args)).toContain('ended with exit code 1: Install needs a lockfile');
});

test('REAL-04 REAL-06 decide --retry says whose configuration the run keeps, and how to begin with the other', async () => {
  writeFileSync(join(unready.repository, 'gauntlet.yaml'), 'version: 1\n');
  const text = await told(unready, 'decide', 'baseline', '--retry', '--reason', 'repaired', '--dry-run');
  expect(text).toMatch(/using the version this run began with, from main \([0-9a-f]{7}\)/);
  expect(text).toMatch(/to use that one: gauntlet undo \S+, then gauntlet run <epic file> --config/);
});

test('REAL-04 a ticket that nothing but the baseline keeps waiting says so', async () => {
  expect(await told(unready, 'status')).toMatch(/ONE .*waiting for the baseline/);
});
