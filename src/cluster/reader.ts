import type { Event } from '../model/events.ts';
import { GauntletError } from '../model/error.ts';
import type { JournalReader } from '../ports/journal.ts';
import { channelOf } from './channel.ts';
import { patiently } from './patiently.ts';
import type { Postgres } from './postgres.ts';
import { isLost } from './postgres-error.ts';
import { bringUpTo, endOf, fetched, placeOf } from './rows.ts';
import type { End } from './rows.ts';
import { withoutTables } from './schema.ts';

const AGAIN_MS = 500;

/** What an epic's journal holds at this moment, every row proven; what comes later is told by `followClusterJournal`. */
export async function readClusterJournal(postgres: Postgres, epic: string): Promise<JournalReader> {
  return fetched(postgres, epic, await knownEnd(postgres, epic));
}

async function knownEnd(postgres: Postgres, epic: string): Promise<End> {
  const end = await endOf(postgres, epic).catch((error: unknown) => {
    throw withoutTables(error);
  });
  if (end !== undefined) return end;
  throw new GauntletError('FILE_UNREADABLE', `there is no journal ${placeOf(postgres, epic)}`, {
    hint: 'Start a run first.',
  });
}

export type ClusterFollower = {
  /** Number of the last event that is known already. */
  readonly after: number;
  /** Events that follow, in order, each once. */
  onEvents(events: readonly Event[]): void;
  /** Following has ended because the journal cannot be read any more. */
  onProblem(error: unknown): void;
};

/** Tells of every event after a number, those that are there and those that come, until it is closed. */
export async function followClusterJournal(
  postgres: Postgres,
  epic: string,
  follower: ClusterFollower,
): Promise<{ close(): void }> {
  let wake: () => void = () => undefined;
  // Before the first look, so that nothing falls between the two.
  const heard = await patiently(() =>
    postgres.listen(channelOf(epic), (said) => {
      if (said === undefined || said === 'events') wake();
    }),
  );
  const place = placeOf(postgres, epic);
  const mirror = await patiently(async () => fetched(postgres, epic, await knownEnd(postgres, epic))).catch(
    (error: unknown) => {
      heard.close();
      throw error;
    },
  );
  let open = true;
  let seen = follower.after;
  const tell = (): void => {
    const events = [...mirror.read(seen)];
    seen = events.at(-1)?.seq ?? seen;
    if (events.length > 0) follower.onEvents(events);
  };
  const close = (): void => {
    if (!open) return;
    open = false;
    heard.close();
    wake();
    mirror.close();
  };
  const following = async (): Promise<void> => {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      try {
        const end = await knownEnd(postgres, epic);
        await bringUpTo(mirror, end, { statements: postgres, epic }, place);
        if (!open) return;
        tell();
      } catch (error) {
        if (!isLost(error)) throw error;
        // The listener's own connection may not have noticed anything.
        setTimeout(wake, AGAIN_MS).unref();
      }
      await woken;
      if (!open) return;
    }
  };
  following().catch((error: unknown) => {
    if (!open) return;
    close();
    follower.onProblem(error);
  });
  return { close };
}
