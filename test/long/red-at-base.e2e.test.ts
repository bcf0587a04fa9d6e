// Checks that are red at base, or run no test there: never silent, and never a pass nobody allowed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { RedAtBase } from '../../src/model/outcome.ts';
import { patience } from '../support/epic-run.ts';
import { planAgents, reviewOf } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
});
afterEach(() => repo.remove());

const recorded = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../fixtures/test-reports', `${name}.txt`), 'utf8');

/** A project whose tests are run by a stand-in for Jest: it prints what the real one printed, and ends as it did. */
function commit(message: string, output: string, exitCode: number): void {
  repo.commit(message, {
    'package.json': JSON.stringify({ name: 'shop', scripts: { test: 'node runner.mjs' } }),
    'runner.mjs': [
      "import { readFileSync } from 'node:fs';",
      "const { output, exitCode } = JSON.parse(readFileSync('src/outcome.json', 'utf8'));",
      'process.stderr.write(output);',
      'process.exitCode = exitCode;',
    ].join('\n'),
    'gauntlet.yaml': 'version: 1\nverify:\n  - { id: unit-tests, run: node --run test }\n',
    'src/outcome.json': JSON.stringify({ output, exitCode }),
  });
}

/** Base and branch, each as its tests come out there. */
function branched(base: readonly [string, number], branch: readonly [string, number]): void {
  commit('base', ...base);
  repo.git('checkout', '--quiet', '-b', 'feature');
  commit('work', `${branch[0]}\n`, branch[1]);
}

const green = [recorded('jest-green'), 0] as const;
const red = [recorded('jest-red'), 1] as const;
const none = [recorded('jest-none'), 1] as const;
const LINE = 'unit-tests is red at base';

async function reviewed(...args: readonly string[]) {
  const { code, stdout } = await repo.gauntlet('review', '--no-agents', '--no-input', ...args);
  return { code, first: stdout.split('\n')[0] ?? '', stdout };
}

test(
  'REAL-02 a branch that breaks its tests fails and names the check, and so does one that runs no test any more',
  async () => {
    branched(green, red);
    const broken = await repo.review('--no-agents');
    expect(broken).toMatchObject({ status: 'unclean', exitCode: 1 });
    expect(broken.findings[0]).toMatchObject({ rule: 'check-failed', severity: 'HIGH' });
    expect(broken.findings[0]?.message).toContain('unit-tests');
    commit('no test is left', recorded('jest-pass-none'), 0);
    const empty = await repo.review('--no-agents');
    expect(empty).toMatchObject({ status: 'unclean', exitCode: 1 });
    expect(empty.findings[0]?.evidence).toContain('ran no test');
  },
  patience,
);

test(
  'REAL-02 a check that runs no test at base comes first in every format, is not clean and not exit 0',
  async () => {
    branched(none, none);
    const result = (await repo.review('--no-agents')) as unknown as {
      readonly redAtBase: readonly RedAtBase[];
    };
    expect(result).toMatchObject({
      status: 'unknown',
      exitCode: 5,
      redAtBase: [{ check: 'unit-tests', state: 'red', ranNoTest: true, allowed: null }],
    });
    const formats = ['markdown', 'prompt', 'sarif', 'junit', 'github'];
    const text = await reviewed(...formats.flatMap((format) => ['--write', `${format}=out.${format}`]));
    expect(text.code).toBe(5);
    expect(text.first).toMatch(new RegExp(`^${LINE}: .*ran no test`));
    expect(text.stdout).toContain('--allow-red unit-tests');
    expect(text.stdout).not.toContain('clean');
    for (const format of formats) expect(repo.read(`out.${format}`), format).toContain(LINE);
    for (const format of ['markdown', 'prompt'])
      expect(repo.read(`out.${format}`)?.split('\n')[0], format).toMatch(/unit-tests (?:is )?red at base/);
  },
  patience,
);

test(
  'REAL-02 a person may allow exactly that check, by name, and the verdict says so',
  async () => {
    branched(none, none);
    const allowed = await reviewed('--allow-red', 'unit-tests', '--write', 'markdown=out.md');
    expect(allowed.code).toBe(0);
    expect(allowed.first).toMatch(new RegExp(`^${LINE}, allowed by --allow-red: .*ran no test`));
    expect(repo.read('out.md')?.split('\n')[0]).toContain(
      'allowed by --allow-red; no test ran in unit-tests',
    );
    const wrong = await repo.gauntlet('review', '--no-agents', '--allow-red', 'unit-test');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('there is no check unit-test');
    expect(wrong.stderr).toContain('Checks: unit-tests.');
  },
  patience,
);

