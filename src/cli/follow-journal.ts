import { follow } from '../journal/index.ts';
import type { Event } from '../model/events.ts';
import { type ExitCode, exitCodes } from '../model/exit-codes.ts';
import { isHeld } from '../project/lease-holder.ts';
import { withJournal } from '../project/kept/read-run.ts';
import type { EpicPlace } from '../project/state-folder.ts';

/** How often to look whether somebody still drives the run. */
const LOOK_MS = 500;

/**
 * Hands on every event after `from` as it is recorded, until nobody drives the run any more (undefined) or a signal
 * comes. Reading is all it does: the run never waits for it.
 */
export async function followJournal(
  epic: EpicPlace,
  from: number,
  onEvent: (event: Event) => void,
): Promise<ExitCode | undefined> {
  let last = from;
  const hand = (event: Event): void => {
    last = event.seq;
    onEvent(event);
  };
  const end = await until(epic, last, hand);
  // What was recorded between the last look and the end of the run.
  if (end === undefined) {
    await withJournal(epic, (reader) => {
      for (const event of reader.read(last)) hand(event);
    });
  }
  return end;
}

function until(epic: EpicPlace, from: number, hand: (event: Event) => void): Promise<ExitCode | undefined> {
  if (!isHeld(epic)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const problem = (error: unknown): void => {
      stop();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const following = follow(epic.journal, from, { event: hand, problem });
    const end = (code?: ExitCode) => (): void => {
      stop();
      resolve(code);
    };
    const [interrupted, terminated] = [end(exitCodes.interrupted), end(exitCodes.terminated)];
    const timer = setInterval(() => {
      if (!isHeld(epic)) end()();
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
