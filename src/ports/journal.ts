import type { Event } from '../model/events.ts';
import type { Steering } from '../model/steering.ts';

/** What a reader may do, also while a run is on. */
export type JournalReader = {
  /** Number of the last event; 0 for an empty journal. */
  last(): number;
  /** Events after the given number, in order. Damage is a GauntletError JOURNAL_DAMAGED, never a shorter list. */
  read(after?: number): Iterable<Event>;
  close(): void;
};

/**
 * The one writer of an epic's journal, holding its lease. Whoever lost the lease (another coordinator has taken over)
 * is refused with STATE_CONFLICT at the next append: the fencing number in every write is the guard, the lock a courtesy.
 */
export type Journal = JournalReader & {
  /**
   * Makes the events durable together, or none of them. They carry their numbers: the first must follow `last()`, or
   * the append is refused with STATE_CONFLICT. Resolves after the data has reached the disk.
   */
  append(events: readonly Event[]): Promise<void>;
};

/** What makes resuming quick: what was remembered as of some event, so that only the events after it have to be folded. */
export type Snapshots = {
  /**
   * Keeps a copy of a value (anything that can be cloned) as of event `seq`, which must be durable already; it may
   * change once this has returned. `version` names its shape; a newer snapshot replaces the older. Losing one costs time
   * only, so a failure to write it is no error.
   */
  saveSnapshot(seq: number, value: unknown, version: string): Promise<void>;
  /** The kept one, if it is whole, of that version and of this very history; anything else is passed over. */
  loadSnapshot(version: string): { readonly seq: number; readonly value: unknown } | undefined;
};

/** What a person says to a run from another terminal while a coordinator holds the lease. */
export type Message =
  | {
      readonly kind: 'answer';
      readonly ticket: string;
      /** The event that asked. */
      readonly question: number;
      readonly choice: string;
      readonly by: string;
      readonly why: string;
    }
  | {
      readonly kind: 'steer';
      readonly act: Steering;
      /** The last event that whoever asked for it had seen. */
      readonly seen: number;
    };

/** Messages wait here until the coordinator has recorded them as events; each is delivered at least once. */
export type Mailbox = {
  put(message: Message): Promise<void>;
  /**
   * Calls back for every waiting and coming message; `done` removes it, after it is in the journal. `id` is the same at
   * every delivery of it.
   */
  watch(deliver: (message: Message, done: () => void, id: string) => void): { close(): void };
};
