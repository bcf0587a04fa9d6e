import { join } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { ComparedCommits, ComparisonRequest, JudgingCommit, ObjectPlace } from '../../ports/compared.ts';
import { shellWord } from '../../model/names.ts';
import { userEnvironment } from '../running/identity.ts';
import { inOrder } from '../../model/in-order.ts';
import { askGit, placeOf } from '../running/objects-at.ts';
import { stored } from './store-uncommitted.ts';

/** What is compared, where its objects are, and how to let go of what was made for it. */
export type Comparison = {
  readonly compared: ComparedCommits;
  readonly place: ObjectPlace;
  /** The store that holds what is not committed; null where everything is. */
  readonly objects: string | null;
  close(): void;
  [Symbol.dispose](): void;
};

/**
 * Finds out what a review is about (LOOP-02): `origin/<base>` where there is one, else the local base, and the commit
 * where the two parted. Reads only: the checkout, the index, refs and settings stay as they are.
 */
export async function compare(top: string, asked: ComparisonRequest): Promise<Comparison> {
  const ask = asker(top);
  if (asked.part !== 'commits') return uncommitted(top, ask, asked);
  const [head, base] = await inOrder([
    headOf(ask, asked.head),
    asked.whole === true ? nothing(ask) : baseOf(ask, asked.base),
  ]);
  const from = asked.whole === true ? base.commit : await partedAt(ask, base, head);
  const judges = await judgesOf(ask, asked, { base, from, head: head.commit });
  return {
    compared: {
      part: 'commits',
      ...head,
      base,
      from,
      head: head.commit,
      judges,
      isWhole: asked.whole === true,
    },
    place: placeOf(top),
    objects: null,
    close: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

/** The same comparison with a commit of the hub in the place of the reviewed one. */
export function comparisonAt(
  state: string,
  { base, from }: Pick<ComparedCommits, 'base' | 'from'>,
  head: string,
): Pick<Comparison, 'compared' | 'place'> {
  const hub = join(state, 'hub.git');
  return {
    compared: { part: 'commits', branch: null, name: head, base, from, head, commit: head, judges: [] },
    place: { top: hub, env: { ...userEnvironment(), GIT_DIR: hub } },
  };
}

/** Whether any remote is known to have a commit: one that only this clone has says nothing about what others get. */
export async function isOnRemote(top: string, commit: string): Promise<boolean> {
  const said = await asker(top)('for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes');
  return said !== undefined && said !== '';
}

/** How many paths of a checkout differ from its commit, those that git does not know included. */
export async function changedInCheckout(top: string): Promise<number> {
  const said = await asker(top)('status', '--porcelain', '--no-renames');
  return said === undefined ? 0 : said.split('\n').filter(Boolean).length;
}

type Ask = (...args: readonly string[]) => Promise<string | undefined>;

/** What git says on stdout; undefined where it says no. */
function asker(top: string): Ask {
  return async (...args) => (await askGit(top, args))?.toString('utf8').trim();
}

async function commitAt(ask: Ask, name: string): Promise<string | undefined> {
  const said = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  return said === '' ? undefined : said;
}

/** A whole id means that commit, whoever has given a branch its name. */
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

type Head = { readonly branch: string | null; readonly name: string; readonly commit: string };

async function headOf(ask: Ask, name: string | null): Promise<Head> {
  if (name === null || name === 'HEAD') {
    const [branch, commit] = await inOrder([checkedOut(ask), commitAt(ask, 'HEAD')]);
    if (commit === undefined) throw unborn(branch);
    return { branch, name: branch ?? `HEAD (detached at ${commit.slice(0, 7)})`, commit };
  }
  const own = ID.test(name) ? undefined : await commitAt(ask, `refs/heads/${name}`);
  if (own !== undefined) return { branch: name, name, commit: own };
  const commit = await commitAt(ask, name);
  if (commit !== undefined) return { branch: null, name, commit };
  throw new GauntletError('USAGE_INVALID', `there is no branch or commit ${JSON.stringify(name)} here`, {
    hint: (await hasOrigin(ask))
      ? `Fetch it: git fetch origin ${shellWord(name)}:${shellWord(name)}`
      : 'git branch lists the branches there are.',
  });
}

async function checkedOut(ask: Ask): Promise<string | null> {
  const ref = await ask('symbolic-ref', '--quiet', 'HEAD');
  return ref?.startsWith('refs/heads/') === true ? ref.slice('refs/heads/'.length) : null;
}

function unborn(branch: string | null): GauntletError {
  return new GauntletError('USAGE_INVALID', `${branch ?? 'this branch'} has no commit yet`, {
    hint: 'Make a first commit, or review what would go into it: gauntlet review --staged',
  });
}

type Base = ComparedCommits['base'];

/** The tree without files. */
async function nothing(ask: Ask): Promise<Base> {
  const tree = (await ask('hash-object', '-t', 'tree', '--stdin')) ?? '';
  return { name: 'nothing', found: 'nothing', commit: tree };
}

/** The remote's state of the base where there is one: that is what a change will meet. */
async function baseOf(ask: Ask, name: string | null): Promise<Base> {
  const wanted = name ?? (await usualBase(ask));
  if (wanted === undefined)
    throw new GauntletError('USAGE_INVALID', 'it is not clear what to compare with', {
      hint: 'Name it: gauntlet review --base <branch>; git branch --all lists the branches there are.',
    });
  const [isRemote, local] = await inOrder([isRemoteBranch(ask, wanted), commitAt(ask, wanted)]);
  const found = isRemote ? `origin/${wanted}` : wanted;
  const commit = isRemote ? await commitAt(ask, `refs/remotes/${found}`) : local;
  if (commit !== undefined) return { name: wanted, found, commit };
  throw new GauntletError('USAGE_INVALID', `there is no base ${JSON.stringify(wanted)} here`, {
    hint: (await hasOrigin(ask))
      ? `Fetch it: git fetch origin ${shellWord(wanted.replace(/^origin\//, ''))}`
      : 'Name another: gauntlet review --base <branch or commit>',
  });
}

/** Whether `origin` has a branch of exactly that name: `HEAD~3` is a commit of one's own, whatever the remote's HEAD is. */
async function isRemoteBranch(ask: Ask, name: string): Promise<boolean> {
  return (
    isPlain(name) &&
    (await ask('show-ref', '--verify', '--quiet', `refs/remotes/origin/${name}`)) !== undefined
  );
}

/** A name that a branch can have. */
function isPlain(name: string): boolean {
  return name !== 'HEAD' && !ID.test(name) && !/[~^:?*[\\]|@\{|\.\./.test(name);
}

/** What the remote says is its main branch, or what main branches are usually called. */
async function usualBase(ask: Ask): Promise<string | undefined> {
  const remote = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (remote?.startsWith('origin/') === true) return remote.slice('origin/'.length);
  for (const place of ['refs/remotes/origin', 'refs/heads']) {
    const name = await usualNameIn(ask, place);
    if (name !== undefined) return name;
  }
  return undefined;
}

async function usualNameIn(ask: Ask, place: string): Promise<string | undefined> {
  for (const name of ['main', 'master', 'trunk', 'develop'])
    if ((await commitAt(ask, `${place}/${name}`)) !== undefined) return name;
  return undefined;
}

/** The base branch of the repository; undefined where nothing says which it is. */
export async function baseBranch(top: string): Promise<string | undefined> {
  return usualBase(asker(top));
}

/** The base branch of a remote as `<remote>/<branch>`, of commits that are here; the remote is asked where this clone does not know. */
export async function remoteBase(top: string, remote: string): Promise<string | undefined> {
  const ask = asker(top);
  const place = `refs/remotes/${remote}`;
  const head = await ask('symbolic-ref', '--quiet', '--short', `${place}/HEAD`);
  if (head?.startsWith(`${remote}/`) === true) return head;
  const usual = await usualNameIn(ask, place);
  if (usual !== undefined) return `${remote}/${usual}`;
  const said = (await ask('ls-remote', '--symref', '--', remote, 'HEAD')) ?? '';
  const name = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(said)?.[1];
  const isHere = name !== undefined && (await commitAt(ask, `${place}/${name}`)) !== undefined;
  return isHere ? `${remote}/${name}` : undefined;
}

/** The branch of a remote that a commit has most in common with; undefined where no branch of any remote is known. */
export async function nearestRemoteBranch(top: string, head: string): Promise<string | undefined> {
  const ask = asker(top);
  const listed = await ask('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/remotes');
  let nearest: { readonly name: string; readonly apart: number } | undefined;
  for (const name of (listed ?? '').split('\n').filter((each) => each !== '' && !each.endsWith('/HEAD'))) {
    const isRelated = (await ask('merge-base', `refs/remotes/${name}`, head)) !== undefined;
    const own = isRelated ? await ask('rev-list', '--count', head, `^refs/remotes/${name}`, '--') : undefined;
    const apart = own === undefined ? Infinity : Number(own);
    if (nearest === undefined || apart < nearest.apart) nearest = { name, apart };
  }
  return nearest?.name;
}

type Parted = Pick<ComparedCommits, 'base' | 'from'> & { readonly head: string | null };

/** What is checked out has no say, and commits under review are never their own judge. */
async function judgesOf(
  ask: Ask,
  { base: named, part, whole = false, isEarlier = false, target: wanted }: ComparisonRequest,
  { base, from, head }: Parted,
): Promise<readonly JudgingCommit[]> {
  const isBase = named === null ? part === 'commits' && !whole : !isEarlier;
  const target = isBase ? base.name : (wanted ?? (await usualBase(ask)));
  const tips = target === undefined ? [] : await tipsOf(ask, target);
  const others = [
    { ref: base.found, commit: base.commit },
    { ref: 'the merge base', commit: from },
  ];
  const all = [...tips.filter(({ commit }) => commit !== head), ...others];
  return all.filter(({ commit }, nth) => all.findIndex((other) => other.commit === commit) === nth);
}

/** What a branch is on the remote, and here; none where the name is not one of a branch. */
async function tipsOf(ask: Ask, name: string): Promise<readonly JudgingCommit[]> {
  const branch = name.replace(/^origin\//, '');
  if (!isPlain(branch)) return [];
  const refs = [`refs/remotes/origin/${branch}`, `refs/remotes/${branch}`, `refs/heads/${branch}`];
  const tips: JudgingCommit[] = [];
  for (const path of refs) {
    const commit = await commitAt(ask, path);
    if (commit !== undefined) tips.push({ ref: path.replace(/^refs\/(?:remotes|heads)\//, ''), commit });
  }
  return tips;
}

/** The same where nothing is compared; null: of the usual base. */
export async function branchTips(top: string, name: string | null): Promise<readonly JudgingCommit[]> {
  const ask = asker(top);
  const branch = name ?? (await usualBase(ask));
  return branch === undefined ? [] : tipsOf(ask, branch);
}

async function hasOrigin(ask: Ask): Promise<boolean> {
  return (await ask('config', '--get', 'remote.origin.url')) !== undefined;
}

async function partedAt(ask: Ask, base: Base, head: Pick<Head, 'name' | 'commit'>): Promise<string> {
  const parted = await ask('merge-base', '--end-of-options', base.commit, head.commit);
  if (parted !== undefined && parted !== '') return parted;
  const isShallow = (await ask('rev-parse', '--is-shallow-repository')) === 'true';
  throw new GauntletError('USAGE_INVALID', `${base.found} and ${head.name} have no commit in common`, {
    hint: isShallow
      ? 'This clone is shallow: its history was cut off. Fetch it: git fetch --unshallow'
      : 'They share no history: name another base with --base.',
  });
}

/** What is not committed is compared with the last commit (before the first: with nothing), or with where it parted from a base that was named. */
async function uncommitted(top: string, ask: Ask, asked: ComparisonRequest): Promise<Comparison> {
  if (asked.head !== null)
    throw new GauntletError('USAGE_INVALID', `--${asked.part} works on the checkout: do not name a branch`);
  const branch = await checkedOut(ask);
  const commit = (await commitAt(ask, 'HEAD')) ?? null;
  const what = { staged: 'staged changes', uncommitted: 'uncommitted changes', commits: '' }[asked.part];
  const name = `${what} on ${branch ?? 'HEAD'}`;
  const last = commit ?? (await ask('hash-object', '-t', 'tree', '--stdin')) ?? '';
  const isBased = commit !== null && asked.base !== null;
  const base = isBased ? await baseOf(ask, asked.base) : { name: 'HEAD', found: 'HEAD', commit: last };
  const from = isBased ? await partedAt(ask, base, { name, commit }) : last;
  const judges = await judgesOf(ask, asked, { base, from, head: null });
  const store = await stored(top, commit, asked.part === 'uncommitted');
  return {
    compared: { part: asked.part, branch, name, base, from, head: store.commit, commit, judges },
    place: store.place,
    objects: store.objects,
    close: () => store.close(),
    [Symbol.dispose]: () => store.close(),
  };
}
