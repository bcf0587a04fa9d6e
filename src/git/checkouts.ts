import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Checkout, Workspaces } from '../ports/git.ts';
import { writeCommit } from './commit.ts';
import { type Context, safeObject } from './context.ts';
import { removeFolder } from './files.ts';
import { bringTo, type PrivateClone } from './private-clone.ts';
import { quarantined } from './quarantine.ts';

type Kept = { readonly clone: PrivateClone; busy: boolean; at: string };

/** A pool of kept clones to run checks in: moving one to another tree costs a small part of making one. */
export function openCheckouts(context: Context, epic: string): Workspaces['checkout'] {
  const folder = join(context.layout.work, epic);
  const usual = openPool(context, join(folder, 'checks'));
  const apart = openPool(context, join(folder, 'apart'));
  return (commit, how) => (how?.isApart === true ? apart : usual)(commit);
}

function openPool(context: Context, folder: string): (commit: string) => Promise<Checkout> {
  let pool: Promise<Kept[]> | undefined;
  return async (id) => {
    await context.ready();
    const commit = await commitFor(context, safeObject(id));
    const kept = await (pool ??= findKept(folder));
    const mine = choose(kept, commit) ?? add(kept, folder);
    mine.busy = true;
    const reset = async (): Promise<void> => {
      mine.at = '';
      await bringTo(context, mine.clone, { branch: null, commit });
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
      release: async () => {
        mine.busy = false;
      },
    };
  };
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
