import type { Outcome } from '../../model/outcome.ts';
import { reviewOutcome } from '../../report/index.ts';
import { reviewIn } from '../../state/index.ts';
import type { ReviewState, State } from '../../state/index.ts';
import { isHeld } from '../lease-holder.ts';
import { refAt, runOf } from './read-run.ts';
import { recordsAt } from './records-at.ts';
import { likelyFirst, type RunStand } from './run-order.ts';
import { type EpicPlace, epicsAt, type RepositoryPlace } from '../state-folder.ts';

/** The reviews of one branch, as they are on record. */
export type KeptReview = EpicPlace &
  RunStand & {
    readonly branch: string;
    readonly state: ReviewState;
    /** What its journal tells, of all reviews of the branch. */
    readonly run: State;
  };

/** Every branch that was ever reviewed with agents here, the latest unfinished one first. */
export function keptReviews(place: RepositoryPlace): readonly KeptReview[] {
  const found = epicsAt(place, 'reviews').flatMap((kept): KeptReview[] => {
    const { state: run } = runOf(kept);
    const state = reviewIn(run);
    if (state === undefined) return [];
    return [{ ...kept, branch: state.opened.branch, state, run, isOpen: state.ended === null, at: run.at }];
  });
  return likelyFirst(found);
}

export function reviewNamed(place: RepositoryPlace, name: string | undefined): KeptReview | undefined {
  return keptReviews(place).find(({ id, branch }) => name === id || name === branch);
}

/** What a review on record came to, as `gauntlet review` said or would say it. */
export async function keptOutcome({ state, folder, common, branch }: KeptReview): Promise<Outcome> {
  const records = recordsAt(folder);
  const looked = await records.get(state.run, 'mechanical');
  const atEnd = await records.get(state.run, 'roundFindings');
  const found = atEnd ?? (await records.get(state.answers.at(-1)?.run ?? state.run, 'roundFindings'));
  const redAtBase = looked?.redAtBase ?? found?.redAtBase ?? [];
  return reviewOutcome(state, {
    redAtBase,
    known: atEnd?.open ?? [],
    branchAt: refAt(common, `refs/heads/${branch}`),
    held: isHeld({ folder }),
  });
}

/** One entry for each review that waits for a person. */
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
      options: state.options,
    }));
}
