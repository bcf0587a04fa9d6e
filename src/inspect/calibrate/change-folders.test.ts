import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { makeChangeFolder, ownerNow, removeLeftFolders } from './change-folders.ts';

let among: string;

beforeEach(() => {
  among = mkdtempSync(join(tmpdir(), 'folders-'));
});
afterEach(() => rmSync(among, { recursive: true, force: true }));

test('what a killed process has left is removed, and nothing else', () => {
  const now = ownerNow();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const dead = makeChangeFolder(among, { ...now, pid });
  mkdirSync(join(dead, 'repository'));
  writeFileSync(join(dead, 'repository/a.ts'), 'export const a = 1;\n');
  const ours = makeChangeFolder(among);
  const elsewhere = makeChangeFolder(among, { ...now, pid, sphere: 'another machine' });
  const unsigned = join(among, 'gauntlet-change-unsigned');
  const other = join(among, 'something');
  for (const folder of [unsigned, other]) mkdirSync(folder);
  removeLeftFolders(among);
  expect([dead, ours, elsewhere, unsigned, other].map((folder) => existsSync(folder))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  removeLeftFolders(join(among, 'nowhere'));
});

test.skipIf(ownerNow().start === '')(
  'a process of the same number that was started later is another one',
  () => {
    const before = makeChangeFolder(among, { ...ownerNow(), start: '1' });
    removeLeftFolders(among);
    expect(existsSync(before)).toBe(false);
  },
);
