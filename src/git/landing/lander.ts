import { GauntletError } from '../../model/error.ts';
import type { Lander } from '../../ports/git.ts';
import { candidateOf, firstParentOf, revertOf, syncOf, rewriteOf } from './candidate.ts';
import { type Context, safeObject } from '../context.ts';
import { carry } from '../hub/transfer.ts';
import { keep } from '../hub/hub.ts';
import {
  deleteRef,
  moveRef,
  nothingLike,
  conflictsWith,
  epicRefs,
  hasBegun,
  isCheckedOut,
  readUserRefs,
} from './user-refs.ts';
import { serial } from '../serial.ts';
import { freeUndoneRef, putAside } from './undo-epic.ts';

/** The one lander of an epic: everything it does is one at a time. */
export function openLander(context: Context, epic: string): Lander {
  const oneAtATime = serial();
  return {
    tip: () => oneAtATime(async () => (await stand(context, epic)).tip),
    begin: (base) => oneAtATime(() => begin(context, epic, safeObject(base))),
    catchUp: (base, tip) => oneAtATime(() => catchUp(context, epic, safeObject(base), safeObject(tip))),
    merge: (change) => oneAtATime(() => candidateOf(context, epic, change)),
    revert: (change) => oneAtATime(() => revertOf(context, epic, change)),
    rewrite: (change) => oneAtATime(() => rewriteOf(context, epic, change)),
    sync: (change) => oneAtATime(() => syncOf(context, epic, change)),
    land: (candidate) => oneAtATime(() => land(context, epic, safeObject(candidate))),
    branch: () => oneAtATime(() => branch(context, epic)),
    dropUnused: (base) => oneAtATime(() => dropUnused(context, epic, safeObject(base))),
    freeUndoneRef: (elsewhere) => oneAtATime(() => freeUndoneRef(context, epic, elsewhere)),
    putAside: (ref, landed) => oneAtATime(() => putAside(context, epic, ref, landed)),
  };
}

type Stand = {
  readonly tip: string | undefined;
  /** Where the user's branch stands, and what waits aside. */
  readonly branch: string | undefined;
  readonly aside: string | undefined;
};

async function stand(context: Context, epic: string): Promise<Stand> {
  const names = epicRefs(epic);
  const refs = await readUserRefs(context, [names.branch, names.aside]);
  const at = { branch: refs.get(names.branch), aside: refs.get(names.aside) };
  if (at.aside === undefined || at.branch === at.aside) return { ...at, tip: at.branch ?? at.aside };
  if (at.branch === undefined || (await isBehind(context, at.branch, at.aside)))
    return { ...at, tip: at.aside };
  // The user moved the branch to somewhere else: that is the tip, and it is not one we landed.
  return { ...at, tip: at.branch };
}

/** Asked of the user's repository, because a foreign commit is not in the hub. */
async function isBehind({ git, common }: Context, ancestor: string, of: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', '--end-of-options', ancestor, of];
  return (await git(args, { gitDir: common }, { answers: [1, 128] })).code === 0;
}

async function begin(context: Context, epic: string, base: string): Promise<void> {
  await context.ready();
  const names = epicRefs(epic);
  const problems = await conflictsWith(context, epic, []);
  if (problems.length > 0) {
    throw new GauntletError('STATE_CONFLICT', problems.join('; '), {
      hint: 'Rename or delete that branch, or give the epic another id. Gauntlet never overwrites a branch it did not make.',
    });
  }
  const { tip } = await stand(context, epic);
  const begun = await hasBegun(context, epic);
  if (tip !== undefined && begun === base) return;
  if (tip !== undefined) {
    throw new GauntletError(
      'STATE_CONFLICT',
      `the branch "epic/${epic}" is left from an earlier run with another base`,
      {
        hint: `Merge or rename it, then delete it: git branch -D epic/${epic}`,
      },
    );
  }
  // The note comes first: a crash in between must not make our own branch look like somebody else's.
  await keep(context, `begun/${epic}`, base);
  await moveRef(context, { ref: names.branch, to: base, from: nothingLike(base), why: 'gauntlet: begin' });
}

