/** A commit of the hub and the tree it holds. */
export type Commit = { readonly commit: string; readonly tree: string };

/** One path that differs between two commits; no rename guessing. null: not there. Modes are git's six digits. */
export type Change = {
  readonly path: string;
  readonly before: Blob | null;
  readonly after: Blob | null;
};

export type Blob = { readonly blob: string; readonly mode: string };

/**
 * The hub: a bare repository of our own under the common git directory, reached only with a git directory and a
 * configuration that nobody who is judged can write. Reads never run hooks, filters or anything else from a tree.
 */
export type Hub = {
  /** Brings what `ref` names in the user's repository into the hub and keeps it there. PLAN_INVALID when there is none. */
  adopt(ref: string): Promise<Commit>;
  commit(commit: string): Promise<Commit>;
  isAncestor(ancestor: string, of: string): Promise<boolean>;
  mergeBase(a: string, b: string): Promise<string | undefined>;
  /** What changed from `before` to `after`: two trees compared, nothing merged. */
  changes(before: string, after: string): Promise<readonly Change[]>;
  /** The same as a unified diff, up to `cap` bytes. */
  diff(before: string, after: string, cap: number): Promise<string>;
  /** Every path at a commit or tree. */
  paths(commit: string): Promise<readonly string[]>;
  /** A file's bytes, or undefined if there is none or it is larger than `cap` (default 4 MiB). Links are not followed. */
  file(commit: string, path: string, cap?: number): Promise<Uint8Array | undefined>;
  /** Where a symbolic link leads, as it is written; undefined for anything else. */
  link(commit: string, path: string): Promise<string | undefined>;
  /** Subjects, authors and ids of `before..after`, oldest first. */
  log(before: string, after: string): Promise<readonly LoggedCommit[]>;
  /** Files up to `cap` bytes as any commit of `before..after` brought them, also what `after` no longer has. */
  pastFiles(before: string, after: string, cap: number): Promise<readonly PastFile[]>;
  /** The merges by which `before` became `after`: those of its first parents, oldest first. */
  merges(before: string, after: string): Promise<readonly MergeCommit[]>;
  /** A commit on top of `commit` with the same tree, but these paths as given (null removes one); the same every time. */
  compose(commit: string, paths: Overlay): Promise<string>;
};

/** What stands at each path instead; null: nothing. */
export type Overlay = ReadonlyMap<string, Blob | { readonly text: string; readonly mode: string } | null>;

export type PastFile = { readonly path: string; readonly blob: string; readonly bytes: Uint8Array };

/** `merged` was brought in `onto` what was there. */
export type MergeCommit = { readonly commit: string; readonly onto: string; readonly merged: string };

export type LoggedCommit = { readonly commit: string; readonly subject: string; readonly author: string };

/** One commit of a repository's past, as far as its shape goes. */
export type PastCommit = {
  readonly id: string;
  /** null: the first one, or where a shallow history ends. */
  readonly parent: string | null;
  readonly subject: string;
  readonly body: string;
  /** Lines that were added and removed; null for a file that is no text. */
  readonly files: readonly {
    readonly path: string;
    readonly added: number | null;
    readonly removed: number | null;
  }[];
};

/** A private clone in which one ticket is worked on: no remote, no way to write to the hub. */
export type Workspace = {
  readonly path: string;
  /** `ticket/<id>`. */
  readonly branch: string;
  /** The commit it was cut from; stays an ancestor of all its work. */
  readonly base: string;
  /** Where its branch stands. */
  readonly head: string;
};

export type Delivery = Commit & {
  /**
   * Uncommitted work that was left out of the commit, and why (secret, log, build product, large binary). What the
   * repository ignores is not named.
   */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** The work before anything was put back; missing where nothing was. */
  readonly asLeft?: string;
  /** What is wrong with the workspace as a place of proof: wrong branch, base no longer an ancestor, … */
  readonly problems: readonly string[];
};

/** The title of a commit of ours, and what of the work has to be as before: a commit on top of it puts that back. */
export type DeliverAs = {
  readonly title: string;
  readonly putBack: (commit: string) => Promise<Overlay>;
};

/** Files that no agent may see, by their paths in the repository (privacy.deny). */
export type Withheld = {
  readonly globs: readonly string[];
  readonly has: (this: void, path: string) => boolean;
};

