import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { repositoryAt } from './state-folder.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-bare-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a bare repository is not said to be none', () => {
  expect(() => repositoryAt(folder)).toThrow('there is no git repository');
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  expect(() => repositoryAt(folder)).toThrow('is a bare repository');
});
