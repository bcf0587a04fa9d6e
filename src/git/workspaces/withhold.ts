import { copyFile, lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Withheld } from '../../ports/git.ts';
import { type Context, safeObject } from '../context.ts';
import type { GitLocation } from '../running/git.ts';
import { commitOf } from '../hub/hub.ts';
import { changesBetween, entriesIn, pathOf, records, textOf } from '../comparing/listing.ts';
import { cloneConfig, type PrivateClone, trusted } from './private-clone.ts';

/** What a clone stands at: its commit, and the one whose merge is left to be finished. */
export type Standing = {
  readonly head: string;
  readonly merging: string | null;
  readonly tree: string;
  /** Entries of files in conflict, as `ls-files --stage` has them. */
  readonly stages: readonly string[];
};

/**
 * Takes withheld files out of a clone: out of its work tree and out of its objects. Git calls such a clone partial: it
 * knows their names and leaves them as they are (`skip-worktree`), so that an agent's `git add -A` neither deletes nor
 * changes them, and nothing it can ask git for has their content. Its history begins here: older commits could hold them.
 */
export async function withholdFrom(
  context: Context,
  clone: PrivateClone,
  at: Standing,
  withheld: Withheld,
): Promise<void> {
  const folder = join(clone.path, '.git');
  const commits = [at.head, ...(at.merging === null ? [] : [at.merging])];
  await packWithout(context, folder, { commits, at }, withheld);
  await writeFile(join(folder, 'shallow'), commits.map((commit) => `${commit}\n`).join(''));
  await writeFile(join(folder, 'config'), cloneConfig(context, { isPartial: true }));
  const ours = trusted(context, clone);
  const index = join(folder, 'index');
  const paths = await markWithheld(context, ours, withheld);
  if (at.merging === null) await copyFile(clone.index, index);
  else await markWithheld(context, { ...ours, index }, withheld);
  const inConflict = at.stages.map(pathOf).filter((path) => withheld.has(path));
  for (const path of [...paths, ...inConflict]) await rm(join(clone.path, path), { force: true });
}

/** Tells an index to leave withheld files as they are, whatever the work tree shows; answers which they are. */
export async function markWithheld(
  { git }: Context,
  place: GitLocation,
  withheld: Withheld,
): Promise<readonly string[]> {
  const staged = records((await git(['ls-files', '--stage', '-z'], place)).out);
  const paths = staged.filter((entry) => / 0\t/.test(entry.slice(0, 80))).map(pathOf);
  const marked = paths.filter((path) => withheld.has(path));
  if (marked.length === 0) return [];
  const input = marked.map((path) => `${path}\0`).join('');
  await git(['update-index', '--skip-worktree', '-z', '--stdin'], place, { input });
  return marked;
}

/** Which of the withheld files somebody put into the work tree all the same. */
export async function presentOf(clone: PrivateClone, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const there = await lstat(join(clone.path, path)).catch(() => undefined);
    if (there !== undefined) found.push(path);
  }
  return found;
}

/** Withheld files that are not in the delivered commit as they were handed out, or as they came from the epic branch. */
export async function changedOf(
  context: Context,
  commit: string,
  { head, merging }: Pick<Standing, 'head' | 'merging'>,
  withheld: Withheld,
): Promise<readonly string[]> {
  const since = async (before: string): Promise<readonly string[]> =>
    (await changesBetween(context, before, commit))
      .map(({ path }) => path)
      .filter((path) => withheld.has(path));
  const changed = await since(head);
  if (changed.length === 0 || merging === null) return changed;
  const alsoThere = new Set(await since(merging));
  return changed.filter((path) => alsoThere.has(path));
}

type Roots = { readonly commits: readonly string[]; readonly at: Standing };

/** Everything the commits hold, as a pack of the clone's own, except the content of withheld files. */
async function packWithout(
  context: Context,
  folder: string,
  { commits, at }: Roots,
  withheld: Withheld,
): Promise<void> {
  const { git, hub } = context;
  const ids = new Set<string>(commits);
  const trees = [at.tree];
  for (const commit of commits) trees.push((await commitOf(context, commit)).tree);
  for (const tree of new Set(trees)) {
    ids.add(safeObject(tree));
    const { out } = await git(['ls-tree', '-r', '-t', '-z', '--full-tree', '--end-of-options', tree], hub);
    for (const [path, { type, blob }] of entriesIn(out))
      if (type === 'tree' || (type === 'blob' && !withheld.has(path))) ids.add(blob);
  }
  for (const entry of at.stages) if (!withheld.has(pathOf(entry))) ids.add(entry.split(' ')[1] ?? '');
  const input = [...ids].map((id) => `${safeObject(id)}\n`).join('');
  const pack = join(folder, 'objects', 'pack', 'pack');
  const name = safeObject(
    textOf(await git(['pack-objects', '-q', '--delta-base-offset', pack], hub, { input })),
  );
  // Says to git that what this pack names and does not hold is missing on purpose.
  await writeFile(`${pack}-${name}.promisor`, '');
}
