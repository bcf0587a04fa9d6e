import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { pinOnce, pinProblem } from './pinned-file.ts';

const folder = fs.mkdtempSync(join(tmpdir(), 'gauntlet-pins-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('a program that another one replaced between two runs of a process is pinned as it is now, whatever its size and date', async () => {
  const path = join(folder, 'agent');
  const date = new Date('2020-01-01');
  for (const text of ['first\n', 'other\n', 'first\n']) {
    fs.writeFileSync(path, text);
    fs.utimesSync(path, date, date);
    expect((await pinOnce()(path)).sha256).toBe(sumOf(text));
  }
});

test('a link that leads elsewhere is pinned with where it leads now', async () => {
  const path = join(folder, 'link');
  for (const name of ['old', 'new']) {
    fs.writeFileSync(join(folder, name), 'the same\n');
    fs.rmSync(path, { force: true });
    fs.symlinkSync(name, path);
    expect((await pinOnce()(path)).real).toBe(fs.realpathSync(join(folder, name)));
  }
});

test('a pinned file that changes later is a problem', async () => {
  const path = join(folder, 'later');
  fs.writeFileSync(path, 'before\n');
  const pinned = await pinOnce()(path);
  expect(await pinProblem(pinned)).toBeUndefined();
  fs.writeFileSync(path, 'after!\n');
  expect(await pinProblem(pinned)).toBe(`${path} changed since the run started`);
});
