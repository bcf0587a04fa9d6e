import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../../test/support/in-folder.ts';
import { pastOf } from './past.ts';

let top = '';

inFolder((path) => {
  top = path;
  git('init', '--quiet', '--template=', '--initial-branch=main');
});

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid'];
  return execFileSync('git', [...who, ...args], { cwd: top, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit(message: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--cleanup=verbatim', `--message=${message}`);
  return git('rev-parse', 'HEAD');
}

test('BEYOND-04 the past is told newest first without merges, with what each commit says and how many lines it changed', async () => {
  const first = commit('Begin', { 'a.ts': 'a\nb\n' });
  git('switch', '--quiet', '--create', 'side');
  const side = commit('Fix it\n\nFixes #7\n', {
    'odd name\t\n.ts': 'x\n',
    'ü.bin': Uint8Array.of(0, 1, 2),
    'a.ts': 'a\nc\nd\n',
  });
  git('switch', '--quiet', 'main');
  const other = commit('Other', { 'b/c.ts': 'c\n' });
  git('merge', '--quiet', '--no-edit', 'side');
  const past = await pastOf(top, { range: 'HEAD', most: 10 });
  expect(past.map(({ id }) => id).toSorted()).toEqual([first, side, other].toSorted());
  expect(past.at(-1)).toMatchObject({ id: first, parent: null, subject: 'Begin' });
  expect(past.find(({ id }) => id === side)).toEqual({
    id: side,
    parent: first,
    subject: 'Fix it',
    body: 'Fixes #7',
    files: [
      { path: 'a.ts', added: 2, removed: 1 },
      { path: 'odd name\t\n.ts', added: 1, removed: 0 },
      { path: 'ü.bin', added: null, removed: null },
    ],
  });
  expect(await pastOf(top, { range: `${first}..side`, most: 10 })).toHaveLength(1);
  expect(await pastOf(top, { range: 'HEAD', most: 2 })).toHaveLength(2);
});

test('a range that is none, or looks like an option, is refused and run as nothing else', async () => {
  commit('Begin', { 'a.ts': 'a\n' });
  for (const range of ['nowhere', 'nowhere..main', '--output=stolen', '--all'])
    await expect(pastOf(top, { range, most: 10 })).rejects.toMatchObject({ code: 'USAGE_INVALID' });
  expect(git('status', '--porcelain')).toBe('');
});

test('a message cannot look like a commit of its own', async () => {
  const id = commit(`Sly\n\n\u0001${'e'.repeat(40)}\n3\t1\tb.ts\u0001`, { 'a.ts': 'a\n' });
  const [only, ...others] = await pastOf(top, { range: 'HEAD', most: 10 });
  expect([only?.id, only?.files, others]).toEqual([id, [{ path: 'a.ts', added: 1, removed: 0 }], []]);
});
