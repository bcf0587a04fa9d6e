import { each, type State } from '../state/index.ts';
import { duration, quoted } from './say.ts';

export type SlowReview = { readonly ticket: string; readonly ms: number };

/** Jobs whose slowest critic took longer than the target, or takes longer now. Nobody is stopped for it (003#23). */
export function slowReviews(state: State, targetMs: number, now: number): readonly SlowReview[] {
  const slow: SlowReview[] = [];
  for (const { id, stage, seats, reviewMs } of each(state.jobs)) {
    const atWork = stage === 'review' ? seats.filter((seat) => seat.state === 'running') : [];
    const ms = Math.max(reviewMs, ...atWork.map(({ since }) => now - since));
    if (ms > targetMs) slow.push({ ticket: id, ms });
  }
  return slow;
}

const MOST_NAMES = 5;

/** The line of `status` about slow reviews; empty where all are within the target. */
export function slowReviewLine(slow: readonly SlowReview[], targetMs: number): string {
  if (slow.length === 0) return '';
  const named = slow.slice(0, MOST_NAMES).map(({ ticket, ms }) => `${quoted(ticket, 64)} ${duration(ms)}`);
  const more = slow.length > MOST_NAMES ? ` and ${slow.length - MOST_NAMES} more` : '';
  return `reviews over the target of ${duration(targetMs)}: ${named.join(', ')}${more}`;
}
