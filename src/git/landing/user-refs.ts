import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Context } from '../context.ts';
import { readRegular } from '../files.ts';
import { linesOf } from '../comparing/listing.ts';
import { keptAt } from '../hub/hub.ts';
import { commitEnvironment } from '../running/identity.ts';

/** The epic branch as users see it, and where landed work waits while they have that checked out. */
export function epicRefs(epic: string): { readonly branch: string; readonly aside: string } {
  return { branch: `refs/heads/epic/${epic}`, aside: `refs/gauntlet/epic/${epic}` };
}

/** Where refs of the user's repository stand; those that are not there are left out. */
export async function readUserRefs(
  { git, common }: Context,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const format = '--format=%(objectname) %(refname)';
  const lines = linesOf(await git(['for-each-ref', format, '--', ...refs], { gitDir: common }));
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
}

/** Whether a work tree of the user's, linked ones too, stands on a branch, rebases it or bisects from it (DISPATCH-09). */
export async function isCheckedOut(context: Context, branch: string): Promise<boolean> {
  const linked = join(context.common, 'worktrees');
  const names = await readdir(linked).catch(() => []);
  for (const folder of [context.common, ...names.map((name) => join(linked, name))]) {
    if (await standsOn(folder, branch)) return true;
  }
  return false;
}

async function standsOn(folder: string, branch: string): Promise<boolean> {
  const short = branch.replace('refs/heads/', '');
  const says = async (name: string, ...texts: string[]): Promise<boolean> =>
    texts.includes((await readRegular(join(folder, name)))?.trim() ?? '');
  if (await says('HEAD', `ref: ${branch}`)) return true;
  if (await says('rebase-merge/head-name', branch)) return true;
  if (await says('rebase-apply/head-name', branch)) return true;
  if (await says('BISECT_START', short, branch)) return true;
  const updates = (await readRegular(join(folder, 'rebase-merge/update-refs'))) ?? '';
  return updates.split('\n').includes(branch);
}

/** Branches of the user's that stand in the way of an epic's own; they are never overwritten (DISPATCH-13). */
export async function conflictsWith(
  context: Context,
  epic: string,
  tickets: readonly string[],
): Promise<readonly string[]> {
  const { branch } = epicRefs(epic);
  const wanted = tickets.map((ticket) => `refs/heads/ticket/${ticket}`);
  const refs = [...(await readUserRefs(context, ['refs/heads/epic', 'refs/heads/ticket'])).keys()];
  const isOurs = refs.includes(branch) && (await hasBegun(context, epic)) !== undefined;
  const named = (ref: string): string => JSON.stringify(ref.replace('refs/heads/', ''));
  return refs.flatMap((ref) => {
    if (ref === 'refs/heads/epic') return ['a branch "epic" exists: git cannot have "epic/…" beside it'];
    if (ref === 'refs/heads/ticket')
      return ['a branch "ticket" exists: git cannot have "ticket/…" beside it'];
    if (ref === branch && !isOurs) return [`the branch ${named(ref)} exists and was not made by this epic`];
    if (ref.startsWith(`${branch}/`)) return [`the branch ${named(ref)} has the name of the epic branch`];
    const isTicket = wanted.some((each) => ref === each || ref.startsWith(`${each}/`));
    return isTicket ? [`the branch ${named(ref)} exists and was not made by this epic`] : [];
  });
}

/** The base an epic's branch was made at by us; undefined when we never made one. */
export function hasBegun(context: Context, epic: string): Promise<string | undefined> {
  return keptAt(context, `begun/${epic}`);
}

/** What a ref that is not there stands at. */
export function nothingLike(commit: string): string {
  return '0'.repeat(commit.length);
}

type Move = { readonly ref: string; readonly to: string; readonly from: string; readonly why: string };

/** Compare-and-swap in the user's repository: no hooks, no other ref, not through a symbolic one. */
export async function moveRef(context: Context, { ref, to, from, why }: Move): Promise<void> {
  const env = commitEnvironment(context.identity, Date.now());
  await context.git(['update-ref', '--no-deref', '-m', why, '--end-of-options', ref, to, from], {
    gitDir: context.common,
    env,
  });
}

/** Deletes a ref of the user's repository, if it still stands there. */
export async function deleteRef({ git, common }: Context, ref: string, at: string): Promise<void> {
  await git(['update-ref', '--no-deref', '-d', '--end-of-options', ref, at], { gitDir: common });
}
