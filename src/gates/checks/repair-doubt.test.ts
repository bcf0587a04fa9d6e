import { expect, test } from 'vitest';
import type { ProgramEnd } from '../../ports/processes.ts';
import { baseline } from './baseline.ts';
import { confirmBlocked } from './confirm-blocked.ts';
import { brokenDoubt } from './repair-doubt.ts';
import { verify } from './verify.ts';
import { type Behaviour, check, type Files, world } from '../../../test/support/gate-world.ts';

const exited = (code: number, stdout = ''): Pick<ProgramEnd, 'how'> & { readonly stdout: string } => ({
  how: { kind: 'exited', code },
  stdout,
});
const unstartable = { how: { kind: 'unstartable', because: 'no such program' } } as const;

/** Measures `lint` and `unit` at base: `lint` passes unless said otherwise. */
async function measured(unit: ReturnType<Behaviour>, files: Files = { 'a.ts': 'a' }, lint: number = 0) {
  const behaviour: Behaviour = (_files, { argv }) => (argv.join(' ').includes('unit') ? unit : lint);
  const { context } = world({ base: { files } }, behaviour, { checks: [check('lint'), check('unit')] });
  return baseline(context, 'base');
}

test.each([
  ['a tool that the shell does not find', exited(127, 'sh: 1: jest: not found'), 'tool_missing'],
  ['a program that cannot be started', unstartable, 'tool_missing'],
  [
    'a package that Node does not find',
    exited(1, "Error: Cannot find module 'left-pad'"),
    'dependencies_missing',
  ],
  [
    'a package that Python does not find',
    exited(1, 'ModuleNotFoundError: No module named flask'),
    'dependencies_missing',
  ],
  ['a runner that finds no test', exited(1, 'No tests found, exiting with code 1'), 'no_test_ran'],
  ['a runner that runs no test', exited(5, 'collected 0 items\nno tests ran in 0.01s'), 'no_test_ran'],
] as const)('REAL-03 in doubt: %s', async (_what, unit, reason) => {
  const { red, inconclusive, doubt } = await measured(unit);
  expect([...red, ...inconclusive]).toEqual(['unit']);
  expect(doubt?.reason).toBe(reason);
  expect(doubt?.because).toContain('unit: ');
});

test.each([
  ['a test that fails', exited(1, '1 failed, 12 passed')],
  ['a file of the project that is missing', exited(1, "Error: Cannot find module './gone.js'")],
  ['a test that takes too long', { how: { kind: 'timeout' }, stdout: '' }],
] as const)('REAL-03 no doubt where one check of two is red: %s', async (_what, unit) => {
  expect(await measured(unit)).toMatchObject({ red: ['unit'], doubt: undefined });
});

test('REAL-03 in doubt: every check is red; the last lines of the output say how', async () => {
  const output = Array.from({ length: 40 }, (_, nth) => `line ${nth}`).join('\n');
  const { doubt } = await measured(exited(1, output), { 'a.ts': 'a' }, 1);
  expect(doubt).toMatchObject({ reason: 'all_red' });
  const { doubt: shown } = await measured(exited(127, output));
  expect(shown?.because).toContain('exit code 127');
  expect(shown?.because).toContain('line 39');
  expect(shown?.because).not.toContain('line 20\n');
});

test('REAL-03 in doubt: setup failed', async () => {
  const because = 'npm ci: EUSAGE';
  const setups = { ready: async () => ({ kind: 'broken', because }) as const };
  const { context } = world({ base: { files: {} } }, () => 0, { setups });
  const { doubt } = await baseline(context, 'base');
  expect(doubt).toMatchObject({ reason: 'setup_failed' });
  expect(doubt?.because).toContain(because);
  expect(brokenDoubt((await verify(context, 'base')).cells)?.reason).toBe('setup_failed');
});

test('REAL-03 in doubt: a submodule is empty, unless setup brings it', async () => {
  const files = { '.gitmodules': '[submodule "lib"]\n\tpath = vendor/lib\n\turl = ../lib\n' };
  const { doubt } = await measured(exited(1, 'vendor/lib/x.h: no such file'), files);
  expect(doubt).toMatchObject({ reason: 'submodule_empty' });
  expect(doubt?.because).toContain('vendor/lib');
  expect(await measured(0, files)).toMatchObject({ red: [], doubt: undefined });
  const { context } = world(
    { base: { files } },
    (_files, { argv }) => (argv.join().includes('unit') ? 1 : 0),
    {
      checks: [check('lint'), check('unit')],
    },
  );
  const setup = { run: [], copy: [], link: ['vendor/lib'], timeout: 1 };
  const brought = { ...context, plan: { ...context.plan, setup } };
  expect(await baseline(brought, 'base')).toMatchObject({ red: ['unit'], doubt: undefined });
});

test('REAL-03 a confirmed claim is in doubt like the base: where every check is red, not where one of two is', async () => {
  const behaviour: Behaviour = (_files, { argv }) => (argv.join(' ').includes('unit') ? 1 : 0);
  const checks = [check('lint'), check('unit')];
  const { context } = world({ base: { files: {} } }, behaviour, { checks });
  const one = await confirmBlocked(context, 'base', ['unit']);
  expect(one).toMatchObject({ confirmed: true, doubt: undefined });
  const { context: all } = world({ base: { files: {} } }, () => 1, { checks });
  expect(await confirmBlocked(all, 'base', [])).toMatchObject({ doubt: { reason: 'all_red' } });
});

test('REAL-03 red checks of somebody’s work are not in doubt: only those that gave no result are', async () => {
  const { context } = world({ head: { files: {} } }, () => 127);
  expect(brokenDoubt((await verify(context, 'head')).cells)).toBeUndefined();
});

test('REAL-03 every check is red: tests that passed point to the code, none to the environment', async () => {
  const pytest = '=================== 1 failed, 2 passed in 0.12s ===================';
  const ran = await measured(exited(1, pytest), { 'a.ts': 'a' }, 1);
  expect(ran.doubt?.because).toContain('most likely the code');
  const silent = await measured(exited(1, 'boom'), { 'a.ts': 'a' }, 1);
  expect(silent.doubt?.because).toContain('the environment is broken');
});
