import type { Call } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import { reviewLines, type ReviewResult } from './result.ts';
import type { Wish } from './wish.ts';

/** Prints what a review came to: one JSON value, or nothing where there is nothing to say. */
export function sayReview(
  call: Call,
  result: ReviewResult,
  { failOn, all }: Pick<Wish, 'failOn' | 'all'>,
): ExitCode {
  const { io } = call;
  if (call.json) {
    io.stdout.write(jsonText(result));
    return result.exitCode;
  }
  const lines = reviewLines(result, failOn, all);
  for (const line of lines) io.stdout.write(clean(line));
  if (lines.length > 0 || io.stderr.isTty())
    for (const note of result.notes) io.stderr.write(clean(`note: ${note}`));
  if (lines.length === 0 && io.stderr.isTty())
    io.stderr.write(clean(`clean: ${result.branch} against ${result.base}, ${result.files} files changed`));
  return result.exitCode;
}
