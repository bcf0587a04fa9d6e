import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';

import { hookNames, type RepositoryHook, type RepositoryHooks } from '../../model/checks.ts';
import { safeObject } from '../context.ts';
import { askGit } from '../running/objects-at.ts';

const HUSKY = '.husky';
const LARGEST_HOOK = 64 * 1024;

/**
 * Finds the hooks that `git commit` would run in the user's checkout. One that the commit contains is read there, so no
 * branch can change it; any other is the user's own and is copied. husky's folder counts before its install script has run.
 */
export async function findHooks(
  { top, common }: { readonly top: string; readonly common: string },
  commit: string,
): Promise<RepositoryHooks> {
  const ask = async (...args: readonly string[]): Promise<string> =>
    (await askGit(top, args))?.toString('utf8').replace(/\n$/, '') ?? '';
  const folder = await ask('rev-parse', '--path-format=absolute', '--git-path', 'hooks');
  const inTop = relative(top, folder);
  const isOutside = inTop.startsWith('..') || isAbsolute(inTop) || !relative(common, folder).startsWith('..');
  // husky 9 points git at a folder of its own, `_`, which starts the files beside it.
  const isHusky = !isOutside && basename(inTop) === '_';
  const modeOf = async (path: string): Promise<string> =>
    (await ask('ls-tree', '--full-tree', safeObject(commit), '--', path)).slice(0, 6);
  const ignored: string[] = [];
  const find = async (name: RepositoryHook['name']): Promise<RepositoryHook | undefined> => {
    const path = isHusky ? join(dirname(inTop), name) : join(inTop, name);
    const mode = isOutside ? '' : await modeOf(path);
    if (mode !== '') {
      if (isHusky || mode !== '100644') return { name, path, text: null };
      ignored.push(`${path} is not executable, so git ignores it`);
      return undefined;
    }
    const own = isHusky ? undefined : await ownHook(join(folder, name));
    if (own?.text !== undefined) return { name, path: join(folder, name), text: own.text };
    if (own !== undefined) ignored.push(`${join(folder, name)} ${own.because}`);
    const husky = `${HUSKY}/${name}`;
    const isUsual = folder === join(common, 'hooks');
    return isUsual && (await modeOf(husky)) !== '' ? { name, path: husky, text: null } : undefined;
  };
  const hooks: RepositoryHook[] = [];
  for (const name of hookNames) {
    const hook = await find(name);
    if (hook !== undefined) hooks.push(hook);
  }
  return { commit, hooks, ignored };
}

type OwnHook = { readonly text?: string; readonly because: string };

/** A hook of the user's own as it is now; undefined where there is none. */
async function ownHook(file: string): Promise<OwnHook | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const isExecutable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isExecutable) return { because: 'is not executable, so git ignores it' };
  const bytes = found.size > LARGEST_HOOK ? undefined : await readFile(file).catch(() => undefined);
  if (bytes === undefined || bytes.includes(0))
    return { because: 'is not a script of at most 64 KiB, so it does not run in the sandbox' };
  return { text: bytes.toString('utf8'), because: '' };
}
