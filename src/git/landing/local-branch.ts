import { oneLine } from '../../model/names.ts';
import type { LocalBranch } from '../../ports/local-branch.ts';
import { writeCommit } from '../hub/commit.ts';
import { type Context, safeObject } from '../context.ts';
import { execute } from '../running/git.ts';
import { commitOf, keep } from '../hub/hub.ts';
import { userEnvironment } from '../running/identity.ts';
import { quiet } from '../running/objects-at.ts';
import { quarantined } from '../hub/quarantine.ts';
import { carry } from '../hub/transfer.ts';
import { deleteRef, moveRef, nothingLike, isCheckedOut, readUserRefs } from './user-refs.ts';

/**
 * A branch of the user's that fixes go to, moved by compare-and-swap. Where a work tree stands on it that work tree goes
 * along, as by `git merge --ff-only`; where it has changes of the user's, nothing is moved under them: the work waits at a
 * ref of ours until they take it (as DISPATCH-09 does for epics).
 */
export function openLocalBranch(context: Context, name: string): LocalBranch {
  const branch = `refs/heads/${name}`;
  const aside = `refs/gauntlet/review/${name}`;
  const standing = async () => {
    const refs = await readUserRefs(context, [branch, aside]);
    return { branch: refs.get(branch), aside: refs.get(aside) };
  };
  return {
    stand: async () => (await standing()).branch,
    async forward({ from, to }) {
      const have = [from];
      await carry(context, { from: context.hub, to: { gitDir: context.common }, commit: to, have });
      return forward(context, branch, { from, to, why: 'gauntlet: merge' });
    },
    async squash({ tree, parents, message, at }) {
      await context.ready();
      const commit = await quarantined(context, async (quarantine) => {
        const made = await writeCommit(context, quarantine, {
          tree: safeObject(tree),
          parents: parents.map(safeObject),
          message: `${oneLine(message)}\n`,
          at,
        });
        await quarantine.admit();
        return made;
      });
      await keep(context, `review/${commit}`, commit);
      return await commitOf(context, commit);
    },
    async take({ from, to }) {
      const at = await standing();
      if (at.branch === to) return { kind: 'taken', ref: branch };
      await carry(context, {
        from: context.hub,
        to: { gitDir: context.common },
        commit: to,
        have: [from.start],
      });
      const isOurs = at.branch !== undefined && [from.start, ...from.ours].includes(at.branch);
      if (!isOurs || at.branch === undefined) return { kind: 'foreign', at: at.branch ?? 'nothing' };
      if (await forward(context, branch, { from: at.branch, to, why: 'gauntlet: review fix' })) {
        if (at.aside !== undefined) await deleteRef(context, aside, at.aside);
        return { kind: 'taken', ref: branch };
      }
      if (at.aside !== to) {
        const from = at.aside ?? nothingLike(to);
        await moveRef(context, { ref: aside, to, from, why: 'gauntlet: review fix' });
      }
      return { kind: 'taken', ref: aside };
    },
  };
}

type Forward = { readonly from: string; readonly to: string; readonly why: string };

/** Moves a branch with the work tree that stands on it; false where changes of the user's are in the way. */
async function forward(context: Context, branch: string, { from, to, why }: Forward): Promise<boolean> {
  if (await isCheckedOut(context, branch)) return forwardCheckout(context.top, branch, to);
  await moveRef(context, { ref: branch, to, from, why });
  return true;
}

/**
 * Brings the one work tree that stands on a branch forward to a commit, with the branch: what the user would do by
 * `git merge --ff-only`, and only where nothing of theirs is in the way. False where something is; then nothing changed.
 */
async function forwardCheckout(top: string, branch: string, to: string): Promise<boolean> {
  const ask = (cwd: string, ...args: readonly string[]) =>
    execute(['--no-pager', ...quiet, ...args], { ...userEnvironment(), GIT_OPTIONAL_LOCKS: '1' }, { cwd });
  const listed = (await ask(top, 'worktree', 'list', '--porcelain')).out.toString('utf8').split('\n\n');
  const [place, other] = listed.filter((entry) => entry.split('\n').includes(`branch ${branch}`));
  const path = /^worktree (.+)$/m.exec(place ?? '')?.[1];
  if (path === undefined || other !== undefined) return false;
  const status = await ask(path, 'status', '--porcelain', '--untracked-files=no', '--ignore-submodules=none');
  const merging = await ask(path, 'rev-parse', '--verify', '--quiet', 'MERGE_HEAD');
  if (status.code !== 0 || status.out.length > 0 || merging.code === 0) return false;
  return (await ask(path, 'merge', '--ff-only', '--no-stat', '--no-autostash', '--quiet', to)).code === 0;
}
