import type { Commit } from './git.ts';

/** A branch of the user's to which fixes go. */
export type LocalBranch = {
  /** Where it stands; undefined when it is gone. */
  stand(): Promise<string | undefined>;
  /** Moves it to a commit that holds it, with the work tree that stands on it; false: uncommitted changes are in the way. */
  forward(move: { readonly from: string; readonly to: string }): Promise<boolean>;
  /** One commit of ours with this tree on these parents. */
  squash(commit: {
    readonly tree: string;
    readonly parents: readonly string[];
    readonly message: string;
    readonly at: number;
  }): Promise<Commit>;
  /**
   * Moves it to a commit by compare-and-swap, with the work tree that stands on it; where that has uncommitted changes
   * the commit is kept aside, at another ref. `foreign`: it stands where neither the review began nor one of its fixes is. Safe to repeat.
   */
  take(move: {
    readonly from: { readonly start: string; readonly ours: readonly string[] };
    readonly to: string;
  }): Promise<
    { readonly kind: 'taken'; readonly ref: string } | { readonly kind: 'foreign'; readonly at: string }
  >;
};
