import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GauntletError } from '../model/error.ts';
import type { ObjectPlace } from '../ports/compared.ts';
import { execute } from './git.ts';
import { userEnvironment } from './identity.ts';

type Stored = { readonly tree: string; readonly place: ObjectPlace; close(): void };

const quiet = ['-c', 'core.fsmonitor=false', '-c', 'core.untrackedCache=false', '-c', 'core.hooksPath='];

/**
 * The index as a tree, or with `all` everything in the work tree that is not ignored, in an object store and an index of
 * its own: neither the user's index nor their repository gets a byte.
 */
export async function stored(top: string, all: boolean): Promise<Stored> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-review-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const [index = '', objects = ''] = (
      await said(top, ['rev-parse', '--path-format=absolute', '--git-path', 'index', '--git-path', 'objects'])
    ).split('\n');
    const own = join(folder, 'index');
    if (existsSync(index)) copyFileSync(index, own);
    mkdirSync(join(folder, 'objects'));
    const env = {
      ...userEnvironment(),
      GIT_INDEX_FILE: own,
      GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    };
    if (all) await said(top, ['add', '--all', '--ignore-errors', '--', ':/'], env);
    return { tree: await said(top, ['write-tree'], env), place: { top, env }, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function said(
  top: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = userEnvironment(),
): Promise<string> {
  const end = await execute(['--no-pager', ...quiet, ...args], env, { cwd: top });
  if (end.code === 0) return end.out.toString('utf8').trim();
  const because = end.err.trim().split('\n').at(-1) ?? '';
  throw new GauntletError('ENVIRONMENT_UNFIT', `what is not committed cannot be read: ${because}`, {
    hint: 'A merge that is not finished has to be finished first; git status shows it.',
  });
}
