import type { Blob, Change } from '../../ports/git.ts';
import { type Context, safeObject } from '../context.ts';
import type { Git, GitLocation } from '../running/git.ts';
import { memoizeLast, onceFor } from '../serial.ts';

export type Entry = Blob & { readonly type: string };

/** Every path of a commit or tree with its mode and object. */
export async function listTree(
  git: Git,
  hub: GitLocation,
  tree: string,
): Promise<ReadonlyMap<string, Entry>> {
  const { out } = await git(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', tree], hub);
  return entriesIn(out);
}

/** What `ls-tree -z` lists, by path. */
export function entriesIn(out: Buffer): ReadonlyMap<string, Entry> {
  return new Map(
    records(out).map((record) => {
      const [mode = '', type = '', blob = ''] = record.slice(0, record.indexOf('\t')).split(' ');
      return [pathOf(record), { mode, type, blob }];
    }),
  );
}

/** The path at the end of a record of `ls-tree`, `ls-files` or `merge-tree`. */
export function pathOf(record: string): string {
  return record.slice(record.indexOf('\t') + 1);
}

/** As many as tickets are in flight: each is asked for at delivery, by the gates, by every judge and at the merge. */
const KEPT_CHANGES = 64;

const knownChanges = onceFor(({ git, hub }: Context) =>
  memoizeLast(KEPT_CHANGES, async (pair): Promise<readonly Change[]> => {
    const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--end-of-options'];
    return changesIn((await git([...args, ...pair.split(' ')], hub)).out);
  }),
);

/** What differs between two commits or trees of the hub, without guessing at renames. */
export async function changesBetween(
  context: Context,
  before: string,
  after: string,
): Promise<readonly Change[]> {
  if (safeObject(before) === safeObject(after)) return [];
  return await knownChanges(context)(`${before} ${after}`);
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

/** Git's output without the line end. */
export function textOf({ out }: { readonly out: Buffer }): string {
  return out.toString('utf8').trim();
}

/** Git's output line by line. */
export function linesOf({ out }: { readonly out: Buffer }): string[] {
  return out.toString('utf8').split('\n').filter(Boolean);
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
