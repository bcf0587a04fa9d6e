import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { openProcesses } from '../open-processes.ts';
import { pathWithout } from '../../../test/support/path-without.ts';

const folder = mkdtempSync(join(tmpdir(), 'gauntlet-observe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const cwd = join(folder, 'work', 'w1');
const runs = join(folder, 'state', 'run');
for (const each of [cwd, runs, join(cwd, 'cases')]) mkdirSync(each, { recursive: true });
writeFileSync(join(cwd, 'cases', 'one.txt'), '1\n');
const options = { stateFolder: join(folder, 'state'), workFolder: join(folder, 'work') };
const tracing = await (await openProcesses(options)).observes();

const script = 'cat cases/*.txt; cat nowhere/two.txt 2>&1; (cd cases && test -e three); exit 7';
const program = {
  argv: ['sh', '-c', script] as const,
  cwd,
  env: {},
  stdin: '',
  confinement: { writable: [cwd], visible: [], hidden: [], network: false },
  timeout: 60_000,
  stall: null,
  outputCap: 10_000,
  folder: runs,
  observe: true,
};

describe.skipIf(!tracing)('EVID-01 on a machine with strace', () => {
  test.each([undefined, 'verified'] as const)(
    'the inputs of a program are observed (sandbox: %s)',
    async (force) => {
      const processes = await openProcesses({ ...options, ...(force === undefined ? {} : { force }) });
      const end = await processes.run(program);
      expect(end.how).toEqual({ kind: 'exited', code: 7 });
      expect(end.inputs?.read).toContain('cases/one.txt');
      expect(end.inputs?.missing).toEqual(expect.arrayContaining(['nowhere/two.txt', 'cases/three']));
      expect(end.inputs?.listed).toContain('cases');
    },
  );

  test.each([undefined, 'verified'] as const)(
    'RECOVER-02 an observed program that has to end takes everything with it (sandbox: %s)',
    async (force) => {
      const processes = await openProcesses({ ...options, ...(force === undefined ? {} : { force }) });
      const mark = `77${process.pid}${force === undefined ? 1 : 2}`;
      const argv = ['sh', '-c', `sleep ${mark} & setsid sleep ${mark}; true`] as const;
      const end = await processes.run({ ...program, argv, timeout: 500 });
      expect(end.how).toEqual({ kind: 'timeout' });
      const alive = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout;
      expect(alive).not.toContain(`sleep ${mark}`);
    },
  );
});

test('EVID-01 a machine without strace runs the program all the same', async () => {
  const PATH = pathWithout('strace', join(folder, 'programs'));
  const processes = await openProcesses({ ...options, inherited: { ...process.env, PATH } });
  expect(await processes.observes()).toBe(false);
  const end = await processes.run(program);
  expect(end.how).toEqual({ kind: 'exited', code: 7 });
  expect(end.inputs).toBeUndefined();
});
