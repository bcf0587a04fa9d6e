import { expect, test } from 'vitest';

import { baseline } from './baseline.ts';
import { confirmBlocked } from './confirm-blocked.ts';
import { shortfallOf } from '../base-tests/shortfall.ts';
import { landingGate } from '../validate.ts';
import { verify } from './verify.ts';
import { check, limits, local, world } from '../../../test/support/gate-world.ts';

const one = { base: { files: { 'a.txt': 'good' } }, head: { files: { 'a.txt': 'bad' }, parent: 'base' } };
const byContent = (files: Map<string, string>) => (files.get('a.txt') === 'good' ? 0 : 1);

test('ENV-01 every check runs in every environment, with the prefix before the command', async () => {
  const node22 = { id: 'node22', prefix: ['npx', 'node@22', '--'], env: { A: '1' }, setup: null };
  const checks = [check('types', { run: ['tsc', '--noEmit'] }), check('unit', { environments: ['node22'] })];
  const { context, ran, programs, open } = world(one, byContent, {
    plan: { environments: [local, node22], verify: checks, setup: null, limits },
  });
  const { cells, status } = await verify(context, 'base');
  expect(status).toBe('pass');
  expect(ran).toEqual(['tsc --noEmit', 'npx node@22 -- tsc --noEmit', 'npx node@22 -- sh -c run unit']);
  expect(cells.map((cell) => [cell.check, cell.environment, cell.status])).toEqual([
    ['types', 'local', 'PASS'],
    ['types', 'node22', 'PASS'],
    ['unit', 'node22', 'PASS'],
  ]);
  expect(programs[1]?.env).toEqual({ CI: 'true', A: '1' });
  expect(programs[0]?.confinement).toMatchObject({ writable: ['/checkout/0'], hidden: ['/hub'] });
  expect(open()).toBe(0);
});

test('ENV-01 a red cell is run once more and stays red when it is red again', async () => {
  const { context, ran } = world(one, byContent);
  const { cells, status } = await verify(context, 'head');
  expect(status).toBe('fail');
  expect(ran).toHaveLength(2);
  expect(cells[0]).toMatchObject({ status: 'FAIL', flaky: false, exitCode: 1 });
  expect(cells[0]?.details).toContain('exit code 1, expected 0');
});

test('ENV-01 a cell that differs on one retry is flaky and passes only where the baseline knows it as flaky', async () => {
  const flicker = () => {
    let count = 0;
    return () => (count++ % 2 === 0 ? 1 : 0);
  };
  const unknown = await verify(world(one, flicker()).context, 'head');
  expect(unknown.cells[0]).toMatchObject({ status: 'FAIL', flaky: true, exitCode: 1 });
  const known = await verify(world(one, flicker(), { flaky: new Set(['unit']) }).context, 'head');
  expect(known.cells[0]).toMatchObject({ status: 'PASS', flaky: true });
  expect(known.cells[0]?.details).toContain('flaky');
});

test('ENV-01 REAL-02 a time-out fails and says that it was tried again, a program that cannot be started and a failed setup are broken', async () => {
  const timeout = world(one, () => ({ how: { kind: 'timeout' } }));
  expect((await verify(timeout.context, 'base')).cells[0]).toMatchObject({
    status: 'FAIL',
    exitCode: null,
    details: 'timed out; tried again: timed out',
  });
  const missing = world(one, () => ({ how: { kind: 'unstartable', because: 'no such file' } }));
  expect((await verify(missing.context, 'base')).cells[0]).toMatchObject({ status: 'BROKEN' });
  const setups = { ready: async () => ({ kind: 'broken' as const, because: 'npm install failed' }) };
  const unready = world(one, byContent, { setups });
  const { cells, status } = await verify(unready.context, 'base');
  expect(status).toBe('broken');
  expect(cells[0]?.details).toContain('npm install failed');
  expect(unready.open()).toBe(0);
});

test('a check that is red and then cannot be computed is broken, whoever broke it', async () => {
  let count = 0;
  const { context } = world(one, () =>
    count++ === 0 ? 1 : { how: { kind: 'unstartable', because: 'the disk is full' } },
  );
  expect((await verify(context, 'head')).cells[0]).toMatchObject({ status: 'BROKEN' });
});

test('the exit code that counts as a pass is the one the check expects', async () => {
  const checks = [check('unit', { expect: 3 })];
  expect((await verify(world(one, () => 3, { checks }).context, 'base')).status).toBe('pass');
  expect((await verify(world(one, () => 0, { checks }).context, 'base')).status).toBe('fail');
});

test('a check cannot change the tree for the next one', async () => {
  const checks = [check('first'), check('second')];
  const { context } = world(
    one,
    (files, { argv }) => {
      const code = byContent(files);
      if (argv.join(' ').includes('first')) files.set('a.txt', 'good');
      return argv.join(' ').includes('first') ? 0 : code;
    },
    { checks },
  );
  const { cells } = await verify(context, 'head');
  expect(cells.map((cell) => cell.status)).toEqual(['PASS', 'FAIL']);
});

