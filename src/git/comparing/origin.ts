import { GauntletError } from '../../model/error.ts';
import { safeObject } from '../context.ts';
import { complaintIn, type End, execute, ownEnvironment } from '../running/git.ts';
import { askGit } from '../running/objects-at.ts';

export type BranchMove = { readonly from: string; readonly to: string };

export type Origin = {
  /** The address of `origin`; null where there is none. */
  originUrl(): Promise<string | null>;
  /** Pushes a branch to `origin`, never by force. */
  pushToOrigin(branch: string): Promise<void>;
  /** Moves a branch of `origin` from one commit to another that holds it; `refused` where it is not at that one. */
  fastForwardOrigin(branch: string, move: BranchMove): Promise<'pushed' | 'refused'>;
  /** The commits of refs of `origin`, by ref; those that are not there are left out. */
  originHeads(refs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Brings refs of `origin` into the user's objects, and writes no ref. */
  fetchFromOrigin(refs: readonly string[]): Promise<void>;
};

/** The remote `origin` of the user's repository. */
export function originOf(top: string): Origin {
  return {
    originUrl: () => originUrl(top),
    pushToOrigin: (branch) => pushToOrigin(top, branch),
    fastForwardOrigin: (branch, change) => fastForwardOrigin(top, branch, change),
    originHeads: (refs) => originHeads(top, refs),
    fetchFromOrigin: (refs) => fetchFromOrigin(top, refs),
  };
}

/** The address of `origin` as the user set it; null where there is none. */
async function originUrl(top: string): Promise<string | null> {
  return (await askGit(top, ['config', '--get', 'remote.origin.url']))?.toString('utf8').trim() || null;
}

const LONGEST_MS = 5 * 60_000;

/**
 * Pushes one branch under its own name, never by force, with the user's own settings, login and hooks: it is their push,
 * and only where they asked for it (DISPATCH-10).
 */
async function pushToOrigin(top: string, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const args = ['push', '--porcelain', 'origin', `${ref}:${ref}`];
  const end = await atOrigin(top, args);
  if (end.code !== 0) throw unpushed(branch, complaintIn(end.err), branch);
}

function unpushed(branch: string, because: string, refspec: string): GauntletError {
  return new GauntletError('ENVIRONMENT_UNFIT', `${branch} could not be pushed to origin: ${because}`, {
    hint: `See why: git push origin ${refspec}`,
  });
}

/**
 * Pushes a commit to a branch of `origin`: the remote's own compare-and-swap. `refused`: the branch there is at another
 * commit than `from`. A branch that was moved back or deleted takes a plain push, and would get again what was taken off it.
 */
async function fastForwardOrigin(
  top: string,
  branch: string,
  { from, to }: BranchMove,
): Promise<'pushed' | 'refused'> {
  const commit = safeObject(to);
  const ref = `refs/heads/${branch}`;
  // A lease alone would let a push drop commits.
  const isForward = await askGit(top, ['merge-base', '--is-ancestor', safeObject(from), commit]);
  if (isForward === undefined) return 'refused';
  const lease = `--force-with-lease=${ref}:${from}`;
  const end = await atOrigin(top, ['push', '--porcelain', lease, 'origin', `${commit}:${ref}`]);
  if (end.code === 0) return 'pushed';
  const [, because = ''] = /^!\t[^\t]*\t(.*)$/m.exec(end.out.toString('utf8')) ?? [];
  if (/\((?:fetch first|non-fast-forward|stale info)\)|cannot lock ref|failed to update ref/.test(because))
    return 'refused';
  throw unpushed(branch, because || complaintIn(end.err), `${commit.slice(0, 12)}:${branch}`);
}

async function originHeads(top: string, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0 || (await originUrl(top)) === null) return new Map();
  const out = await fromOrigin(top, ['ls-remote', '--quiet', 'origin', ...refs]);
  const lines = out.split('\n').map((line) => line.split('\t'));
  return new Map(lines.flatMap(([commit = '', ref = '']) => (refs.includes(ref) ? [[ref, commit]] : [])));
}

async function fetchFromOrigin(top: string, refs: readonly string[]): Promise<void> {
  const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  if (refs.length > 0) await fromOrigin(top, ['fetch', ...quiet, 'origin', ...refs]);
}

async function fromOrigin(top: string, args: readonly string[]): Promise<string> {
  const end = await atOrigin(top, args);
  if (end.code === 0) return end.out.toString('utf8');
  const because = complaintIn(end.err);
  throw new GauntletError('ENVIRONMENT_UNFIT', `origin did not answer git ${args[0]}: ${because}`, {
    hint: 'See why: git ls-remote origin',
  });
}

/** With everything a login may need, but no directory or index of a git command around us. */
function atOrigin(cwd: string, args: readonly string[]): Promise<End> {
  const place =
    /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|PREFIX)$/;
  return execute(args, { ...ownEnvironment(place), GIT_TERMINAL_PROMPT: '0' }, { cwd, timeout: LONGEST_MS });
}