test(
  'REAL-02 a failure that base does not have fails the change although the check was red before, allowed or not',
  async () => {
    const more = red[0].replace('PASS ./ok.test.js', 'FAIL ./ok.test.js\n  ● fine\n');
    branched(red, [more.replace('2 failed, 2 passed', '3 failed, 1 passed'), 1]);
    for (const args of [[], ['--allow-red', 'unit-tests']]) {
      const worse = await repo.review('--no-agents', ...args);
      expect(worse).toMatchObject({ status: 'unclean', exitCode: 1 });
      expect(worse.findings[0]).toMatchObject({ rule: 'check-failed', severity: 'HIGH' });
      expect(worse.findings[0]?.message).toContain('fails here but not at base: ./ok.test.js › fine');
      expect(worse.findings[0]?.evidence).toContain('failed at base too: ./sum.test.js › sum › adds');
    }
    commit('as before', `${red[0]}\n\n`, 1);
    expect(await repo.review('--no-agents')).toMatchObject({ status: 'unknown', exitCode: 5 });
  },
  patience,
);

test(
  'REAL-02 a review with agents asks nobody while a check is red at base, and records who allowed it',
  async () => {
    branched(none, none);
    const config = planAgents(repo.folder, { reviewer: [[{ say: reviewOf('feature', 1, []) }]] });
    const written = readFileSync(config, 'utf8');
    repo.write({ 'with-agents.yaml': `${written}\nverify:\n  - { id: unit-tests, run: node runner.mjs }\n` });
    const args = ['--config', 'with-agents.yaml'];
    const unproved = await repo.review(...args);
    expect(unproved).toMatchObject({ status: 'unknown', exitCode: 5, rounds: [] });
    expect(unproved.notComputed[0]).toMatch(new RegExp(`^${LINE}`));
    const told = await repo.ask('status', 'feature');
    expect(told.stdout).toContain('REVIEW  NOT PROVED');
    expect(told.stdout).toContain(LINE);
    const allowed = await repo.review(...args, '--allow-red', 'unit-tests');
    expect(allowed).toMatchObject({
      status: 'clean',
      exitCode: 0,
      redAtBase: [{ check: 'unit-tests', allowed: '--allow-red' }],
    });
  },
  patience,
);

test(
  'REAL-02 without checks a review says that nothing was tested',
  async () => {
    repo.commit('base', { 'a.txt': 'a\n' });
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'a.txt': 'b\n' });
    const { notes } = await repo.review('--no-agents');
    expect(notes).toContain('no checks configured: nothing was tested');
  },
  patience,
);

test(
  'REAL-03 REAL-04 doctor --checks tries every check in a workspace and in the checkout, and says how they differ',
  async () => {
    commit('base', ...green);
    const good = await repo.gauntlet('doctor', '--checks', '--json');
    type Doctor = { readonly ok: boolean; readonly checks: readonly { what: string; tried?: object }[] };
    const checks = (text: string) => (JSON.parse(text) as Doctor).checks;
    expect(checks(good.stdout).find(({ what }) => what === 'check unit-tests')).toMatchObject({
      state: 'ok',
      tried: { state: 'green', tests: { passed: 2, failed: 0, skipped: 1 }, checkout: { exitCode: 0 } },
    });
    commit('red', ...none);
    repo.write({ 'src/outcome.json': JSON.stringify({ output: green[0], exitCode: 0 }) });
    const bad = await repo.gauntlet('doctor', '--checks');
    expect(bad.code).toBe(5);
    expect(bad.stdout).toMatch(/^missing +check unit-tests +red, .*ran no test/m);
    expect(bad.stdout).toContain('| No tests found, exiting with code 1');
    expect(bad.stdout).toContain('your checkout differs: exit code 0, 2 tests ran: 2 passed');
  },
  patience,
);

const GO_TEST = `package a

import "testing"

func TestAdd(t *testing.T) {}
`;

test.skipIf(spawnSync('go', ['version']).status !== 0)(
  'REAL-04 doctor --checks counts the tests of the checkout as it does those of the workspace',
  async () => {
    const verify = [{ id: 'unit', run: 'go test ./...' }];
    repo.commit('base', {
      'go.mod': 'module example.com/a\n\ngo 1.19\n',
      'a_test.go': GO_TEST,
      'gauntlet.yaml': JSON.stringify({ version: 1, verify }),
    });
    const { stdout } = await repo.gauntlet('doctor', '--checks');
    expect(stdout).toMatch(/^ok +check unit +ok, 1 test ran: 1 passed/m);
    expect(stdout).not.toContain('your checkout differs');
  },
  patience,
);
