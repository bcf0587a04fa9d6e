import { openRepository } from '../../git/index.ts';
import { GauntletError } from '../../model/error.ts';
import { readInput } from '../../project/read-input.ts';
import type { ReviewCliCall } from '../review/options.ts';
import { notesOf } from '../../project/settings/judging-config.ts';
import { type ExitCode, exitCodes, worstOf } from '../../model/exit-codes.ts';
import { hookLines, type ReviewResult } from '../../inspect/review/result.ts';
import { hookWish, lookAtPushed } from '../../inspect/review/hook-review.ts';
import { pushedRefs } from '../../inspect/review/pushed-refs.ts';
import { reply } from '../reply.ts';
import { answer } from '../../project/answer.ts';

/** git's pre-push hook: whatever a push would bring is looked at, and a push that was not looked at is no pass. */
export async function prePush(call: ReviewCliCall): Promise<ExitCode> {
  const { text } = await readInput('-', call.io);
  const { refs, unread } = pushedRefs(text);
  if (unread.length > 0)
    throw new GauntletError('INPUT_INVALID', `not the input of a pre-push hook: ${unread[0] ?? ''}`, {
      hint: 'Let git call it: gauntlet hook install pre-push',
    });
  const wish = hookWish(call, { head: null, base: null, part: 'commits' });
  using repository = await openRepository(call.io.cwd);
  const results: ReviewResult[] = [];
  for (const pushed of refs) results.push(await lookAtPushed(call, repository, pushed));
  const exitCode = worstOf(results.map((result) => result.exitCode));
  const lines = results.flatMap((result) => hookLines(result, wish.failOn, wish.all));
  reply(call, answer({ reviews: results, exitCode }, lines, exitCode));
  if (call.json) return exitCode;
  const notes = results.flatMap(({ configuration = null }) => notesOf(configuration));
  for (const note of new Set(notes)) call.io.say(`note: ${note}`);
  if (exitCode !== exitCodes.passed)
    call.io.stderr.write('gauntlet: nothing was pushed; git push --no-verify pushes anyway\n');
  return exitCode;
}
