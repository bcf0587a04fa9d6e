import type { Context } from './context.ts';
import { commitEnvironment } from './identity.ts';

/** What a ref that is not there stands at. */
export function nothingLike(commit: string): string {
  return '0'.repeat(commit.length);
}

type Move = { readonly ref: string; readonly to: string; readonly from: string; readonly why: string };

/** Compare-and-swap in the user's repository: no hooks, no other ref, not through a symbolic one. */
export async function moveRef(context: Context, { ref, to, from, why }: Move): Promise<void> {
  const env = commitEnvironment(context.identity, Date.now());
  await context.git(['update-ref', '--no-deref', '-m', why, '--end-of-options', ref, to, from], {
    gitDir: context.common,
    env,
  });
}

/** Deletes a ref of the user's repository, if it still stands there. */
export async function deleteRef({ git, common }: Context, ref: string, at: string): Promise<void> {
  await git(['update-ref', '--no-deref', '-d', '--end-of-options', ref, at], { gitDir: common });
}
