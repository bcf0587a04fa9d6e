import { textAt } from '../text-at.ts';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { Hub } from '../../ports/git.ts';
import type { Players } from './role-agents.ts';
import { scriptsOfJudge } from './scripts-of-judges.ts';

type Around = {
  readonly top: string;
  /** What relative programs of agents are relative to. */
  readonly folder: string;
  readonly peek: Pick<Hub, 'file' | 'paths'>;
  readonly from: string;
  readonly changed: readonly { readonly path: string }[];
};

/**
 * Nobody writes their own judge (P9): a script that a judge is started with or loads, and that the change under review has
 * made what it is, judges nothing. One that is checked out as the base has it does, whatever branch is reviewed.
 */
export async function refuseBroughtJudges(
  { reviewer }: Pick<Players, 'reviewer'>,
  { top, folder, peek, from, changed }: Around,
): Promise<void> {
  const paths = new Set(changed.map(({ path }) => path));
  const atBase = new Set(await peek.paths(from));
  const sources = {
    isFile: (word: string) => isFile(resolve(folder, word)),
    inCheckout: (word: string) => pathIn(top, resolve(folder, word)),
    atBase: async (path: string) => (atBase.has(path) ? textAt(peek, from, path) : undefined),
    isChanged: (path: string) => paths.has(path),
  };
  for (const { path, from: place } of await scriptsOfJudge(reviewer.settings.run ?? [], sources)) {
    if (!paths.has(path)) continue;
    if (place === 'checkout' && isAsBase(resolve(top, path), await peek.file(from, path))) continue;
    throw new GauntletError('CONFIG_INVALID', `the reviewer would run ${path}, which this change modifies`, {
      hint: hints[place],
    });
  }
}

const hints = {
  checkout:
    'Check out the base and name the branch (gauntlet review <branch>), or choose another agent with --agent.',
  tree: 'The reviewer’s program is looked up in the tree under review. Put the path of the script into `run`, or choose another agent with --agent.',
} as const;

/** A word that is a whole script is longer than any name may be. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What is not there is loaded by nobody. */
function isAsBase(file: string, base: Uint8Array | undefined): boolean {
  if (!existsSync(file)) return true;
  return base !== undefined && readFileSync(file).equals(base);
}

/** Where a file that is there lies in the repository; undefined where it does not, or is not there. */
export function pathIn(top: string, file: string): string | undefined {
  try {
    const path = relative(realpathSync(top), realpathSync(file));
    return path === '' || path.startsWith(`..${sep}`) || path === '..'
      ? undefined
      : path.split(sep).join('/');
  } catch {
    return undefined;
  }
}
