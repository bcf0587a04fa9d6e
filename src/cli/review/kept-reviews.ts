import type { Outcome } from '../../model/outcome.ts';
import { reviewOutcome } from '../../report/index.ts';
import { reviewIn } from '../../state/index.ts';
import type { ReviewState } from '../../state/index.ts';
import type { Io } from '../io.ts';
import { isHeld } from '../lease-holder.ts';
import { refAt, runOf } from '../read-run.ts';
import { recordsAt } from '../records-at.ts';
import { clean } from '../say-error.ts';
import { type EpicPlace, epicsAt, lastWritten, repositoryAt, type RepositoryPlace } from '../state-folder.ts';

/** The reviews of one branch, as they are on record. */
export type KeptReview = EpicPlace & {
  readonly branch: string;
  readonly state: ReviewState;
  /** When the last thing happened. */
  readonly at: number;
};

/** Every branch that was ever reviewed with agents here, the latest first. */
export function keptReviews(place: RepositoryPlace): readonly KeptReview[] {
  return epicsAt(place, 'reviews')
    .flatMap((kept): KeptReview[] => {
      const { state: run } = runOf(kept);
      const state = reviewIn(run);
      return state === undefined ? [] : [{ ...kept, branch: state.opened.branch, state, at: run.at }];
    })
    .toSorted((a, b) => b.at - a.at);
}

export function reviewNamed(place: RepositoryPlace, name: string | undefined): KeptReview | undefined {
  return keptReviews(place).find(({ id, branch }) => name === id || name === branch);
}

/**
 * The review with agents that a command is about: that of the branch it names, or without a name the newest where no epic
 * ever ran. An epic of that name comes first; a review that is newer than the epic is said.
 */
export function recordedReview(asked: string | undefined, io: Io): KeptReview | undefined {
  const place = repositoryAt(io.cwd);
  const epics = epicsAt(place);
  if (asked !== undefined)
    return epics.some(({ id }) => id === asked) ? undefined : reviewNamed(place, asked);
  const [newest] = keptReviews(place);
  const [epic] = epics;
  if (newest === undefined || epic === undefined) return newest;
  if (newest.at > lastWritten(epic))
    io.stderr.write(clean(`the review of ${newest.branch} is newer than this epic`));
  return undefined;
}

/** What a review on record came to, as `gauntlet review` said or would say it. */
export async function keptOutcome({ state, folder, common, branch }: KeptReview): Promise<Outcome> {
  const records = recordsAt(folder);
  const looked = await records.get(state.run, 'mechanical');
  const found = await records.get(state.answers.at(-1)?.run ?? state.run, 'roundFindings');
  const redAtBase = looked?.redAtBase ?? found?.redAtBase ?? [];
  return reviewOutcome(state, {
    redAtBase,
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
