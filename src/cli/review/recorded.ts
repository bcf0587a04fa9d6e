import { readReviewLog } from '../../journal/index.ts';
import type { ReviewEvent } from '../../model/review-events.ts';
import { addSpend, nothingSpent, type Spend } from '../../model/usage.ts';
import { clean } from '../say-error.ts';
import { isHeld } from '../lease-holder.ts';
import type { Io } from '../io.ts';
import { epicsAt, lastWritten, repositoryAt } from '../state-folder.ts';
import { type KeptReview, keptReviews } from './kept-reviews.ts';

/**
 * The review with agents that a command is about: that of the branch it names, or without a name the newest where no epic
 * ever ran. An epic of that name comes first; a review that is newer than the epic is said.
 */
export function recordedReview(asked: string | undefined, io: Io): KeptReview | undefined {
  const place = repositoryAt(io.cwd);
  const reviews = keptReviews(place);
  const epics = epicsAt(place);
  if (asked !== undefined) {
    if (epics.some(({ id }) => id === asked)) return undefined;
    return reviews.find(({ id, branch }) => asked === id || asked === branch);
  }
  const [newest] = reviews;
  const [epic] = epics;
  if (newest === undefined || epic === undefined) return newest;
  if (newest.at > lastWritten(epic))
    io.stderr.write(clean(`newer than the epic: the review of ${newest.branch}`));
  return undefined;
}

/** How a review stands, in one word. */
export function standingWord({ state, folder }: KeptReview): string {
  if (state.ended !== null) return state.ended.status;
  if (isHeld({ folder })) return 'running';
  return state.question === null ? 'interrupted' : 'escalated';
}

export type RoleCost = { readonly role: string; readonly runs: number } & Spend;

/** What agents used in all reviews of the branch, by role. */
export function costsByRole({ folder }: KeptReview): readonly RoleCost[] {
  const roles = new Map<number, string>();
  const costs = new Map<string, RoleCost>();
  for (const event of readReviewLog(folder)) {
    const role = dispatched(event);
    if (role !== undefined && 'run' in event) roles.set(event.run, role);
    if (!('used' in event)) continue;
    const of = roles.get(event.run) ?? 'unknown';
    const known = costs.get(of) ?? { role: of, runs: 0, ...nothingSpent };
    costs.set(of, { role: of, runs: known.runs + 1, ...addSpend(known, event.used) });
  }
  return [...costs.values()];
}

function dispatched({ type }: ReviewEvent): string | undefined {
  return /^(.+)_dispatched$/.exec(type)?.[1];
}