test('a check that no environment runs has no result, and that is no pass', async () => {
  const { context } = world(one, byContent, { checks: [check('unit', { environments: ['mars'] })] });
  expect(await verify(context, 'base')).toMatchObject({ status: 'broken', cells: [{ status: 'BROKEN' }] });
});

test('a cancelled verification is broken, starts nothing more and leaves no checkout behind', async () => {
  const { context, ran, open } = world(one, byContent, { cancel: AbortSignal.abort() });
  expect(await verify(context, 'base')).toMatchObject({ status: 'broken' });
  expect(ran).toEqual([]);
  expect(open()).toBe(0);
});

test('a checkout that cannot be made is broken, not thrown', async () => {
  const { context } = world(one, byContent);
  expect(await verify(context, 'nowhere')).toMatchObject({ status: 'broken', cells: [{ exitCode: null }] });
});

test('BEYOND-09 what a check prints is cleaned, its secrets are blacked out, and only its end is shown', async () => {
  const key = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
  const stdout = `\u001b[31m${'x'.repeat(5000)}\n${key} at the end`;
  const { context } = world(one, () => ({ how: { kind: 'exited', code: 1 }, stdout }));
  const [cell] = (await verify(context, 'base')).cells;
  expect(cell?.details).not.toContain(key);
  expect(cell?.details).toContain('[AWS access key removed] at the end');
  expect(cell?.details).not.toContain('\u001b');
  expect(cell?.details.length).toBeLessThan(2600);
  expect(cell?.logHash).toMatch(/^[0-9a-f]{64}$/);
});

test('the baseline tells red, inconclusive and flaky checks apart', async () => {
  const checks = ['green', 'red', 'flickers', 'missing'].map((id) => check(id));
  let flickers = 0;
  const { context } = world(
    one,
    (_files, { argv }) => {
      const command = argv.join(' ');
      if (command.includes('red')) return 1;
      if (command.includes('flickers')) return flickers++ === 0 ? 1 : 0;
      return command.includes('missing') ? { how: { kind: 'unstartable', because: 'gone' } } : 0;
    },
    { checks },
  );
  expect(await baseline(context, 'base')).toMatchObject({
    red: ['red'],
    inconclusive: ['missing'],
    flaky: ['flickers'],
  });
});

const exited = (code: number, stdout: string) => ({ how: { kind: 'exited', code } as const, stdout });
const NO_TESTS = 'No tests found, exiting with code 0';

test('REAL-02 a runner that ran no test is red whatever its exit code, another program is not', async () => {
  const none = world(one, () => exited(0, NO_TESTS));
  expect((await verify(none.context, 'base')).cells[0]).toMatchObject({
    status: 'FAIL',
    exitCode: 0,
    details: `ran no test, exit code 0: ${NO_TESTS}\n${NO_TESTS}`,
  });
  const expected = world(one, () => exited(5, 'no tests ran in 0.01s'), {
    checks: [check('unit', { expect: 5 })],
  });
  expect((await verify(expected.context, 'base')).status).toBe('fail');
  const build = world(one, () => exited(0, 'compiled 0 files'));
  expect((await verify(build.context, 'base')).cells[0]).toMatchObject({ status: 'PASS', report: null });
});

test('REAL-02 a report makes a verdict stricter and never milder', async () => {
  const piped = world(one, () => exited(0, 'Tests:       1 failed, 2 passed, 3 total'));
  expect((await verify(piped.context, 'base')).cells[0]?.details).toMatch(
    /^exit code 0, but its report says that 1 failed/,
  );
  const lying = world(one, () => exited(1, 'Tests:       3 passed, 3 total'));
  expect((await verify(lying.context, 'base')).status).toBe('fail');
  const meant = world(one, () => exited(1, 'Tests:       1 failed, 1 total'), {
    checks: [check('unit', { expect: 1 })],
  });
  expect((await verify(meant.context, 'base')).status).toBe('pass');
});

test('REAL-02 the baseline says of each check how many tests ran, whether none did, and why it is red', async () => {
  const checks = ['green', 'none', 'missing'].map((id) => check(id));
  const { context } = world(
    one,
    (_files, { argv }) => {
      const command = argv.join(' ');
      if (command.includes('none')) return exited(1, 'No tests found, exiting with code 1');
      if (command.includes('missing'))
        return exited(1, "Error: Cannot find module 'left-pad'\n    at load (a.js:1:1)\nNode.js v24.0.0");
      return exited(0, 'Tests:       1 skipped, 2 passed, 3 total');
    },
    { checks },
  );
  expect((await baseline(context, 'base')).checks).toEqual([
    {
      id: 'green',
      state: 'green',
      ranNoTest: false,
      tests: { passed: 2, failed: 0, skipped: 1 },
      reason: '',
    },
    {
      id: 'none',
      state: 'red',
      ranNoTest: true,
      tests: { passed: 0, failed: 0, skipped: 0 },
      reason: 'exit code 1, expected 0; ran no test: No tests found, exiting with code 1',
    },
    {
      id: 'missing',
      state: 'red',
      ranNoTest: false,
      tests: null,
      reason: "exit code 1, expected 0: Error: Cannot find module 'left-pad' at a.js:1",
    },
  ]);
});

