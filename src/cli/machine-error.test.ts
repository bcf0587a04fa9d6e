import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { GauntletError } from '../model/error.ts';
import { sayError } from './say-error.ts';

/** What Node throws there. */
function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

const full = Object.assign(new Error("ENOSPC: no space left on device, write '/repo/.git/gauntlet/x'"), {
  code: 'ENOSPC',
  syscall: 'write',
  path: '/repo/.git/gauntlet/x',
});

test('a disk that is full or read-only is no bug of ours: exit 5, where, why and what to do, no stack', () => {
  const said = sayError(full, true);
  expect(said.exitCode).toBe(5);
  expect(said.stderr).toBe(
    "gauntlet: the disk is full: ENOSPC: no space left on device, write '/repo/.git/gauntlet/x' [ENVIRONMENT_UNFIT]\n" +
      '  hint: Check the permissions of that folder and the space on the disk.\n',
  );
  expect(JSON.parse(said.stdout)).toMatchObject({ exitCode: 5, error: { code: 'ENVIRONMENT_UNFIT' } });
});

test('a temporary folder that cannot be made is said to be one', () => {
  const nowhere = join(tmpdir(), 'gauntlet-nowhere');
  const error = thrownBy(() => fs.mkdtempSync(join(nowhere, 'x-')));
  const said = sayError(error, false);
  expect([said.exitCode, said.stderr]).toEqual([5, expect.stringContaining('point TMPDIR at a folder')]);
});

test('what is not there although we count on it stays a bug', () => {
  const error = thrownBy(() => fs.readFileSync(join(tmpdir(), 'gauntlet-nowhere', 'file')));
  expect(sayError(error, false).exitCode).toBe(70);
  expect(sayError(new TypeError('x is undefined'), false).exitCode).toBe(70);
});

test('a part of the installation that cannot be loaded is said to be missing, with exit 5 and what to do', async () => {
  const error: unknown = await import(join(tmpdir(), 'gauntlet-nowhere/part.cjs')).catch((e: unknown) => e);
  const said = sayError(error, false);
  expect([said.exitCode, said.stderr]).toEqual([5, expect.stringContaining('Install gauntlet again')]);
});

test('where closing fails after something went wrong, what went wrong first is said', () => {
  const thrown = thrownBy(() => {
    using opened = {
      [Symbol.dispose]: () => {
        throw new Error('cannot be closed');
      },
    };
    throw new GauntletError('STATE_CONFLICT', `another run has ${typeof opened}`);
  });
  expect(thrown).not.toBeInstanceOf(GauntletError);
  expect(sayError(thrown, false)).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('another run has object [STATE_CONFLICT]') as unknown,
  });
});
