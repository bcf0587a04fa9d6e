// The kit of trials as a command: a tiny "upstream" with two later commits, scripted agents, the built CLI.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { type TrialResult, wrongDeliveries } from '../../bench/trial/table.ts';
import { root } from '../source.ts';
import { reviewFailed } from '../support/answers.ts';
import { patience } from '../support/epic-run.ts';
import { agentScript, type Step } from '../support/playbook.ts';
import { sharedCli } from '../support/shared-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gauntlet-trial-'));
const upstream = join(folder, 'upstream');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.invalid'];
  return execFileSync('git', [...who, ...args], { cwd: upstream, encoding: 'utf8' }).trim();
}

function commit(files: Readonly<Record<string, string>>): string {
  write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`upstream/${path}`, text])));
  git('add', '--all');
  git('commit', '--quiet', '--message=step');
  return git('rev-parse', 'HEAD');
}

function testFile(...tests: readonly (readonly [title: string, call: string, result: number])[]): string {
  const lines = tests.map(
    ([title, call, result]) => `test('${title}', () => assert.equal(n.${call}, ${result}));`,
  );
  return `import test from 'node:test';\nimport assert from 'node:assert';\nimport * as n from '../n.mjs';\n${lines.join('\n')}\n`;
}

const ADD = 'export const add = (a, b) => a + b;\n';
const CLAMP = 'export const clamp = (n, low, high) => Math.min(high, Math.max(low, n));\n';
const DOUBLE = 'export const double = (n) => n * 2;\n';
const TREBLE = 'export const double = (n) => n * 3;\n';
const adds = ['adds', 'add(1, 2)', 3] as const;

function trialFolder(): void {
  mkdirSync(upstream);
  git('init', '--quiet', '--initial-branch=main');
  const base = commit({ 'n.mjs': ADD, 'test/n.test.mjs': testFile(adds) });
  const first = commit({
    'n.mjs': ADD + CLAMP,
    'test/n.test.mjs': testFile(
      adds,
      ['clamps low', 'clamp(1, 2, 4)', 2],
      ['clamps high', 'clamp(9, 2, 4)', 4],
    ),
  });
  const second = commit({
    'n.mjs': ADD + CLAMP + DOUBLE,
    'test/d.test.mjs': testFile(['doubles', 'double(2)', 4]),
  });
  const ticket = (id: string, title: string, needs: readonly string[]): object => ({
    id,
    title,
    needs,
    acceptance: [{ id: 'AC1', text: 'it is there' }],
  });
  const tickets = {
    'T-1': { commit: first, files: ['test/n.test.mjs'], tests: ['clamps low', 'clamps high'] },
    'T-2': { commit: second, files: ['test/d.test.mjs'], tests: ['doubles'] },
  };
  const verify = [{ id: 'tests', run: 'node --test' }];
  write({
    // JSON is YAML.
    'trial/trial.yaml': JSON.stringify({
      repository: 'some/body',
      purpose: 'learn',
      base,
      instead: { because: 'it has no package manager', config: { verify } },
      hidden: { run: 'node --test {files}', tickets },
    }),
    'trial/epic.yaml': JSON.stringify({
      version: 1,
      epic: 'e1',
      base: 'main',
      tickets: [ticket('T-1', 'Clamp', []), ticket('T-2', 'Double', ['T-1'])],
    }),
  });
}

/**
 * The first delivery of T-1 clamps at one end only and its tests do not show it; the critic sees it. The first of T-2 is
 * wrong and its test says so, the second also removes what base tests.
 */
const playbook: readonly Step[] = [
  {
    role: 'developer',
    ticket: 'T-1',
    attempt: 0,
    write: {
      'n.mjs': `${ADD}\n\nexport const clamp = (n, low) => Math.max(low, n);\n`,
      'test/own.test.mjs': testFile(['goes up', 'clamp(1, 2, 4)', 2]),
    },
  },
  {
    role: 'developer',
    ticket: 'T-1',
    write: { 'n.mjs': ADD + CLAMP, 'test/own.test.mjs': testFile(['stays', 'clamp(9, 2, 4)', 4]) },
  },
  {
    role: 'developer',
    ticket: 'T-2',
    attempt: 0,
    write: { 'n.mjs': ADD + CLAMP + TREBLE, 'test/own2.test.mjs': testFile(['twice', 'double(3)', 6]) },
  },
  {
    role: 'developer',
    ticket: 'T-2',
    attempt: 1,
    write: {
      'n.mjs': ADD + CLAMP + TREBLE,
      'test/n.test.mjs': '',
      'test/own2.test.mjs': testFile(['twice', 'double(0)', 0]),
    },
  },
  {
    role: 'developer',
    ticket: 'T-2',
    write: {
      'n.mjs': ADD + CLAMP + DOUBLE,
      'test/n.test.mjs': testFile(adds),
      'test/own2.test.mjs': testFile(['twice', 'double(3)', 6]),
    },
  },
  {
    role: 'critic',
    ticket: 'T-1',
    attempt: 0,
    say: reviewFailed(['n.mjs:4: the upper end does nothing'], ['use it']),
  },
];