export type Workspaces = {
  /**
   * A clean workspace of a ticket on its branch at `head` (its last delivered commit, or `base`), with `merge` (the
   * epic tip, for a landing retry) merged in: conflicts are left in the files as git marks them, and listed.
   */
  open(ticket: string, at: OpenAt): Promise<Workspace & { readonly conflicts: readonly string[] }>;
  /** Why it is not the workspace that was recorded (path, branch, HEAD); empty when it is (DISPATCH-05). */
  prove(workspace: Workspace): Promise<readonly string[]>;
  /** Whether it is on this machine, as the delivery of `commit` has left it. */
  holds(workspace: Workspace, ticket: string, commit: string): Promise<boolean>;
  /** Commits what is left uncommitted as `[TICKET] title` (`as` a title alone, or with what to put back), then fetches the branch into the hub, checked by fsck. */
  deliver(workspace: Workspace, ticket: string, run: number, as: string | DeliverAs): Promise<Delivery>;
  /**
   * What a person committed on the ticket's branch in the workspace that was handed to them; undefined if nothing new.
   * Asked again it answers the same, until the workspace is opened again or delivered: a coordinator that dies before
   * it has recorded the answer loses nothing.
   */
  found(ticket: string): Promise<Commit | undefined>;
  /** A read-only export of a commit without `.git`, one per commit, shared by all who judge it. */
  export(commit: string): Promise<string>;
  /** Why the export is no longer what was exported; empty when it is. Cheap, run after every review. */
  proveExport(commit: string): Promise<readonly string[]>;
  /**
   * Says that somebody judges a commit's export until the answer is called: it is not removed before. Exports of a
   * ticket's earlier commits go when it delivers again or is closed.
   */
  holdExport(commit: string): () => void;
  /** Hashes by name of the configuration, hooks and refs that no judge of a ticket may change (EPIC-12). */
  standing(ticket: string): Promise<Readonly<Record<string, string>>>;
  /**
   * A checked-out tree to run checks in, with a `.git` of its own (HEAD at `commit`, a tree without a commit gets one
   * of its own). Taken from a pool: a kept clone moved to the tree costs a tenth of a fresh one. Untracked files are
   * removed except those that `setup` made. Give it back with `release`. It holds every object itself and reaches
   * nothing of the hub. `isApart`: from a pool of its own, for environments in which dependencies are installed in place.
   * `hasNetwork`: for programs that reach the network, so without withheld files and the history that may hold them.
   */
  checkout(
    commit: string,
    how?: { readonly isApart?: boolean; readonly hasNetwork?: boolean },
  ): Promise<Checkout>;
  /** Whether files are withheld here, so that a checkout with the network is another one than without. */
  readonly isWithholding: boolean;
  /** Removes a ticket's workspace; its commits are in the hub. */
  close(ticket: string): Promise<void>;
  /** Nobody works or judges any more: exports go, and with `everything` the kept check-outs too. Workspaces stay. */
  retire(everything: boolean): Promise<void>;
  /** Paths outside the workspaces that programs running in one have to see. */
  readonly visible: readonly string[];
  /** Paths no program may see: the rest of the common git directory. */
  readonly hidden: readonly string[];
  /** The same for agents, where it differs: nothing that holds withheld files is in their sight. */
  readonly forAgents: {
    readonly visible: readonly string[];
    readonly hidden: readonly string[];
    /** Those of the hidden ones that nothing makes visible again. */
    readonly withheld: readonly string[];
  };
  /** Takes away again what setup brought into an agent's workspace although it is withheld. */
  withdraw(workspace: Workspace): Promise<void>;
  /**
   * The same places with these files withheld from agents: a workspace has neither the files nor objects that hold them,
   * its history begins where it was opened, and a delivery in which one of them changed has a problem; exports lack them.
   * Check-outs for programs without the network, and workspaces for people, are whole.
   */
  withholding(withheld: Withheld): Workspaces;
  /** The same places, where clones know the base branch by its name and as origin's. */
  basedOn(base: BaseBranch): Workspaces;
};

/** What work is compared with: a name people use, and where it stood. */
export type BaseBranch = { readonly ref: string; readonly commit: string };

export type OpenAt = {
  readonly base: string;
  readonly head: string;
  readonly merge: string | null;
  /**
   * For a person to work in: one that was handed to a person before is answered as they left it, and whatever they left
   * uncommitted gets a ref of the hub before the workspace is ever reset or removed.
   */
  readonly forPerson?: boolean;
};

export type Rewritten = {
  readonly path: string;
  /** Whether it is not what the commit has; a file that is gone is not. */
  readonly isChanged: boolean;
};

export type Checkout = {
  readonly path: string;
  /** Brings it back to exactly the commit. */
  reset(this: void): Promise<void>;
  /** Files of the commit that somebody wrote here since, also where they are as they were again (EVID-04). */
  rewritten(this: void): Promise<readonly Rewritten[]>;
  release(): Promise<void>;
};

