import type { Repository } from '../../git/index.ts';
import { withCalibrations } from '../calibrate/kept.ts';
import type { ReviewCall } from './options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { epicsAt, lastWritten, repositoryAt } from '../state-folder.ts';
import { type KeptReview, keptReviews, reviewNamed } from './kept-reviews.ts';
import { reviewOutletOf } from './outlet.ts';
import { sayReview } from './say.ts';
import { resumeReview } from './with-agents.ts';

/** The review that `resume` means: the one named, or without a name the latest, if no epic was at work since. */
export function reviewToResume(call: ReviewCall): KeptReview | undefined {
  const place = repositoryAt(call.io.cwd);
  const [name] = call.operands;
  const epics = epicsAt(place);
  if (name !== undefined) return epics.some(({ id }) => id === name) ? undefined : reviewNamed(place, name);
  const [latest] = keptReviews(place).filter(({ state }) => state.ended === null);
  const [epic] = epics;
  if (latest === undefined || epic === undefined) return latest;
  return latest.at > lastWritten(epic) ? latest : undefined;
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
