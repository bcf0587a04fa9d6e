import { lstatSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import type { BaseBranch, Checkout, Rewritten, Withheld, Workspaces } from '../../ports/git.ts';
import { writeCommit } from '../hub/commit.ts';
import { type Context, safeObject } from '../context.ts';
import { removeFolder } from '../files.ts';
import { commitOf } from '../hub/hub.ts';
import { records } from '../comparing/listing.ts';
import { bringTo, type PrivateClone, trusted } from '../workspaces/private-clone.ts';
import { quarantined } from '../hub/quarantine.ts';
import { withholdFrom } from '../workspaces/withhold.ts';

type Kept = { readonly clone: PrivateClone; busy: boolean; at: string };

/** A pool of kept clones to run checks in: moving one to another tree costs a small part of making one. */
export function openCheckouts(
  context: Context,
  epic: string,
  { base, withheld }: Told,
): Workspaces['checkout'] {
  const folder = join(context.layout.work, epic);
  const usual = openPool(context, join(folder, 'checks'), { base, withheld: null });
  const apart = openPool(context, join(folder, 'apart'), { base, withheld: null });
  const open = withheld === null ? usual : openPool(context, join(folder, 'open'), { base, withheld });
  return (commit, { isApart = false, hasNetwork = false } = {}) =>
    (isApart ? apart : hasNetwork ? open : usual)(commit);
}

type Told = { readonly base: BaseBranch | null; readonly withheld: Withheld | null };

function openPool(
  context: Context,
  folder: string,
  { base, withheld }: Told,
): (commit: string) => Promise<Checkout> {
  let pool: Promise<Kept[]> | undefined;
  return async (id) => {
    await context.ready();
    const commit = await commitFor(context, safeObject(id));
    const kept = await (pool ??= findKept(folder));
    const mine = choose(kept, commit) ?? add(kept, folder);
    mine.busy = true;
    let stamps: FileStamps = new Map();
    const reset = async (): Promise<void> => {
      mine.at = '';
      await removeStrays(mine.clone.path);
      // Our index of a partial clone leaves files out, and would go on doing so.
      if (withheld !== null) await rm(mine.clone.index, { force: true });
      await bringTo(context, mine.clone, { branch: null, commit, base, isPartial: withheld !== null });
      if (withheld !== null) {
        const { tree } = await commitOf(context, commit);
        await withholdFrom(context, mine.clone, { head: commit, merging: null, tree, stages: [] }, withheld);
      }
      stamps = await stampFiles(mine.clone.path, await trackedIn(context, mine.clone));
      mine.at = commit;
    };
    try {
      await reset();
    } catch (error) {
      // A place that cannot be emptied is left as it is; the next one to ask gets another.
      mine.busy = !(await removeFolder(mine.clone.path, context.layout.temporary).then(
        () => true,
        () => false,
      ));
      throw error;
    }
    return {
      path: mine.clone.path,
      reset,
      rewritten: () => rewrittenIn(context, mine.clone, stamps),
      release: async () => {
        mine.busy = false;
      },
    };
  };
}

/** Tracked files that were written since their stamps were taken, also where they were restored. Only those are read. */
async function rewrittenIn(
  context: Context,
  clone: PrivateClone,
  stamps: FileStamps,
): Promise<readonly Rewritten[]> {
  const written = await restamped(clone.path, stamps);
  const place = trusted(context, clone);
  const diff = ['diff', '--name-only', '--no-renames', '-z'];
  const changed = new Set(written.length === 0 ? [] : records((await context.git(diff, place)).out));
  return written.map((path) => ({ path, isChanged: changed.has(path) }));
}

async function trackedIn(context: Context, clone: PrivateClone): Promise<readonly string[]> {
  return records((await context.git(['ls-files', '-z'], trusted(context, clone))).out);
}

/** Removes what a check left beside its checkout; files of ours begin with the checkout's own name. */
async function removeStrays(path: string): Promise<void> {
  const around = dirname(path);
  for (const name of await readdir(around).catch(() => []))
    if (!name.startsWith(basename(path))) await rm(join(around, name), { recursive: true, force: true });
}

/** One that already stands there is best, then any free one. */
function choose(kept: readonly Kept[], commit: string): Kept | undefined {
  const free = kept.filter((each) => !each.busy);
  return free.find((each) => each.at === commit) ?? free[0];
}

function add(kept: Kept[], folder: string): Kept {
  // A folder of its own around it: what a check without walls writes beside its checkout, no other one finds.
  const path = join(folder, String(kept.length + 1), 'repo');
  const mine = { clone: { path, index: `${path}.index` }, busy: true, at: '' };
  kept.push(mine);
  return mine;
}

/** Clones that an earlier run left: whatever state they are in, they are brought to a commit before use. */
async function findKept(folder: string): Promise<Kept[]> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const most = Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number));
  const kept: Kept[] = [];
  while (kept.length < most) add(kept, folder).busy = false;
  return kept;
}

/** A tree gets a commit of ours, the same every time. */
async function commitFor(context: Context, id: string): Promise<string> {
  const info = await context.objects.info(id);
  if (info?.type !== 'tree') return id;
  return await quarantined(context, async (quarantine) => {
    const wanted = { tree: id, parents: [], message: 'Update\n', at: 0 };
    const commit = await writeCommit(context, quarantine, wanted);
    await quarantine.admit();
    return commit;
  });
}

/** The change time and number of files, by path; '' for one that is not there. The kernel alone sets them. */
type FileStamps = ReadonlyMap<string, string>;

/** Files between which others get a turn. */
const AT_ONCE = 500;

/**
 * Stamps files of a folder, to the nanosecond. Git's index compares whole seconds, so a file that a check writes and restores
 * within the second of its checkout looks untouched there.
 */
export async function stampFiles(folder: string, paths: readonly string[]): Promise<FileStamps> {
  const stamps = new Map<string, string>();
  for (const [nth, path] of paths.entries()) {
    if (nth % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const found = lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
    stamps.set(path, found === undefined ? '' : `${found.ctimeNs} ${found.ino} ${found.size} ${found.mode}`);
  }
  return stamps;
}

/** Files whose stamp is another one now. */
export async function restamped(folder: string, before: FileStamps): Promise<readonly string[]> {
  const now = await stampFiles(folder, [...before.keys()]);
  return [...before].flatMap(([path, stamp]) => (now.get(path) === stamp ? [] : [path]));
}
