import { openRepository } from '../../git/index.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import type { ReviewCall } from '../review/options.ts';
import { reviewLines } from '../review/result.ts';
import { clean } from '../say-error.ts';
import { hookWish, lookAtAsked } from './look-at.ts';

/** git's pre-commit hook: the staged changes are looked at without a model. */
export async function preCommit(call: ReviewCall): Promise<ExitCode> {
  const asked = { head: null, base: null, part: 'staged' } as const;
  const wish = hookWish(call, asked);
  const repository = await openRepository(call.io.cwd);
  try {
    const result = await lookAtAsked(call, repository, asked);
    if (call.json) call.io.stdout.write(jsonText(result));
    else for (const line of reviewLines(result, wish.failOn, wish.all)) call.io.stdout.write(clean(line));
    if (result.exitCode !== exitCodes.passed && !call.json)
      call.io.stderr.write('gauntlet: nothing was committed; git commit --no-verify commits anyway\n');
    return result.exitCode;
  } finally {
    repository.close();
  }
}
