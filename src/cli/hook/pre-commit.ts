import { openRepository } from '../../git/index.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { ReviewCliCall } from '../review/options.ts';
import { hookLines } from '../../inspect/review/result.ts';
import { hookWish, lookAtAsked } from '../../inspect/review/hook-review.ts';
import { reply } from '../reply.ts';
import { answer } from '../../project/answer.ts';

/** git's pre-commit hook: the staged changes are looked at without a model. */
export async function preCommit(call: ReviewCliCall): Promise<ExitCode> {
  const asked = { head: null, base: null, part: 'staged' } as const;
  const wish = hookWish(call, asked);
  using repository = await openRepository(call.io.cwd);
  const result = await lookAtAsked(call, repository, asked);
  const { exitCode } = result;
  reply(call, answer(result, hookLines(result, wish.failOn, wish.all), exitCode));
  if (exitCode !== exitCodes.passed && !call.json)
    call.io.stderr.write('gauntlet: nothing was committed; git commit --no-verify commits anyway\n');
  return exitCode;
}
