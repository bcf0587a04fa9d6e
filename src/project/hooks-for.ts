import type { Repository } from '../git/index.ts';
import type { Config } from '../model/config.ts';
import type { RepositoryHooks } from '../model/checks.ts';

export type HooksFor = {
  /** For the inputs of a run or a review; empty where no hook judges its commits. */
  readonly judging: { readonly hooks?: RepositoryHooks };
  /** Hooks that do not judge, for people. */
  readonly notes: readonly string[];
};

/** The git hooks that commits have to pass, as of the base commit. */
export async function hooksFor(
  repository: Pick<Repository, 'hooks'>,
  commit: string,
  { hooks: isOn }: Pick<Config, 'hooks'>,
): Promise<HooksFor> {
  const hooks = await repository.hooks(commit);
  const paths = hooks.hooks.map(({ path }) => path).join(', ');
  if (!isOn) {
    const off = `git hooks are off (hooks: false): commits are made without ${paths}`;
    return { judging: {}, notes: paths === '' ? [] : [off] };
  }
  const notes = hooks.ignored.map((each) => `git hook ${each}`);
  return { judging: paths === '' ? {} : { hooks }, notes };
}
