import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

import type { Setup } from '../../model/config.ts';
import { contained, isWithin, realOf, whyOutside } from './contained.ts';

/** A file or folder of the user's checkout that a workspace gets. */
export type Source = {
  readonly entry: string;
  /** Its real path. */
  readonly from: string;
  /** Shown from where it is, if overlays can be mounted; copied otherwise. */
  readonly isLinked: boolean;
};

/** The files of the checkout that setups name. Throws with a reason where a path leads out of the repository. */
export async function sourcesOf(setups: readonly Setup[], top: string): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const { copy, link } of setups) {
    for (const entry of copy) sources.push({ entry, from: sourceOf(top, entry), isLinked: false });
    for (const entry of link) {
      const from = sourceOf(top, entry);
      sources.push({ entry, from, isLinked: (await lstat(from)).isDirectory() });
    }
  }
  return sources;
}

/**
 * Copies files of the checkout into a workspace. Tracked files stay as they are: the branch's own version is the one that
 * is judged. Links keep their text, so that a link between packages leads to the workspace's own package.
 */
export async function copySources(sources: readonly Source[], top: string, workspace: string): Promise<void> {
  const root = realOf(top) ?? top;
  for (const { entry, from } of sources) await copyTree(from, entry, { root, workspace });
}

/** Changes whenever one of these files does: names, sizes, times and numbers of all files in them. */
export async function stampOf(sources: readonly Source[]): Promise<string> {
  const hash = createHash('sha256');
  const add = async (path: string): Promise<void> => {
    const found = await lstat(path);
    const { size, mtimeMs, ctimeMs, ino, mode } = found;
    if (!found.isDirectory())
      return void hash.update(`${path}\0${[size, mtimeMs, ctimeMs, ino, mode].join(' ')}\n`);
    for (const name of (await readdir(path)).sort()) if (name !== '.git') await add(join(path, name));
  };
  for (const { from } of sources) await add(from);
  return hash.digest('hex');
}

/** The real file or folder behind an entry, which has to lie in the checkout and outside of git's own folder. */
function sourceOf(top: string, entry: string): string {
  const wrong = whyOutside(entry);
  if (wrong !== undefined) throw new Error(wrong);
  const real = realOf(join(top, entry));
  if (real === undefined) throw new Error(`${entry} is not in the checkout`);
  const root = realOf(top) ?? top;
  const isGits = isWithin(real, join(root, '.git'));
  if (!isWithin(real, root) || real === root || isGits)
    throw new Error(`${entry} leads out of the repository`);
  return real;
}

type Into = { readonly root: string; readonly workspace: string };

async function copyTree(from: string, entry: string, into: Into): Promise<void> {
  const to = contained(into.workspace, entry);
  if (to === undefined) throw new Error(`${entry} leads out of the workspace`);
  const [what, taken] = [await lstat(from), await lstat(to).catch(() => undefined)];
  // Nothing is there yet, so nothing can lead astray below it.
  if (taken === undefined) {
    await mkdir(dirname(to), { recursive: true });
    return copyNew({ from, to, what }, into.root);
  }
  if (!what.isDirectory() || !taken.isDirectory()) return;
  for (const name of await readdir(from))
    if (name !== '.git') await copyTree(join(from, name), `${entry}/${name}`, into);
}

type Copy = { readonly from: string; readonly to: string; readonly what: Stats };

async function copyNew({ from, to, what }: Copy, root: string): Promise<void> {
  if (what.isSymbolicLink()) return copyLink(from, to, root);
  if (what.isFile()) return copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  if (!what.isDirectory()) throw new Error(`${from} is neither a file nor a folder`);
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name === '.git') continue;
    const inner = join(from, name);
    await copyNew({ from: inner, to: join(to, name), what: await lstat(inner) }, root);
  }
}

async function copyLink(from: string, to: string, root: string): Promise<void> {
  const target = await readlink(from);
  const leads = resolve(dirname(from), target);
  if (!isWithin(leads, root)) throw new Error(`the link ${from} leads out of the repository`);
  await symlink(target.startsWith('/') ? relative(dirname(from), leads) : target, to);
}
