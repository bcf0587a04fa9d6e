import { readFileSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { Hub } from '../../ports/git.ts';
import type { Players } from './players.ts';

type Around = {
  readonly top: string;
  /** What relative programs of agents are relative to. */
  readonly folder: string;
  readonly peek: Pick<Hub, 'file'>;
  readonly from: string;
  readonly changed: readonly { readonly path: string }[];
};

/**
 * Nobody writes their own judge (P9): a script of the checkout that a judge is started with, and that the change under
 * review has made what it is, judges nothing. One that is checked out as the base has it does, whatever branch is reviewed.
 */
export async function refuseBroughtJudges(
  { reviewer, critic }: Pick<Players, 'reviewer' | 'critic'>,
  { top, folder, peek, from, changed }: Around,
): Promise<void> {
  const paths = new Set(changed.map(({ path }) => path));
  const words = [reviewer, critic].flatMap((cast) => cast?.settings.run ?? []);
  for (const word of words) {
    const path = pathIn(top, resolve(folder, word));
    if (path === undefined || !paths.has(path)) continue;
    const base = await peek.file(from, path);
    if (base !== undefined && readFileSync(resolve(top, path)).equals(base)) continue;
    throw new GauntletError('CONFIG_INVALID', `a reviewer is started with ${path}, which this change wrote`, {
      hint: 'Check out the base and name the branch (gauntlet review <branch>), or name another agent with --agent.',
    });
  }
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
