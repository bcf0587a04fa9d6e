import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Checkout, Workspaces } from '../ports/git.ts';
import { writeCommit } from './commit.ts';
import { type Context, safeObject } from './context.ts';
import { bringTo, type PrivateClone } from './private-clone.ts';
import { quarantined } from './quarantine.ts';

type Kept = { readonly clone: PrivateClone; busy: boolean; at: string };

/** A pool of kept clones to run checks in: moving one to another tree costs a small part of making one. */
export function openCheckouts(context: Context, epic: string): Workspaces['checkout'] {
  const folder = join(context.layout.work, epic);
  const borrowing = openPool(context, join(folder, 'checks'), false);
  const whole = openPool(context, join(folder, 'whole'), true);
  return (commit, how) => (how?.whole === true ? whole : borrowing)(commit);
}

function openPool(context: Context, folder: string, whole: boolean): (commit: string) => Promise<Checkout> {
  let pool: Promise<Kept[]> | undefined;
  return async (id) => {
    await context.ready();
    const commit = await commitFor(context, safeObject(id));
    const kept = await (pool ??= findKept(folder));
    const mine = choose(kept, commit) ?? add(kept, folder);
    mine.busy = true;
    try {
      mine.at = '';
      await bringTo(context, mine.clone, { branch: null, commit });
      if (whole) await holdObjects(context, mine.clone, commit);
      mine.at = commit;
    } catch (error) {
      mine.busy = false;
      throw error;
    }
    return {
      path: mine.clone.path,
      release: async () => {
        mine.busy = false;
      },
    };
  };
}

/** Everything the commit needs as a pack of the clone's own: a copy, so that nothing written there reaches the hub. */
async function holdObjects({ git, hub }: Context, { path }: PrivateClone, commit: string): Promise<void> {
  const objects = join(path, '.git', 'objects');
  const args = ['pack-objects', '--revs', '-q', '--delta-base-offset', join(objects, 'pack', 'pack')];
  await git(args, hub, { input: `${commit}\n` });
  await rm(join(objects, 'info', 'alternates'));
}

/** One that already stands there is best, then any free one. */
function choose(kept: readonly Kept[], commit: string): Kept | undefined {
  const free = kept.filter((each) => !each.busy);
  return free.find((each) => each.at === commit) ?? free[0];
}

function add(kept: Kept[], folder: string): Kept {
  const path = join(folder, String(kept.length + 1));
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
    const wanted = { tree: id, parents: [], message: 'A tree to be checked\n', at: 0 };
    const commit = await writeCommit(context, quarantine, wanted);
    await quarantine.admit();
    return commit;
  });
}
