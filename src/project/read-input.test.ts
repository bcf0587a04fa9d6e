import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Io } from '../cli/io.ts';
import { inputCap, readInput } from './read-input.ts';

let cwd = '';
const sink = { isTty: () => false, write: () => undefined };
const io = (stdin: Iterable<string | Buffer> = []): Io => {
  return { cwd, env: {}, stdin: () => Readable.from(stdin), stdout: sink, stderr: sink };
};

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'gauntlet-'));
  writeFileSync(join(cwd, 'a.txt'), 'grün');
});
afterAll(() => rmSync(cwd, { recursive: true }));

test('a file is looked up from the directory of the call, and - is what comes in', async () => {
  expect(await readInput('a.txt', io())).toEqual({ name: 'a.txt', text: 'grün' });
  expect(await readInput('-', io(['one ', 'two']))).toEqual({ name: '<stdin>', text: 'one two' });
});

test('a character cut in two by a chunk is still one character', async () => {
  const bytes = Buffer.from('grün');
  expect((await readInput('-', io([bytes.subarray(0, 3), bytes.subarray(3)]))).text).toBe('grün');
});

test('the cap is read to the last byte and refused one further', async () => {
  expect((await readInput('a.txt', io(), 5)).text).toBe('grün');
  await expect(readInput('a.txt', io(), 4)).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
    data: { cap: 4 },
  });
  await expect(readInput('-', io(['123', '45']), 4)).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
    message: '<stdin>: larger than 0 MiB',
  });
  expect(inputCap).toBe(67_108_864);
});

test('a file that cannot be read is named with the reason', async () => {
  await expect(readInput('none.txt', io())).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: 'none.txt: there is no such file',
    data: { file: 'none.txt', reason: 'ENOENT' },
  });
  await expect(readInput('.', io())).rejects.toMatchObject({ message: '.: it is a directory' });
  await expect(readInput('a.txt/b', io())).rejects.toMatchObject({
    message: 'a.txt/b: a part of the path is not a directory',
  });
  await expect(readInput('a\0b', io())).rejects.toMatchObject({
    message: 'a\0b: cannot be read (ERR_INVALID_ARG_VALUE)',
  });
});
