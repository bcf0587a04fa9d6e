import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Command } from '../model/config.ts';
import { setupKey } from './setup-note.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gauntlet-note-'));
  mkdirSync(join(workspace, '.git/refs/heads'), { recursive: true });
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const local = { id: 'local', prefix: [], env: {}, setup: null };

/** Whether what this setup made at one commit is taken for what it makes at another. */
function isKept(run: readonly Command[], manifest = '{}', heads: readonly string[] = ['a', 'b']): boolean {
  writeFileSync(join(workspace, 'package.json'), manifest);
  const keys = heads.map((commit) => {
    writeFileSync(join(workspace, '.git/HEAD'), `${commit.repeat(40)}\n`);
    return setupKey(workspace, [{ run, copy: [], link: [], timeout: 1 }], local);
  });
  return new Set(keys).size === 1;
}

test.each<readonly Command[]>([
  ['npm ci'],
  ['corepack enable && pnpm install --frozen-lockfile'],
  [['npm', 'ci', '--no-audit'], 'cd web && yarn'],
  ['pip install -r requirements.txt', 'go mod download'],
  [],
])('ENV-02 %j rests on manifests and lockfiles, and is kept from one commit to the next', (...run) => {
  expect(isKept(run)).toBe(true);
  expect(isKept(run, '{ "scripts": { "prepare": "husky", "build": "tsc" } }')).toBe(true);
});

test.each<readonly Command[]>([
  ['npm ci && npm run build'],
  ['npm ci', 'make'],
  ['sh tools/setup.sh'],
  ['pip install .'],
  ['npm ci; node tools/ready.js'],
  [['sh', '-c', 'npm ci']],
])('ENV-02 P8 %j may have been made from any file, and is kept for one commit alone', (...run) => {
  expect(isKept(run)).toBe(false);
  expect(isKept(run, '{}', ['a', 'a'])).toBe(true);
});

test('ENV-02 P8 what a package runs when it is installed may be made from any file', () => {
  for (const script of ['prepare', 'postinstall'])
    expect([script, isKept(['npm ci'], JSON.stringify({ scripts: { [script]: 'tsc' } }))]).toEqual([
      script,
      false,
    ]);
  expect(isKept(['npm ci'], '{ broken')).toBe(false);
});

test('the commit of a workspace on a branch is that of the branch', () => {
  const keyAt = (commit: string): string => {
    writeFileSync(join(workspace, '.git/HEAD'), 'ref: refs/heads/t\n');
    writeFileSync(join(workspace, '.git/refs/heads/t'), `${commit.repeat(40)}\n`);
    return setupKey(workspace, [{ run: ['make'], copy: [], link: [], timeout: 1 }], local);
  };
  expect(keyAt('a')).toBe(keyAt('a'));
  expect(keyAt('a')).not.toBe(keyAt('b'));
});
