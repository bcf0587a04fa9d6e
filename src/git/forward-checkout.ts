import { execute } from './git.ts';
import { userEnvironment } from './identity.ts';
import { quiet } from './objects-at.ts';

/**
 * Brings the one work tree that stands on a branch forward to a commit, with the branch: what the user would do by
 * `git merge --ff-only`, and only where nothing of theirs is in the way. False where something is; then nothing changed.
 */
export async function forwardCheckout(top: string, branch: string, to: string): Promise<boolean> {
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