test('FLOW-12 a claim of broken infrastructure holds only where the named check is not green at base', async () => {
  const checks = [check('unit tests'), check('types')];
  const behaviour = (_files: unknown, { argv }: { argv: readonly string[] }) =>
    argv.join(' ').includes('unit tests') ? 1 : 0;
  const red = world(one, behaviour, { checks });
  expect(await confirmBlocked(red.context, 'base', ['Unit-Tests'])).toMatchObject({
    confirmed: true,
    red: [{ check: 'unit tests', status: 'FAIL' }],
  });
  expect(red.ran).toEqual(['sh -c run unit tests', 'sh -c run unit tests']);
  const green = world(one, behaviour, { checks });
  expect(await confirmBlocked(green.context, 'base', ['types'])).toEqual({
    confirmed: false,
    red: [],
    because: 'green at base: types',
  });
  expect(await confirmBlocked(world(one, behaviour, { checks }).context, 'base', ['what?'])).toMatchObject({
    confirmed: true,
  });
});

test('REAL-02 a report that a test prints does not fail the check whose command starts another runner', async () => {
  const printed = 'TAP version 13\nnot ok 1 - printed\n1..1\n\n  2 passing (3ms)\n';
  const withScript = (script: string) => ({
    base: { files: { 'package.json': JSON.stringify({ scripts: { test: script } }) } },
  });
  const statusOf = async (script: string, run = 'npm test') => {
    const { context } = world(withScript(script), () => exited(0, printed), {
      checks: [check('unit', { run })],
    });
    const [cell] = (await verify(context, 'base')).cells;
    return [cell?.status, cell?.report?.passed];
  };
  expect(await statusOf('mocha')).toEqual(['PASS', 2]);
  expect(await statusOf('mocha || true')).toEqual(['FAIL', 2]);
  expect(await statusOf('mocha; tap')).toEqual(['FAIL', 2]);
  expect(await statusOf('mocha && tap')).toEqual(['FAIL', 2]);
  expect(await statusOf('node all.js')).toEqual(['FAIL', 2]);
  expect(await statusOf('', 'mocha')).toEqual(['PASS', 2]);
});

test('REAL-01 tests are counted in the whole output, although only its end is kept as the log', async () => {
  const points = Array.from(
    { length: 9000 },
    (_, nth) => `ok ${nth + 1} - a title of some length, number ${nth}`,
  );
  const tap = ['TAP version 13', ...points, '1..9000', ''].join('\n');
  const { context } = world(one, () => exited(0, tap));
  const [cell] = (await verify(context, 'base')).cells;
  expect(cell?.log.length).toBeLessThan(tap.length / 2);
  expect(cell?.report).toMatchObject({ passed: 9000, failed: 0 });
});

const report = {
  runners: ['mocha'],
  passed: 10,
  failed: 0,
  skipped: 0,
  failures: [],
  ranNoTest: false,
} as const;
const unexplained = {
  removed: [],
  canSkip: false,
  isOpen: false,
  isAllowed: false,
  isWritten: () => true,
};

test('REAL-02 a report that was cut at base is a lower bound; where both were cut, the critic is told', () => {
  const few = { ...report, passed: 4 };
  const cut = { ...report, isCut: true } as const;
  expect(shortfallOf(cut, few, unexplained)).toMatchObject({ isCertain: true });
  expect(shortfallOf(cut, { ...few, isCut: true }, unexplained)).toMatchObject({ isCertain: false });
  expect(shortfallOf(report, { ...few, isCut: true }, unexplained)).toMatchObject({ isCertain: true });
});

test.each([
  ['the commit alone', ['head'], { outcome: 'fail', rules: ['checkout-failed'] }],
  ['base as well', ['head', 'base'], { outcome: 'broken', rules: [] }],
])('EVID-08 what cannot be checked out: %s', async (_, lost, { outcome, rules }) => {
  const { context } = world(one, byContent);
  const checkout: typeof context.workspaces.checkout = (commit) =>
    lost.includes(commit)
      ? Promise.reject(new Error('File name too long'))
      : context.workspaces.checkout(commit);
  const bent = { ...context, workspaces: { ...context.workspaces, checkout } };
  const validation = await landingGate(bent, { ticket: null, tip: 'base', candidate: 'head' });
  expect(validation.outcome).toBe(outcome);
  expect(validation.findings.map(({ rule }) => rule).filter((rule) => rule === 'checkout-failed')).toEqual(
    rules,
  );
  expect(validation.cells[0]?.details).toContain('File name too long');
});
