import { GauntletError } from '../model/error.ts';
import type { Hub } from '../ports/git.ts';
import { safeObject } from './context.ts';
import { records } from './listing.ts';
import { askGit } from './objects-at.ts';

const LARGEST_FILE = 4 * 1024 * 1024;

/** What of the hub can be had from the user's repository alone, without writing a byte: for a dry run. */
export function peekAt(top: string): Pick<Hub, 'adopt' | 'file' | 'paths'> {
  const ask = (args: readonly string[]) => askGit(top, args);
  const resolve = async (name: string): Promise<string | undefined> =>
    (await ask(['rev-parse', '--verify', '--quiet', '--end-of-options', name]))?.toString('utf8').trim();
  return {
    async adopt(ref) {
      const commit = await resolve(`${ref}^{commit}`);
      const tree = await resolve(`${ref}^{tree}`);
      if (commit !== undefined && tree !== undefined) return { commit, tree };
      throw new GauntletError(
        'PLAN_INVALID',
        `there is no commit ${JSON.stringify(ref)} in this repository`,
        {
          hint: 'Set `base` in the epic, or --base, to an existing branch.',
        },
      );
    },
    async paths(commit) {
      return records(
        (await ask(['ls-tree', '-r', '-z', '--name-only', '--full-tree', safeObject(commit)])) ??
          Buffer.alloc(0),
      );
    },
    async file(commit, path, cap = LARGEST_FILE) {
      const bytes = await ask(['cat-file', 'blob', `${safeObject(commit)}:${path}`]);
      return bytes === undefined || bytes.length > cap ? undefined : bytes;
    },
  };
}
