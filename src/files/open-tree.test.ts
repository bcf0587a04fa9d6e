import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../test/support/in-folder.ts';
import { openTree } from './index.ts';

let folder = '';

inFolder((path) => void (folder = path));

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function paths(): readonly string[] {
  return openTree(folder)
    .list()
    .entries.map(({ path }) => path);
}

function reasons(): readonly string[] {
  return openTree(folder)
    .list()
    .left.map(({ reason, count }) => `${reason} (${count})`)
    .toSorted();
}

test('a folder that is no repository is walked, without what tools put there', () => {
  for (const path of ['a.ts', 'b/c.ts', 'node_modules/x/index.js', 'b/dist/c.js']) write(path);
  expect(paths()).toEqual(['a.ts', 'b/c.ts']);
  expect(reasons()).toEqual([
    'in a dependency or tool folder: dist (1)',
    'in a dependency or tool folder: node_modules (1)',
  ]);
});

test('in a repository git says which files there are: those it ignores are none', () => {
  execFileSync('git', ['init', '--quiet', folder]);
  write('.gitignore', 'secret.txt\nout/\n');
  for (const path of ['a.ts', 'secret.txt', 'out/b.js', 'node_modules/x.js']) write(path);
  expect(paths()).toEqual(['.gitignore', 'a.ts']);
});

test('a repository whose settings name a program to list files does not get it run', () => {
  execFileSync('git', ['init', '--quiet', folder]);
  write('a.ts');
  const proof = join(folder, 'proof');
  write('.git/trap.sh', `#!/bin/sh\ntouch ${proof}\n`);
  chmodSync(join(folder, '.git/trap.sh'), 0o755);
  execFileSync('git', ['-C', folder, 'config', 'core.fsmonitor', join(folder, '.git/trap.sh')]);
  expect(paths()).toEqual(['a.ts']);
  expect(existsSync(proof)).toBe(false);
  // What it would have done: a plain git runs it.
  execFileSync('git', ['-C', folder, 'status', '--short']);
  expect(existsSync(proof)).toBe(true);
});

test('links are not followed, neither in a loop nor out of the folder, and are counted', () => {
  write('a.ts');
  symlinkSync('.', join(folder, 'loop'));
  symlinkSync('/etc/passwd', join(folder, 'passwd.ts'));
  expect(paths()).toEqual(['a.ts']);
  expect(reasons()).toEqual(['symbolic link (2)']);
  expect(openTree(folder).read('passwd.ts')).toBe('ELOOP');
});

test('a file that is gone, or is no file, is said and does not stop anything', () => {
  write('a.ts', 'text');
  const tree = openTree(folder);
  tree.list();
  rmSync(join(folder, 'a.ts'));
  expect(tree.read('a.ts')).toBe('ENOENT');
  execFileSync('mkfifo', [join(folder, 'pipe.ts')]);
  expect(reasons()).toEqual(['not a regular file (1)']);
});

test('a folder that cannot be read is said', (context) => {
  if (process.getuid?.() === 0) context.skip('root reads every folder');
  write('shut/a.ts');
  chmodSync(join(folder, 'shut'), 0o000);
  try {
    expect(reasons()).toEqual(['a folder that cannot be read: EACCES (1)']);
  } finally {
    chmodSync(join(folder, 'shut'), 0o700);
  }
});
