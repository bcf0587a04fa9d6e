import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';

import { GauntletError } from '../model/error.ts';
import { inOrder } from '../model/in-order.ts';
import type { RepositoryHooks } from '../model/checks.ts';
import type { Exchange, Hub, Lander, Workspaces } from '../ports/git.ts';
import type { LocalBranch } from '../ports/local-branch.ts';
import { type Cleaned, type Cleaning, cleanUp, type Leftover, removeStaleLocks, stray } from './clean.ts';
import { type Context, safeId, safeObject } from './context.ts';
import { openExchange } from './hub/exchange.ts';
import { execute, gitFor } from './running/git.ts';
import { openHub, commitOf, keep } from './hub/hub.ts';
import { type Author, readIdentity, userEnvironment } from './running/identity.ts';
import { openLander } from './landing/lander.ts';
import { type Layout, layoutIn, openFolders } from './layout.ts';
import { openLocalBranch } from './landing/local-branch.ts';
import { makeHub, makeSurroundings } from './hub/make-hub.ts';
import { type Peek, peekAt } from './comparing/files-at.ts';
import { readObjects } from './running/objects.ts';
import { type Origin, originOf } from './comparing/origin.ts';
import { findHooks } from './comparing/repository-hooks.ts';
import { serial } from './serial.ts';
import type { Exchanging } from './hub/shared-refs.ts';
import { carry } from './hub/transfer.ts';
import { moveKeptRefs } from './landing/undo-epic.ts';
import { conflictsWith } from './landing/user-refs.ts';
import { openWorkspaces } from './workspaces/workspaces.ts';

const FLOOR = [2, 38] as const;

/** The user's repository, and all that is ours beside it. */
export type Repository = Origin & {
  /** The top of the work tree we were started in. */
  readonly top: string;
  /** The common git directory, shared by linked work trees. */
  readonly common: string;
  /** `<common git directory>/gauntlet`. */
  readonly state: string;
  /** Holds the workspaces of this repository, and what is prepared for them (`git config gauntlet.workspaces`). */
  readonly workFolder: string;
  /** What of the user's git settings does not apply, for the report (ENV-02). */
  readonly notes: readonly string[];
  /** In whose name commits are made. */
  readonly author: Author;
  hub(): Promise<Hub>;
  /** The user's repository as it is: reading only, and nothing of ours is made. */
  readonly peek: Peek;
  workspaces(epic: string): Workspaces;
  lander(epic: string): Lander;
  /** The hub that all machines at work on an epic share. */
  exchange(epic: string, url: string, how?: Exchanging): Exchange;
  /** A branch of the user's that fixes of a review go to. */
  localBranch(name: string): LocalBranch;
  /** Brings a commit that is only in a store of its own (uncommitted work) into the hub. */
  adoptFrom(objects: string, commit: string, parent: string | null): Promise<void>;
  /** The hooks that `git commit` would run here, with those of the repository as they are at a commit. */
  hooks(commit: string): Promise<RepositoryHooks>;
  /** Branches of the user's that an epic would collide with, in sentences; empty when there are none (DISPATCH-13). */
  conflictsWith(epic: string, tickets: readonly string[]): Promise<readonly string[]>;
  /** Removes workspaces, exports and checkouts of one epic, or of all; never a commit or a ref of the hub. */
  cleanUp(what: Cleaning, dryRun?: boolean): Promise<Cleaned>;
  /** Puts what is kept of an epic aside under another name, for another run of it to begin here. */
  setAside(epic: string, name: string): Promise<void>;
  /** What is left on disk of any epic, beside hub and journal. */
  stray(): Promise<readonly Leftover[]>;
  /** Removes locks and unfinished files that a killed git left in our folders; only for the holder of the lease. */
  removeStaleLocks(): Promise<readonly string[]>;
  /** Ends the long-lived `cat-file` and removes this process's temporary folder. */
  close(): void;
  [Symbol.dispose](): void;
};

/**
 * Finds the repository around a folder. Nothing is written to it before the hub is asked for. Whoever works for somebody else
 * says in whose name.
 */
