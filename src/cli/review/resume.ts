import type { Repository } from '../../git/index.ts';
import { withCalibrations } from '../../inspect/calibrate/kept.ts';
import type { ReviewCall } from './options.ts';
import type { ExitCode } from '../../model/exit-codes.ts';
import { clean } from '../say-error.ts';
import type { KeptReview } from '../../project/kept/kept-reviews.ts';
import { tellReviewStatus } from './review-status.ts';
import { reviewOutletOf } from '../../inspect/review/outlet.ts';
import { sayReview } from './say.ts';
import { resumeReview } from '../../inspect/review/with-agents.ts';

/** Tells the result of a review that has ended: there is nothing to continue. */
export async function tellEndedReview(call: ReviewCall, review: KeptReview): Promise<ExitCode> {
  call.io.stderr.write(
    clean(`the review of ${review.branch} has ended; this is its result. Start another: gauntlet review`),
  );
  return await tellReviewStatus(call, review);
}

export async function goOnReviewing(
  call: ReviewCall,
  repository: Repository,
  { id, state }: KeptReview,
): Promise<ExitCode> {
  try {
    const result = await withCalibrations(repository.state, await resumeReview(call, repository, id));
    return await sayReview(call, result, {
      failOn: state.opened.failOn,
      all: false,
      outlet: reviewOutletOf(call),
    });
  } finally {
    repository.close();
  }
}
