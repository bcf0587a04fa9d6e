import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { ObjectPlace } from '../../ports/compared.ts';
import { execute } from '../running/git.ts';
import { userEnvironment } from '../running/identity.ts';
import { quiet } from '../running/objects-at.ts';

type Stored = {
  readonly commit: string;
  readonly place: ObjectPlace;
  readonly objects: string;
  close(): void;
};

/** The same work gives the same commit, whoever looks and whenever. */
const nobody = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Gauntlet'],
    [`GIT_${who}_EMAIL`, 'gauntlet@localhost'],
    [`GIT_${who}_DATE`, '@0 +0000'],
  ]),
);

/**
 * The index as a commit that nobody has made, or with `all` everything in the work tree that is not ignored, in an object store and an index of
 * its own: neither the user's index nor their repository gets a byte.
 */
export async function stored(top: string, parent: string | null, all: boolean): Promise<Stored> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-review-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const [index = '', objects = ''] = (
      await said(top, ['rev-parse', '--path-format=absolute', '--git-path', 'index', '--git-path', 'objects'])
    ).split('\n');
    const own = join(folder, 'index');
    if (existsSync(index)) copyWithTime(index, own);
    mkdirSync(join(folder, 'objects'));
    const env = {
      ...userEnvironment(),
      GIT_INDEX_FILE: own,
      GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    };
    if (all) await lookAtAll(top, env);
    if (all) await said(top, ['add', '--all', '--ignore-errors', '--', ':/'], env);
    const tree = await said(top, ['write-tree'], env);
    const on = parent === null ? [] : ['-p', parent];
    const made = { ...env, ...nobody };
    const commit = await said(top, ['commit-tree', '--no-gpg-sign', ...on, '-m', 'uncommitted', tree], made);
    return { commit, place: { top, env }, objects: join(folder, 'objects'), close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * With the time of the original: git looks into files that are not older than their index, because they may have changed
 * in the same second. A copy that is younger would make all of them look old.
 */
function copyWithTime(index: string, own: string): void {
  const { atime, mtime } = statSync(index);
  copyFileSync(index, own);
  utimesSync(own, atime, mtime);
}

/**
 * Files that git was told not to look at (`--assume-unchanged`, `--skip-worktree`) are looked at like all others: entries
 * without size and time, since git keeps neither current for them. Those that a sparse checkout leaves out stay out: they
 * are not there.
 */
async function lookAtAll(top: string, env: Readonly<Record<string, string>>): Promise<void> {
  const args = ['ls-files', '-v', '-s', '-z', '--full-name', '--', ':/'];
  const listed = (await said(top, args, env)).split('\0');
  const isLeftOut = (entry: string): boolean =>
    /^s /i.test(entry) && !existsSync(join(top, entry.slice(entry.indexOf('\t') + 1)));
  const unseen = listed.filter((entry) => /^[a-zS] /.test(entry) && !isLeftOut(entry));
  const input = unseen.map((entry) => `${entry.slice(2)}\0`).join('');
  if (unseen.length > 0) await said(top, ['update-index', '-z', '--index-info'], env, input);
}

async function said(
  top: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = userEnvironment(),
  input = '',
): Promise<string> {
  const end = await execute(['--no-pager', ...quiet, ...args], env, { cwd: top, input });
  if (end.code === 0) return end.out.toString('utf8').trim();
  const because = end.err.trim().split('\n').at(-1) ?? '';
  throw new GauntletError('ENVIRONMENT_UNFIT', `uncommitted files cannot be read: ${because}`, {
    hint: 'Finish the open merge first; git status shows it.',
  });
}
