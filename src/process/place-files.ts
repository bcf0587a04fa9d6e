import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import type { Setup } from '../model/config.ts';
import { contained, isWithin, realOf, whyOutside } from './contained.ts';

export type Placed = {
  /** What was put into the workspace, relative to it. */
  readonly paths: readonly string[];
  /** Where links lead to. */
  readonly targets: readonly string[];
};

type Way = { readonly top: string; readonly workspace: string };

/**
 * Copies and links what `setup` names from the user's checkout. What the workspace already has is left as it is: it is
 * tracked, and the branch's own version is the one that is judged. Throws with a reason where a path leads out.
 */
export async function placeFiles(setup: Setup, { top, workspace }: Way): Promise<Placed> {
  const paths: string[] = [];
  const targets: string[] = [];
  for (const entry of setup.copy) {
    const from = sourceOf(top, entry);
    await copyTree(from, from, { workspace, entry }, paths);
  }
  for (const entry of setup.link) {
    const from = sourceOf(top, entry);
    targets.push(from);
    const to = await freePlace(workspace, entry);
    if (to === undefined) continue;
    await symlink(from, to);
    paths.push(entry);
  }
  return { paths, targets };
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

type Into = { readonly workspace: string; readonly entry: string };

async function copyTree(root: string, from: string, into: Into, paths: string[]): Promise<void> {
  const what = await lstat(from);
  if (what.isDirectory()) {
    for (const name of await readdir(from)) {
      if (name === '.git') continue;
      await copyTree(root, join(from, name), { ...into, entry: `${into.entry}/${name}` }, paths);
    }
    return;
  }
  const to = await freePlace(into.workspace, into.entry);
  if (to === undefined) return;
  if (what.isSymbolicLink()) await copyLink(root, from, to);
  else if (what.isFile()) await copyFile(from, to, constants.COPYFILE_EXCL);
  else throw new Error(`${into.entry} is neither a file nor a folder`);
  paths.push(into.entry);
}

async function copyLink(root: string, from: string, to: string): Promise<void> {
  const target = await readlink(from);
  if (!isWithin(resolve(dirname(from), target), root) || target.startsWith('/')) {
    throw new Error(`the link ${from} leads out of what is copied`);
  }
  await symlink(target, to);
}

/** Where an entry goes, with its folders made; undefined when something is there already. */
async function freePlace(workspace: string, entry: string): Promise<string | undefined> {
  const to = contained(workspace, entry);
  if (to === undefined) throw new Error(`${entry} leads out of the workspace`);
  const taken = await lstat(to).catch(() => undefined);
  if (taken !== undefined) return undefined;
  await mkdir(dirname(to), { recursive: true });
  return to;
}
