import { readReviewLog } from '../../journal/index.ts';
import type { ReviewEvent } from '../../model/review-events.ts';
import type { FollowEnd } from '../follow-journal.ts';
import { isHeld } from '../lease-holder.ts';
import type { KeptReview } from './kept-reviews.ts';

/** A review has few events, each a file: looking now and then costs less than being told. */
const LOOK_MS = 250;

/** Hands on every event after `from` as it is recorded, until nobody drives the review any more or a signal comes. */
export function followReview(
  { folder }: Pick<KeptReview, 'folder'>,
  from: number,
  tell: (event: ReviewEvent) => void,
): Promise<FollowEnd> {
  let last = from;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearInterval(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', terminated);
    };
    const end = (how: FollowEnd) => (): void => {
      stop();
      resolve(how);
    };
    const [interrupted, terminated] = [end('interrupted'), end('terminated')];
    const look = (): void => {
      try {
        // Asked first: what is recorded before it is over is there when it is.
        const isOver = !isHeld({ folder });
        for (const event of readReviewLog(folder).slice(last)) {
          last = event.seq;
          tell(event);
        }
        if (isOver) end('over')();
      } catch (error) {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setInterval(look, LOOK_MS);
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', terminated);
    look();
  });
}