export async function openRepository(cwd: string, author?: Author): Promise<Repository> {
  const [, found, identity] = await inOrder([checkVersion(cwd), locate(cwd), readIdentity(cwd, author)]);
  const layout = layoutIn(found.common, identity.workspaces);
  const git = gitFor(layout);
  const objects = readObjects(layout);
  let making: Promise<void> | undefined;
  const make = async (): Promise<void> => {
    await makeSurroundings(layout);
    await makeHub(layout, git, found);
  };
  const context: Context = {
    ...found,
    layout,
    git,
    identity,
    objects,
    hub: { gitDir: layout.hub },
    metadata: serial(),
    ready: () => {
      making ??= make().catch((error: unknown) => {
        making = undefined;
        throw error;
      });
      return making;
    },
  };
  const close = (): void => {
    objects.close();
    removeTemporary(layout);
    making = undefined;
  };
  return {
    top: found.top,
    common: found.common,
    state: layout.state,
    workFolder: layout.workFolder,
    notes: identity.notes,
    author: { name: identity.name, email: identity.email },
    hub: () => openHub(context),
    peek: peekAt(found.top),
    workspaces: (epic) => openWorkspaces(context, safeId(epic)),
    lander: (epic) => openLander(context, safeId(epic)),
    exchange: (epic, url, how) => openExchange(context, epic, url, how),
    localBranch: (name) => openLocalBranch(context, name),
    adoptFrom: (store, commit, parent) => adoptFrom(context, store, commit, parent),
    hooks: (commit) => findHooks(found, commit),
    conflictsWith: (epic, tickets) => conflictsWith(context, safeId(epic), tickets.map(safeId)),
    cleanUp: (what, dryRun = false) => cleanUp(context, what, dryRun),
    setAside: async (epic, name) => {
      await context.ready();
      await cleanUp(context, { epic }, false);
      await moveKeptRefs(context, safeId(epic), safeId(name));
    },
    stray: () => stray(context),
    removeStaleLocks: () => removeStaleLocks(context),
    ...originOf(found.top),
    close,
    [Symbol.dispose]: close,
  };
}

function removeTemporary({ temporary, workTemporary }: Layout): void {
  for (const folder of [temporary, workTemporary]) {
    rmSync(folder, { recursive: true, force: true });
    openFolders.delete(folder);
  }
}

async function checkVersion(cwd: string): Promise<void> {
  if ((await stat(cwd).catch(() => undefined))?.isDirectory() !== true) {
    throw new GauntletError('ENVIRONMENT_UNFIT', `there is no folder ${JSON.stringify(cwd)}`);
  }
  const { out } = await execute(['version'], userEnvironment(), { cwd });
  const version = out.toString('utf8').trim();
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  const isNewEnough = Number(major) > FLOOR[0] || (Number(major) === FLOOR[0] && Number(minor) >= FLOOR[1]);
  if (isNewEnough) return;
  throw new GauntletError(
    'ENVIRONMENT_UNFIT',
    `git ${FLOOR.join('.')} or newer is needed, this is "${version}"`,
    {
      hint: 'Install a newer git; it merges without a work tree only since 2.38.',
    },
  );
}

type Found = Pick<Context, 'common' | 'own' | 'format' | 'top'>;

async function locate(cwd: string): Promise<Found> {
  const ask = ['--is-bare-repository', '--is-shallow-repository', '--show-object-format', '--git-common-dir'];
  const args = ['rev-parse', '--path-format=absolute', ...ask, '--absolute-git-dir'];
  const promisorKeys = '^(remote\\..*\\.promisor|extensions\\.partialclone)$';
  const [end, top, promisor] = await Promise.all(
    [
      args,
      ['rev-parse', '--path-format=absolute', '--show-toplevel'],
      ['config', '--get-regexp', promisorKeys],
    ].map((each) => execute(each, userEnvironment(), { cwd })),
  );
  if (end === undefined || top === undefined || promisor === undefined) throw notThere(cwd, '');
  if (end.code !== 0) throw notThere(cwd, end.err);
  const [bare, , format, common = '', own = ''] = end.out.toString('utf8').split('\n');
  if (bare === 'true' || top.code !== 0) {
    throw new GauntletError(
      'ENVIRONMENT_UNFIT',
      `${JSON.stringify(cwd)} is not in a work tree (a bare repository?)`,
      {
        hint: 'Run gauntlet in a checkout of the repository.',
      },
    );
  }
  if (promisor.out.length > 0) {
    throw new GauntletError(
      'ENVIRONMENT_UNFIT',
      'this is a partial clone: git objects that gauntlet needs are missing',
      {
        hint: 'Make a full clone (`git clone` without --filter) and run gauntlet there.',
      },
    );
  }
  return {
    common,
    own,
    format: format === 'sha256' ? 'sha256' : 'sha1',
    top: top.out.toString('utf8').replace(/\n$/, ''),
  };
}

function notThere(cwd: string, said: string): GauntletError {
  const dubious = said.includes('dubious ownership');
  return new GauntletError(
    'ENVIRONMENT_UNFIT',
    dubious
      ? `the repository at ${JSON.stringify(cwd)} belongs to another user`
      : `there is no git repository at ${JSON.stringify(cwd)}`,
    {
      hint: dubious
        ? 'If you trust it: `git config --global --add safe.directory <its path>`.'
        : 'Run gauntlet inside a repository, or make one with `git init` and a first commit.',
    },
  );
}

/** Brings a commit whose objects are partly in a store outside of the repository into the hub, checked, and keeps it. */
async function adoptFrom(
  context: Context,
  objects: string,
  commit: string,
  parent: string | null,
): Promise<void> {
  await context.ready();
  await carry(context, {
    from: { gitDir: context.common, alsoObjects: [objects] },
    to: context.hub,
    commit: safeObject(commit),
    have: parent === null ? [] : [safeObject(parent)],
  });
  await commitOf(context, commit);
  await keep(context, `adopted/${commit}`, commit);
}
