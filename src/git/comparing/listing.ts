import type { Blob, Change } from '../../ports/git.ts';
import type { Git, GitLocation } from '../running/git.ts';

export type Entry = Blob & { readonly type: string };

/** Every path of a commit or tree with its mode and object. */
export async function listTree(
  git: Git,
  hub: GitLocation,
  tree: string,
): Promise<ReadonlyMap<string, Entry>> {
  const { out } = await git(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', tree], hub);
  const entries = new Map<string, Entry>();
  for (const record of records(out)) {
    const tab = record.indexOf('\t');
    const [mode = '', type = '', blob = ''] = record.slice(0, tab).split(' ');
    entries.set(record.slice(tab + 1), { mode, type, blob });
  }
  return entries;
}

/** What differs between two trees, without guessing at renames. */
export async function listChanges(
  git: Git,
  hub: GitLocation,
  between: readonly [string, string],
): Promise<Change[]> {
  const { out } = await git(
    ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--end-of-options', ...between],
    hub,
  );
  return changesIn(out);
}

/** What `--raw -z` lists, as changes. */
export function changesIn(out: Buffer): Change[] {
  const all = records(out);
  const changes: Change[] = [];
  for (let at = 0; at + 1 < all.length; at += 2) {
    const [mode = '', newMode = '', blob = '', newBlob = ''] = (all[at] ?? '').slice(1).split(' ');
    changes.push({
      path: all[at + 1] ?? '',
      before: there(mode, blob),
      after: there(newMode, newBlob),
    });
  }
  return changes;
}

/** Git's NUL-separated output as a list. */
export function records(out: Buffer): string[] {
  const all = out.toString('utf8').split('\0');
  if (all.at(-1) === '') all.pop();
  return all;
}

function there(mode: string, blob: string): Blob | null {
  return mode === '000000' ? null : { mode, blob };
}
