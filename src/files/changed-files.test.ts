import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../test/support/in-folder.ts';
import { changedFiles } from './changed-files.ts';

let folder: string;
inFolder((path) => {
  folder = path;
  git('init', '--quiet', '--template=', '--initial-branch=main');
  git('config', 'user.name', 'Tester');
  git('config', 'user.email', 'tester@example.invalid');
  commit('a.ts', 'one\n');
});

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
  git('add', '--all');
  git('commit', '--quiet', `--message=${path}`);
}

test.each(['--assume-unchanged', '--skip-worktree'])(
  'BEYOND-14 a file that git was told not to look at (%s) counts as changed',
  (flag) => {
    git('update-index', flag, 'a.ts');
    writeFileSync(join(folder, 'a.ts'), 'two\n');
    expect(changedFiles(folder)).toEqual({ ok: true, paths: new Set(['a.ts']) });
  },
);

test('BEYOND-14 a setting of the repository does not make a file with its old date pass for unchanged', () => {
  const path = join(folder, 'a.ts');
  const old = new Date('2020-01-01T00:00:00Z');
  utimesSync(path, old, old);
  git('update-index', '--refresh');
  git('config', 'core.trustctime', 'false');
  git('config', 'core.checkStat', 'minimal');
  writeFileSync(`${path}.new`, 'two\n');
  utimesSync(`${path}.new`, old, old);
  renameSync(`${path}.new`, path);
  expect(git('diff-files', '--name-only')).toBe('');
  expect(changedFiles(folder)).toEqual({ ok: true, paths: new Set(['a.ts']) });
});

test('BEYOND-14 where git cannot compare, nothing is said to be unchanged', () => {
  const base = git('rev-parse', 'HEAD');
  const tree = git('rev-parse', 'HEAD^{tree}');
  commit('b.ts', 'two\n');
  rmSync(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  expect(changedFiles(folder, base)).toEqual({ ok: false, because: 'git failed' });
});
