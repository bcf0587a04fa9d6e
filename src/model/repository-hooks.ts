/** Hooks that judge a commit before git makes it, in the order in which git runs them. */
export const hookNames = ['pre-commit', 'commit-msg'] as const;

export type RepositoryHook = {
  readonly name: (typeof hookNames)[number];
  /** Its path in the repository, or where the user's git folder has it. */
  readonly path: string;
  /** The text of a hook that is not in the repository; null: read at the base commit. */
  readonly text: string | null;
};

/** The hooks that `git commit` would run in the user's checkout, fixed when a run or a review begins (P9). */
export type RepositoryHooks = {
  /** The commit that hooks of the repository are read at. */
  readonly commit: string;
  readonly hooks: readonly RepositoryHook[];
  /** Hooks that do not run, each with the reason. */
  readonly ignored: readonly string[];
};

/** The id under which results of a hook are reported beside those of checks. */
export function hookId({ name }: Pick<RepositoryHook, 'name'>): string {
  return `${name}-hook`;
}
