import { follow } from '../journal/index.ts';
import type { Event } from '../model/events.ts';
import { isHeld } from './lease-holder.ts';
import { withJournal } from './with-journal.ts';
import type { EpicPlace } from './state-folder.ts';

/** How often to look whether somebody still drives the run. */
const LOOK_MS = 500;

/** How a following ended: the run is over, or whoever followed had enough. */
export type FollowEnd = 'over' | 'interrupted' | 'terminated';

/**
 * Hands on every event after `from` as it is recorded, until nobody drives the run any more or a signal comes. Reading
 * is all it does: the run never waits for it.
 */
export async function followJournal(
  epic: EpicPlace,
  from: number,
  onEvent: (event: Event) => void,
): Promise<FollowEnd> {
  let last = from;
  const hand = (event: Event): void => {
    last = event.seq;
    onEvent(event);
  };
  const end = await until(epic, last, hand);
  // What was recorded between the last look and the end of the run.
  if (end === 'over') {
    await withJournal(epic, (reader) => {
      for (const event of reader.read(last)) hand(event);
    });
  }
  return end;
}

function until(epic: EpicPlace, from: number, hand: (event: Event) => void): Promise<FollowEnd> {
  if (!isHeld(epic)) return Promise.resolve('over');
  return new Promise((resolve, reject) => {
    const problem = (error: unknown): void => {
      stop();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const following = follow(epic.journal, from, { event: hand, problem });
    const end = (how: FollowEnd) => (): void => {
      stop();
      resolve(how);
    };
    const [interrupted, terminated] = [end('interrupted'), end('terminated')];
    const timer = setInterval(() => {
      if (!isHeld(epic)) end('over')();
    }, LOOK_MS);
    const stop = (): void => {
      following.close();
      clearInterval(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', terminated);
    };
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', terminated);
  });
}