async function catchUp(context: Context, epic: string, base: string, tip: string): Promise<void> {
  await context.ready();
  const names = epicRefs(epic);
  const at = await stand(context, epic);
  if (at.tip === tip || (await isCheckedOut(context, names.branch))) return;
  await carry(context, { from: context.hub, to: { gitDir: context.common }, commit: tip, have: [] });
  if (at.tip !== undefined && !(await isBehind(context, at.tip, tip))) return;
  await keep(context, `begun/${epic}`, base);
  const from = at.branch ?? nothingLike(tip);
  await moveRef(context, { ref: names.branch, to: tip, from, why: 'gauntlet: catch up' });
}

type Landing = Awaited<ReturnType<Lander['land']>>;

async function land(context: Context, epic: string, candidate: string): Promise<Landing> {
  const standing = stand(context, epic);
  const first = await firstParentOf(context, candidate).catch(() => undefined);
  // The objects go first, and only where they are about to be needed; what went wrong is said if they were.
  const trouble = await bring(context, candidate, first, async () => (await standing).tip === first);
  const at = await standing;
  if (at.tip === undefined) {
    throw new GauntletError('STATE_CONFLICT', `the branch "epic/${epic}" is gone`, {
      hint: 'Recreate it from the last landed commit that `gauntlet events` shows.',
    });
  }
  if (at.tip === candidate) return { kind: 'landed' };
  // "Has it landed already?" comes before everything else; a candidate cannot be behind its own first parent.
  if (first === undefined || at.tip !== first) {
    return (await isBehind(context, candidate, at.tip))
      ? { kind: 'landed' }
      : { kind: 'foreign', tip: at.tip };
  }
  if (trouble !== undefined) throw trouble;
  const names = epicRefs(epic);
  const why = 'gauntlet: land';
  if (await isCheckedOut(context, names.branch)) {
    await moveRef(context, { ref: names.aside, to: candidate, from: at.aside ?? nothingLike(first), why });
  } else {
    await moveRef(context, { ref: names.branch, to: candidate, from: at.branch ?? nothingLike(first), why });
    if (at.aside !== undefined) await deleteRef(context, names.aside, at.aside);
  }
  return { kind: 'landed' };
}

async function bring(
  context: Context,
  commit: string,
  first: string | undefined,
  isNeeded: () => Promise<boolean>,
): Promise<Error | undefined> {
  if (first === undefined) return undefined;
  const wanted = { from: context.hub, to: { gitDir: context.common }, commit, have: [first] };
  return await carry(context, wanted, isNeeded).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}

/** Says where landed work is, and first brings the branch up to it if the user has left that meanwhile. */
async function branch(
  context: Context,
  epic: string,
): Promise<{ readonly name: string; readonly note: string | null }> {
  const names = epicRefs(epic);
  const name = `epic/${epic}`;
  const at = await stand(context, epic);
  if (at.aside === undefined || at.aside !== at.tip) return { name, note: null };
  if (at.branch !== at.aside && (await isCheckedOut(context, names.branch))) {
    return {
      name: names.aside,
      note: `"${name}" is checked out, so landed work is kept at ${names.aside}. To update, run there: git merge --ff-only ${names.aside}`,
    };
  }
  if (at.branch !== at.aside) {
    const from = at.branch ?? nothingLike(at.aside);
    await moveRef(context, { ref: names.branch, to: at.aside, from, why: 'gauntlet: catch up' });
  }
  await deleteRef(context, names.aside, at.aside);
  return { name, note: null };
}

async function dropUnused(context: Context, epic: string, base: string): Promise<void> {
  const names = epicRefs(epic);
  const at = await stand(context, epic);
  if (at.branch !== base || at.aside !== undefined || (await isCheckedOut(context, names.branch))) return;
  await deleteRef(context, names.branch, base);
}