function trial(...args: readonly string[]) {
  return spawnSync(
    process.execPath,
    [join(root, 'bench/trial/main.ts'), 'trial', '--repo', upstream, '--work', 'work', ...args],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, GAUNTLET_TEST_CLI: sharedCli() } },
  );
}

test(
  'TRIAL-01 an epic runs on a clone without its future, and one table shows hidden tests, refusals, findings, time and prompts',
  () => {
    trialFolder();
    write({
      'work/checkout-agent/agent.sh': agentScript(playbook).replaceAll(/^printf .*>"\$here\/told"$/gm, ''),
      'agents.yaml': JSON.stringify({
        agents: { default: { use: 'command', run: ['sh', join(folder, 'work/checkout-agent/agent.sh')] } },
        depth: 'quick',
        audit: { perMilestone: false, endOfRun: false },
        limits: { maxParallel: 1 },
      }),
    });
    const verified = trial('--verify');
    expect([verified.stdout, verified.status]).toEqual(['T-1: 2 hidden tests\nT-2: 1 hidden tests\n', 0]);

    const ran = trial('--agents', 'agents.yaml');
    expect([ran.status, ran.stdout]).toEqual([
      0,
      expect.stringContaining(
        '| all | 2 of 2 | 1 of 3 | 3 of 3 | 5 | 3 | 1: critic; 1: checks tests; 1: evidence tampering, tests-notice | 1 of 1 |',
      ),
    ]);
    const result = JSON.parse(readFileSync(join(folder, 'work/result.json'), 'utf8')) as TrialResult;
    expect(result.instead).toBe('verify not as gauntlet init writes it: it has no package manager');
    const [first, second] = result.tickets;
    expect(first).toMatchObject({
      tested: [{ passed: ['clamps low'], failed: ['clamps high'] }, { failed: [] }],
      final: { passed: ['clamps low', 'clamps high'], failed: [] },
      refusals: [{ attempt: 1, by: 'critic', reasons: ['n.mjs:4 the upper end does nothing'] }],
      findings: [{ by: 'critic', place: 'n.mjs:4', next: 'changed' }],
      asked: { developer: { prompts: 2 }, critic: { prompts: 2 }, auditor: { prompts: 1 } },
    });
    expect(second).toMatchObject({
      tested: [{ failed: ['doubles'] }, { failed: ['doubles'] }, { passed: ['doubles'] }],
      refusals: [{ by: 'checks tests' }, { by: 'evidence tampering, tests-notice' }],
      people: [],
    });
    expect(first?.times.ours).toBeGreaterThan(0);
    expect(readFileSync(join(folder, 'work/result.md'), 'utf8')).toContain('fails clamps high');
    // Nobody who works there can read what upstream did later.
    expect(
      spawnSync('git', ['cat-file', '-e', git('rev-parse', 'HEAD')], { cwd: join(folder, 'work/checkout') })
        .status,
    ).not.toBe(0);
  },
  patience,
);

test('TRIAL-01 a wrong delivery that nobody stopped is named, and a conflict with other work does not count as caught', () => {
  const [right, wrong] = [
    { passed: ['a'], failed: [], because: '' },
    { passed: [], failed: ['a'], because: '' },
  ];
  const merge = { attempt: 1, by: 'merge', reasons: [] };
  expect(wrongDeliveries({ tested: [wrong, right], refusals: [merge], landed: 'c' })).toEqual([
    { attempt: 1, by: 'nobody, not landed' },
  ]);
  expect(wrongDeliveries({ tested: [right, wrong], refusals: [], landed: 'c' })).toEqual([
    { attempt: 2, by: 'NOBODY, IT LANDED' },
  ]);
});
