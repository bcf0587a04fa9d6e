import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { errorCode, GauntletError } from '../../model/error.ts';
import { type Context, safeObject } from '../context.ts';
import { namesIn } from '../files.ts';
import { isAncestor } from '../hub/history.ts';
import { keepRef } from '../hub/hub.ts';
import { deleteRef, moveRef, nothingLike, epicRefs, isCheckedOut, readUserRefs } from './user-refs.ts';
import { carry } from '../hub/transfer.ts';

const home = (epic: string): string => `refs/gauntlet/undone/${epic}`;

/** A ref of the user's repository for what an undone epic had landed, that nothing was ever kept at. */
export async function freeUndoneRef(
  context: Context,
  epic: string,
  elsewhere: readonly string[] = [],
): Promise<string> {
  await refuseCheckedOut(context, epic);
  const refs = [...(await readUserRefs(context, [home(epic)])).keys()];
  const hub = await namesIn(join(context.layout.hub, keepRef('undone')));
  const numbers = [...refs, ...[...hub, ...elsewhere].filter((name) => name.startsWith(`${epic}-`))].map(
    (name) => Number(/(\d+)(?:-aside)?$/.exec(name)?.[1] ?? 0),
  );
  return `${home(epic)}/${Math.max(0, ...numbers) + 1}`;
}

/**
 * Takes a whole epic away: everything it landed is kept at `ref` first, then its branch goes, by compare-and-swap.
 * Done again after a crash it finds what it had done. `landed` is where the journal says the branch stands: it is what
 * is kept where the user has deleted the branch.
 */
export async function putAside(context: Context, epic: string, ref: string, landed: string): Promise<void> {
  await context.ready();
  const names = epicRefs(epic);
  await refuseCheckedOut(context, epic);
  const at = await readUserRefs(context, [names.branch, names.aside, ref, `${ref}-aside`]);
  const branch = at.get(names.branch);
  const aside = at.get(names.aside);
  await keepAt(context, at, ref, branch ?? aside ?? (await brought(context, at.get(ref) ?? landed)));
  if (branch !== undefined && aside !== undefined && branch !== aside)
    await keepAt(context, at, `${ref}-aside`, aside);
  if (aside !== undefined) await deleteRef(context, names.aside, aside);
  if (branch !== undefined) await deleteRef(context, names.branch, branch);
  await moveKeptRefs(context, epic, `${epic}-${ref.slice(home(epic).length + 1)}`);
}

async function refuseCheckedOut(context: Context, epic: string): Promise<void> {
  if (!(await isCheckedOut(context, epicRefs(epic).branch))) return;
  throw new GauntletError('STATE_CONFLICT', `the branch "epic/${epic}" is checked out`, {
    hint: 'Switch to another branch there first, then undo the epic again.',
  });
}

type Refs = ReadonlyMap<string, string>;

async function keepAt(context: Context, at: Refs, ref: string, commit: string): Promise<void> {
  const there = at.get(ref);
  if (there === commit) return;
  // An undo that was interrupted has kept what there was; whoever landed on top since is not thrown away for it.
  if (there !== undefined && !(await isAncestor(context, there, commit).catch(() => false)))
    throw new GauntletError('STATE_CONFLICT', `${ref} already contains something else`);
  await moveRef(context, {
    ref,
    to: commit,
    from: there ?? nothingLike(commit),
    why: 'gauntlet: undo the epic',
  });
}

/** The user has deleted the branch: what was landed is still in the hub. */
async function brought(context: Context, commit: string): Promise<string> {
  const to = { gitDir: context.common };
  await carry(context, { from: context.hub, to, commit: safeObject(commit), have: [] });
  return commit;
}

/** The next run of the epic counts its runs from the start: the refs of this one must not stand in its way. */
export async function moveKeptRefs({ layout }: Context, epic: string, name: string): Promise<void> {
  const kept = join(layout.hub, keepRef(''));
  const target = join(layout.hub, keepRef(`undone/${name}`));
  for (const kind of await namesIn(kept)) {
    if (kind === 'undone' || kind === 'adopted') continue;
    const place = join(target, kind);
    await mkdir(dirname(place), { recursive: true });
    await moveInto(join(kept, kind, epic), place);
  }
}

/** What is there already may be of the same run, from where its undoing was begun. */
async function moveInto(from: string, to: string): Promise<void> {
  try {
    await rename(from, to).catch(absentIsFine);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
    for (const name of await readdir(from)) await moveInto(join(from, name), join(to, name));
    await rmdir(from);
  }
}

function absentIsFine(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
