import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { inFolder } from '../../../../test/support/in-folder.ts';
import { editFile, writeFile as writeByTool } from '../tool-set.ts';
import { findFiles, readLines } from './look.ts';
import { type ToolFolder, placeAt } from './place.ts';
import { Refused } from '../../answers/tool.ts';

let base = '';
let place: ToolFolder;

inFolder(async (path) => {
  base = path;
  for (const folder of ['work/src', 'work/.git', 'work/secret', 'outside', 'work-evil'])
    await mkdir(join(base, folder), { recursive: true });
  await writeFile(join(base, 'outside/key'), 'the key');
  await writeFile(join(base, 'work-evil/key'), 'the key');
  await writeFile(join(base, 'work/src/a.ts'), 'one\ntwo\nthree\n');
  await writeFile(join(base, 'work/secret/s.txt'), 'hidden');
  await writeFile(join(base, 'work/.git/config'), 'as it was');
  place = await placeAt(join(base, 'work'), [join(base, 'work/secret'), join(base, 'outside')]);
});

/** How a name may be written that leads to a file outside. */
function waysOut(): readonly string[] {
  return [
    '../outside/key',
    join(base, 'outside/key'),
    'src/../../outside/key',
    '../work-evil/key',
    'link/key',
    'linked-file',
    'loop',
    '/etc/passwd',
    '/proc/self/environ',
    'secret/s.txt',
    'a\0b',
    '',
  ];
}

test('no file outside, no hidden one and no link that leads there is read', async () => {
  await symlink(join(base, 'outside'), join(base, 'work/link'));
  await symlink(join(base, 'outside/key'), join(base, 'work/linked-file'));
  await symlink('loop', join(base, 'work/loop'));
  for (const path of waysOut()) await expect(readLines(place, path, {})).rejects.toThrow(Refused);
});

test('no file outside and none of git is written, by whatever name', async () => {
  await symlink(join(base, 'outside'), join(base, 'work/link'));
  await symlink(join(base, 'outside/key'), join(base, 'work/linked-file'));
  await symlink(join(base, 'work/.git'), join(base, 'work/repository'));
  const ways = [
    ...waysOut(),
    '.git/config',
    '.GIT/hooks/x',
    'src/.git/config',
    'repository/config',
    'repository/hooks/x',
    '.',
    'src',
  ];
  for (const path of ways.filter((each) => each !== 'loop'))
    await expect(writeByTool(place, path, 'hacked'), path).rejects.toThrow(Refused);
  expect(await readFile(join(base, 'outside/key'), 'utf8')).toBe('the key');
  expect(await readFile(join(base, 'work/.git/config'), 'utf8')).toBe('as it was');
  expect(existsSync(join(base, 'work/.git/hooks'))).toBe(false);
});

test('a file that has another name outside is not written through', async () => {
  await link(join(base, 'outside/key'), join(base, 'work/twin'));
  await writeByTool(place, 'twin', 'mine');
  expect(await readFile(join(base, 'outside/key'), 'utf8')).toBe('the key');
  expect(await readFile(join(base, 'work/twin'), 'utf8')).toBe('mine');
});

test('a pipe nobody writes to and a folder keep nobody waiting', async () => {
  execFileSync('mkfifo', [join(base, 'work/pipe')]);
  for (const path of ['pipe', 'src']) {
    await expect(readLines(place, path, {})).rejects.toThrow('is not a file');
    await expect(writeByTool(place, path, 'x')).rejects.toThrow(Refused);
  }
});

test('a file keeps its mode, and missing folders are created', async () => {
  await chmod(join(base, 'work/src/a.ts'), 0o755);
  await editFile(place, { path: 'src/a.ts', from: 'two', to: '$& 2' });
  expect(await readFile(join(base, 'work/src/a.ts'), 'utf8')).toBe('one\n$& 2\nthree\n');
  expect((await stat(join(base, 'work/src/a.ts'))).mode & 0o777).toBe(0o755);
  await writeByTool(place, 'new/deep/b.ts', 'b');
  expect(await readFile(join(base, 'work/new/deep/b.ts'), 'utf8')).toBe('b');
});

test('what is not there, or there more than once, is not replaced; bytes that are no text are left alone', async () => {
  await expect(editFile(place, { path: 'src/a.ts', from: 'four', to: '' })).rejects.toThrow(
    'does not contain',
  );
  await expect(editFile(place, { path: 'src/a.ts', from: 'o', to: '0' })).rejects.toThrow('2 times');
  expect(await editFile(place, { path: 'src/a.ts', from: 'o', to: '0', all: true })).toContain('2 places');
  await writeFile(join(base, 'work/raw'), Buffer.from([0x61, 0xff, 0x62]));
  await expect(editFile(place, { path: 'raw', from: 'a', to: 'c' })).rejects.toThrow('not text');
});

test('lines are read from where it is asked, and what is left out is said', async () => {
  expect(await readLines(place, 'src/a.ts', { offset: 2, limit: 1 })).toBe(
    'two\n(src/a.ts goes on at line 3)',
  );
  await writeFile(join(base, 'work/long'), `${'x'.repeat(300_000)}\nend\n`);
  const read = await readLines(place, 'long', {});
  expect(read.length).toBeLessThan(250_000);
  expect(read).toContain('(long goes on at line 2)');
});

test('files are listed by pattern, without those of git and hidden ones, and links are not followed', async () => {
  await symlink(join(base, 'outside'), join(base, 'work/link'));
  expect(await findFiles(place, '**/*')).toBe('link\nsrc/a.ts');
  expect(await findFiles(place, '**/config')).toBe('nothing fits');
  expect(await findFiles(place, '../**')).toBe('nothing fits');
});

test('whatever is written as a path, it is refused or stays inside', async () => {
  const piece = fc.constantFrom('..', '.', 'src', 'a.ts', '.git', 'outside', 'key', '', '~', '//', 'x');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
      const refusal: unknown = await writeByTool(place, pieces.join('/'), 'x').then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(refusal === undefined || refusal instanceof Refused).toBe(true);
      expect(await readFile(join(base, 'outside/key'), 'utf8')).toBe('the key');
      expect(await readFile(join(base, 'work/.git/config'), 'utf8')).toBe('as it was');
      expect(existsSync(join(base, 'key'))).toBe(false);
    }),
    { numRuns: 100 },
  );
});
