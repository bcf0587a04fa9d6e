import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { GauntletError } from '../model/error.ts';
import { type ReviewDraft, type ReviewEvent, ReviewEventSchema } from '../model/review-events.ts';
import { fits } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';
import { genesis, link } from './chain.ts';
import { diskError } from './disk-error.ts';
import { chainedReview, damaged, nameOf } from './read-review-log.ts';
import { removeUnfinished, syncFolder, writeWhole } from './whole-file.ts';

/** The events of the reviews of one branch: few, so each is a file of its own, chained to the one before. */
export type ReviewLog = {
  readonly events: readonly ReviewEvent[];
  /** Durable when it resolves; answers the event with its number and time. */
  append(draft: ReviewDraft, at: number): Promise<ReviewEvent>;
};

/** Only the holder of the lease in that folder may write. Damage is refused, never passed over. */
export function openReviewLog(folder: string): ReviewLog {
  const home = join(folder, 'events');
  removeUnfinished(home);
  const known = chainedReview(home);
  const events = known.map(({ event }) => schemaHolds(home, event));
  let hash = known.at(-1)?.hash ?? genesis;
  return {
    events,
    async append(draft, at) {
      const seq = events.length + 1;
      const event = eventOf({ ...draft, v: 1, seq, at: Math.max(at, events.at(-1)?.at ?? 0) });
      const json = JSON.stringify(event);
      const next = link(hash, json);
      try {
        if (mkdirSync(home, { recursive: true }) !== undefined) syncFolder(folder);
        await writeWhole(join(home, nameOf(seq)), `${JSON.stringify({ event, hash: next })}\n`);
      } catch (error) {
        throw diskError(error, 'an event of the review could not be written');
      }
      hash = next;
      events.push(event);
      return event;
    },
  };
}

function schemaHolds(home: string, event: ReviewEvent): ReviewEvent {
  if (problemTexts(ReviewEventSchema, event).length === 0) return event;
  throw damaged(
    home,
    `${nameOf(event.seq)} is no event of a review`,
    problemTexts(ReviewEventSchema, event)[0],
  );
}

function eventOf(value: unknown): ReviewEvent {
  if (fits(ReviewEventSchema, value)) return value;
  throw new GauntletError('BUG', `no event of a review: ${problemTexts(ReviewEventSchema, value)[0] ?? ''}`);
}
