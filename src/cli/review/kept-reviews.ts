import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { foldReview } from '../../flow/index.ts';
import { readReviewLog } from '../../journal/index.ts';
import type { ReviewState } from '../../review/index.ts';
import type { RepositoryPlace } from '../state-folder.ts';

/** The reviews of one branch, as they are on record. */
export type KeptReview = {
  readonly id: string;
  readonly folder: string;
  readonly branch: string;
  readonly state: ReviewState;
  /** When the last thing happened. */
  readonly at: number;
};

/** Every branch that was ever reviewed with agents here, the latest first. */
export function keptReviews({ state }: Pick<RepositoryPlace, 'state'>): readonly KeptReview[] {
  const home = join(state, 'reviews');
  return idsIn(home)
    .flatMap((id): KeptReview[] => {
      const folder = join(home, id);
      const events = readReviewLog(folder);
      const folded = foldReview(events);
      if (folded.opened === null) return [];
      return [{ id, folder, branch: folded.opened.branch, state: folded, at: events.at(-1)?.at ?? 0 }];
    })
    .toSorted((a, b) => b.at - a.at);
}

export function reviewNamed(
  place: Pick<RepositoryPlace, 'state'>,
  name: string | undefined,
): KeptReview | undefined {
  return keptReviews(place).find(({ id, branch }) => name === id || name === branch);
}

function idsIn(home: string): readonly string[] {
  try {
    return readdirSync(home);
  } catch {
    return [];
  }
}
