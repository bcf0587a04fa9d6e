import { readFileSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Withheld } from '../../ports/git.ts';
import type { Context } from '../context.ts';
import { readFolder } from '../files.ts';

/** Not looked into: git's own folder, ours, and packages that others published. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.git', '.gauntlet', 'node_modules']);

/** A name nobody uses: a pattern that fits it fits everything beside it. */
const ANYTHING = 'a-name-that-nobody-gives-to-a-file';

/** Where withheld files lie in the user's check-outs: programs see the machine around their workspace, and so these too. */
export function withheldPlaces({ top, common }: Context, withheld: Withheld): readonly string[] {
  const tops = new Set([top, dirname(common), ...linkedTops(common)]);
  const places = [...tops].flatMap((each) => withheldBelow(each, withheld).map((path) => join(each, path)));
  return [...new Set(places.flatMap((place) => [place, realOf(place)]))];
}

/** What a link leads to is the same content. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Removes what setup copied or linked into a workspace although it is withheld. */
export async function removeWithheld(folder: string, withheld: Withheld): Promise<void> {
  for (const path of withheldBelow(folder, withheld))
    await rm(join(folder, path), { recursive: true, force: true });
}

/** Paths below a folder; one of a whole folder stands for everything in it. Links are not followed. */
function withheldBelow(top: string, withheld: Withheld): readonly string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readFolder(join(top, folder), true)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && PASSED_OVER.has(entry.name)) continue;
      if (withheld.has(path) || (entry.isDirectory() && isWholly(path, withheld))) found.push(path);
      else if (entry.isDirectory()) waiting.push(path);
    }
  }
  return found;
}

function isWholly(folder: string, { has }: Withheld): boolean {
  return has(`${folder}/${ANYTHING}`) && has(`${folder}/${ANYTHING}/${ANYTHING}`);
}

/** Other work trees of the same repository, as git notes them. */
function linkedTops(common: string): readonly string[] {
  const folder = join(common, 'worktrees');
  return readFolder(folder, true).flatMap(({ name }) => {
    try {
      return [dirname(readFileSync(join(folder, name, 'gitdir'), 'utf8').trim())];
    } catch {
      return [];
    }
  });
}