/** How a change gets to the epic branch. One lander per epic, one job at a time. */
export type Lander = {
  /** Where the epic branch stands, whoever put it there; undefined when there is none yet. */
  tip(): Promise<string | undefined>;
  /** Creates the epic branch at the base. Refused when it exists and is not ours (DISPATCH-13). */
  begin(base: string): Promise<void>;
  /**
   * Brings the epic branch to what another machine has landed (`tip`, in the hub): makes it where there is none, moves it
   * forward where it is behind. Anything else is left as it is, for whoever looks at the tip next.
   */
  catchUp(base: string, tip: string): Promise<void>;
  /**
   * Merges with the tip without touching a work tree. `at` is the committer's time, so that a repeat gives the same commit.
   * `isTrial`: only to be looked at, by whatever machine; it is kept under the number of the run, which nobody else has.
   */
  merge(change: {
    commit: string;
    tip: string;
    ticket: string;
    run: number;
    title: string;
    /** What judged a branch that was brought; a ticket's whole gate goes without saying. */
    gate?: 'checks' | 'checks, review';
    at: number;
    isTrial?: boolean;
  }): Promise<Merge>;
  /**
   * Takes a landed merge (`commit`) back on top of the tip (BEYOND-12): a candidate with the trailer `Undo: <ticket>`,
   * to be gated and landed like any other.
   */
  revert(change: {
    commit: string;
    tip: string;
    ticket: string;
    run: number;
    title: string;
    at: number;
  }): Promise<Merge>;
  /** Merges the moved base (a commit of the hub, `name` for the message) into the tip: a candidate too (BEYOND-13). */
  sync(change: { base: string; name: string; tip: string; run: number; at: number }): Promise<Merge>;
  /** One plain file of the tip in other words, and nothing else (TEAM-26): a candidate too; a conflict where there is none. */
  rewrite(change: {
    path: string;
    bytes: Uint8Array;
    title: string;
    tip: string;
    run: number;
    at: number;
  }): Promise<Merge>;
  /**
   * Moves the epic branch from the candidate's first parent to the candidate by compare-and-swap, after looking whether
   * it has landed already. `foreign`: the branch stands where neither is.
   */
  land(
    candidate: string,
  ): Promise<{ readonly kind: 'landed' } | { readonly kind: 'foreign'; readonly tip: string }>;
  /** Where landed work can be seen: `epic/<id>`, or `refs/gauntlet/epic/<id>` while the user has that checked out. */
  branch(): Promise<{ readonly name: string; readonly note: string | null }>;
  /** Deletes the epic branch while it stands at the base and is not checked out: nothing has landed on it. */
  dropUnused(base: string): Promise<void>;
  /**
   * `refs/gauntlet/undone/<epic>/<n>` of the user's repository: a name for what a whole epic landed, not used before.
   * STATE_CONFLICT while the branch is checked out: then it cannot be put aside. `elsewhere`: names that other machines use.
   */
  freeUndoneRef(elsewhere?: readonly string[]): Promise<string>;
  /**
   * Takes the whole epic away (BEYOND-12): what stands at its branch is kept at `ref`, then the branch is deleted by
   * compare-and-swap, and the epic's refs in the hub make room for another run. `landed`, the journal's tip, is kept
   * where the user has deleted the branch. Refused with STATE_CONFLICT while the branch is checked out; safe to repeat.
   */
  putAside(ref: string, landed: string): Promise<void>;
};

export type Merge =
  | (Commit & {
      readonly kind: 'merged';
      /** The other side changed files that the ticket changed too. */
      readonly overlapping: boolean;
    })
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** How commits get to the machines that work on an epic: through a hub with an address that all of them reach. */
export type Exchange = {
  /**
   * Brings what others kept for a ticket (null: for all) into the hub of this machine; `whole`: also what the epic stands
   * on, its base and everything that was merged.
   */
  fetch(ticket: string | null, whole: boolean): Promise<void>;
  /** Makes what this machine kept known to the others; `whole`, for a coordinator: also what only it writes. Safe to repeat. */
  push(ticket: string | null, whole: boolean): Promise<void>;
  /** After this machine has put the names of an undone epic aside under `name`: the same for all. Safe to repeat. */
  putAside(name: string): Promise<void>;
  /** What was put aside for all under `name`: for a machine that is to finish what another has begun. */
  bringUndone(name: string): Promise<void>;
  /** Names under which something was put aside already, by whatever machine. */
  undoneNames(): Promise<readonly string[]>;
};
