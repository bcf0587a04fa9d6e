import { join } from 'node:path';

import { foldReview } from '../../flow/index.ts';
import { acquireLease, mailbox, openReviewLog } from '../../journal/index.ts';
import { GauntletError, hasCode } from '../../model/error.ts';
import { type ReviewChoice, reviewChoices } from '../../model/review-events.ts';
import { lacksReason } from '../../model/steering.ts';
import { reviewOptions } from '../../review/index.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { decidedWords } from '../decide/decided-words.ts';
import { refuseTooLong } from '../decide/record-answer.ts';
import { jsonText } from '../json-text.ts';
import { personOf } from '../person.ts';
import { clean } from '../say-error.ts';
import type { Delivered } from '../steer/deliver-to-cluster.ts';
import type { KeptReview } from './kept-reviews.ts';

type DecideCall = Call<
  Readonly<Record<ReviewChoice | 'dryRun', true | undefined>> & { readonly reason: string | undefined }
>;

/** Answers what a review asks (LOOP-06, LOOP-08): recorded with name and reason, and the first answer wins. */
export async function decideReview(call: DecideCall, review: KeptReview): Promise<ExitCode> {
  const choice = chosen(call, review);
  const why = (call.options.reason ?? '').trim();
  if (lacksReason(choice, why))
    throw new GauntletError('USAGE_INVALID', `--${choice} needs --reason: it is recorded with your name`);
  refuseTooLong(why);
  const answer = { choice, by: personOf(call.io), why };
  const delivered = call.options.dryRun === true ? undefined : await deliver(review, answer);
  const decided = { review: review.branch, ...answer };
  const next = delivered === 'told' ? 'gauntlet status' : 'gauntlet resume';
  if (call.json) call.io.stdout.write(jsonText({ decided, delivered: delivered ?? 'dry-run', next }));
  else call.io.stdout.write(clean(decidedWords(review.branch, answer, delivered)));
  return exitCodes.passed;
}

function chosen(call: DecideCall, { state, branch }: KeptReview): ReviewChoice {
  const offered = reviewOptions(state);
  const hint = `Offered: ${offered.map((option) => `--${option}`).join(', ')}.`;
  const [choice, ...more] = reviewChoices.filter((each) => call.options[each] === true);
  if (choice === undefined || more.length > 0)
    throw new GauntletError('USAGE_INVALID', 'name exactly one choice', { hint });
  if (offered.includes(choice)) return choice;
  throw new GauntletError('USAGE_INVALID', `--${choice} is not offered for the review of ${branch}`, {
    hint,
  });
}

type Answer = { readonly choice: ReviewChoice; readonly by: string; readonly why: string };

/** A review that is on finds it in its mailbox; where none is, it is written down at once. */
async function deliver({ folder, branch, state }: KeptReview, answer: Answer): Promise<Delivered> {
  try {
    const lease = acquireLease(join(folder, 'lease.db'));
    try {
      const log = openReviewLog(folder);
      if (foldReview(log.events).question !== state.question) throw answered(branch);
      await log.append({ type: 'review_decided', ...answer }, Date.now());
      return 'recorded';
    } finally {
      lease.release();
    }
  } catch (error) {
    if (!hasCode(error, 'STATE_CONFLICT')) throw error;
    const message = { kind: 'answer', ticket: branch, question: state.question ?? 0, ...answer } as const;
    await mailbox(join(folder, 'inbox')).put(message);
    return 'told';
  }
}

function answered(branch: string): GauntletError {
  return new GauntletError('USAGE_INVALID', `the review of ${branch} has been answered already`);
}

/** One line for each review that waits for a person. */
export function waitingReviews(reviews: readonly KeptReview[]): readonly {
  readonly review: string;
  readonly because: string;
  readonly rounds: number;
  readonly document: string | null;
  readonly options: readonly string[];
}[] {
  return reviews
    .filter(({ state }) => state.question !== null)
    .map(({ branch, state }) => ({
      review: branch,
      because: state.because,
      rounds: state.round,
      document: state.answers.at(-1)?.document ?? null,
      options: reviewOptions(state),
    }));
}
