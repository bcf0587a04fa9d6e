/** What somebody wants reviewed, as they said it. */
export type ComparisonRequest = {
  /** A branch, tag or commit; null: what is checked out. */
  readonly head: string | null;
  /** What it is compared with; null: the base branch of the repository, or for uncommitted work the last commit. */
  readonly base: string | null;
  /** Commits, or what would be committed from the index, or everything in the work tree that git does not ignore. */
  readonly part: 'commits' | 'staged' | 'uncommitted';
  /** Commits are compared with nothing at all, as where they are the first that a remote gets. */
  readonly whole?: boolean;
  /** The base is an earlier state of the work itself: the branch it is for is the base branch of the repository. */
  readonly isEarlier?: boolean;
  /** The branch that work is for where the base does not say so; otherwise the base branch of the repository. */
  readonly target?: string | undefined;
};

/** Two states of a repository, and what people call them. */
export type ComparedCommits = {
  readonly part: ComparisonRequest['part'];
  /** The local branch under review; null where it is none (detached, a tag, a commit). */
  readonly branch: string | null;
  /** What to call it on screen. */
  readonly name: string;
  /** What was asked for as base, and as what it was found (`origin/main`). */
  readonly base: { readonly name: string; readonly found: string; readonly commit: string };
  /** Where the two parted: what is compared with. The id of a tree where there is no commit yet. */
  readonly from: string;
  /** The commit under review; one that nobody made for what is not committed. */
  readonly head: string;
  /** The last commit of what is reviewed; null before the first. */
  readonly commit: string | null;
  /** Whose rules judge the work, first to last (P9): the branch it is for, on the remote and here; the base; where it began. */
  readonly judges: readonly JudgingCommit[];
  /** Compared with nothing: no commit came before. */
  readonly isWhole?: boolean;
};

export type JudgingCommit = { readonly ref: string; readonly commit: string };

/** Objects of the user's repository, and of the throw-away store that uncommitted work was put into. */
export type ObjectPlace = {
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
};
