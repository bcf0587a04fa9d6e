import { GauntletError } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import type { Journal } from '../ports/journal.ts';
import type { Mirror } from '../journal/index.ts';
import { appendRow } from './append.ts';
import type { Appending, Within } from './append.ts';
import { groupAppend } from './group-append.ts';
import { takeLease } from './coordinator-lease.ts';
import type { LeaseOptions } from './coordinator-lease.ts';
import type { Postgres } from './postgres.ts';
import { fetched } from './rows.ts';

export type ClusterJournalOptions = LeaseOptions & {
  /** Runs in the transaction of every append, before its end: jobs are sent and completed here. May run again. */
  readonly within?: Within;
};

export type ClusterJournal = Journal & {
  readonly fence: number;
  /** When the run began that has the name now. */
  readonly born: string;
  /** Aborted once the lease may be somebody else's; the reason says why. */
  readonly lost: AbortSignal;
  /** Resolves when what was waiting at `close` is written and the lease is given back. */
  closed(): Promise<void>;
};

/**
 * Opens an epic's journal for its one writer, or begins one. Refused with STATE_CONFLICT while another coordinator holds
 * the lease, with JOURNAL_DAMAGED if any row is not as it was written.
 */
export async function openClusterJournal(
  postgres: Postgres,
  epic: string,
  options: ClusterJournalOptions,
): Promise<ClusterJournal> {
  const lease = await takeLease(postgres, epic, options);
  try {
    const mirror = await fetched(postgres, epic, lease.end);
    return writerOf({ postgres, epic, lease, within: options.within }, mirror);
  } catch (error) {
    await lease.release().catch(() => undefined);
    throw error;
  }
}

function writerOf(writing: Omit<Appending, 'ended'>, mirror: Mirror): ClusterJournal {
  const { lease } = writing;
  /** Why nothing may be written any more. */
  let over: GauntletError | undefined;
  const ended = (because: GauntletError): GauntletError => (over = because);
  const write = async (events: readonly Event[]): Promise<void> => {
    if (over !== undefined) throw over;
    const row = await appendRow({ ...writing, ended }, { seq: mirror.last(), hash: mirror.hash() }, events);
    try {
      mirror.add([row]);
    } catch (error) {
      // It is recorded, but no longer at hand here.
      throw error instanceof GauntletError ? ended(error) : error;
    }
  };
  const group = groupAppend(() => mirror.last(), write);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await group.idle();
    mirror.close();
    // A lease that cannot be given back runs out by itself.
    await lease.release().catch(() => undefined);
  };
  return {
    fence: lease.fence,
    born: lease.born,
    lost: lease.lost,
    last: () => mirror.last(),
    read: (after = 0) => mirror.read(after),
    append: (events) =>
      closing === undefined
        ? group.append(events)
        : Promise.reject(new GauntletError('BUG', 'the journal is closed')),
    close: () => void (closing ??= close()),
    closed: () => (closing ??= close()),
  };
}
