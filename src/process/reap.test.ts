import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../test/support/in-folder.ts';
import { reap } from './open-processes.ts';

let folder: string;

inFolder((path) => void (folder = path));

test('RECOVER-03 what a killed coordinator left of a program is removed: half a pid file, its temporary directory, its trace', async () => {
  const tag = '0123456789abcdef0123456789abcdef';
  const setup = join(folder, 'setup-1');
  for (const place of [folder, setup]) {
    await mkdir(join(place, `tmp-${tag}`, 'cache'), { recursive: true });
    await writeFile(join(place, `pid-${tag}.draft`), '{"tag":');
    await writeFile(join(place, `trace-${tag}`), 'openat(');
    await writeFile(join(place, 'stdout'), 'said before');
  }
  expect(await reap([folder])).toBe(0);
  expect(await readdir(folder)).toEqual(['setup-1', 'stdout']);
  expect(await readdir(setup)).toEqual(['stdout']);
});

test('a folder that is not there has nothing to be ended', async () => {
  expect(await reap([join(folder, 'never')])).toBe(0);
});
