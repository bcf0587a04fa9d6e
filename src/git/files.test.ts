import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../test/support/in-folder.ts';
import { writeWhole } from './files.ts';

let folder: string;

inFolder((path) => void (folder = path));

test('RECOVER-01 a file that is being written lies among the unfinished ones, never beside its place', async () => {
  const [place, temporary] = [join(folder, 'refs', 'keep'), join(folder, 'tmp')];
  await writeWhole(place, 'first\n', temporary);
  const seen: string[] = [];
  const writing = writeWhole(place, 'second\n'.repeat(100_000), temporary);
  const over = writing.then(() => 'over');
  do seen.push(...(await readdir(join(folder, 'refs'))));
  while ((await Promise.race([over, Promise.resolve('not yet')])) !== 'over');
  expect(new Set(seen)).toEqual(new Set(['keep']));
  expect(await readFile(place, 'utf8')).toMatch(/^(?:second\n){100000}$/);
  expect(await readdir(temporary)).toEqual([]);
});

test('a file that cannot take its place leaves nothing unfinished', async () => {
  const [place, temporary] = [join(folder, 'taken'), join(folder, 'tmp')];
  await mkdir(join(place, 'by a folder'), { recursive: true });
  await expect(writeWhole(place, 'text', temporary)).rejects.toMatchObject({ syscall: 'rename' });
  expect(await readdir(temporary)).toEqual([]);
});
