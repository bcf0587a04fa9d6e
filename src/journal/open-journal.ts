import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GauntletError } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import type { Journal, Snapshots } from '../ports/journal.ts';
import { link } from './chain.ts';
import { diskError } from './disk-error.ts';
import { eventsOf } from './event-of.ts';
import { createJournalFile, openForReading, removeJournalFile } from './journal-file.ts';
import { appending, takeEnd } from './layout.ts';
import { acquireLease } from './lease.ts';
import type { Lease } from './lease.ts';
import { events } from './read-journal.ts';
import { refusal } from './refusal.ts';
import { rowsOf } from './rows.ts';
import type { Head, JournalRow } from './rows.ts';
import { RowSum } from './row-sum.ts';
import { isUnchanged, readSnapshot, snapshotsOf } from './snapshots.ts';
import type { KeptSnapshot } from './snapshots.ts';
import { damaged, isTrouble, journalError, openDatabase } from './sqlite.ts';
import { isLogBroken } from './torn-log.ts';
import { removeUnfinished } from './whole-file.ts';

export type JournalPlace = {
  readonly file: string;
  /** The lock that says who may write; `lease.db` beside the journal unless told otherwise. */
  readonly lease?: string;
};

/**
 * Opens an epic's journal for its one writer, or makes an empty one. Refused with STATE_CONFLICT while another
 * coordinator lives, with JOURNAL_DAMAGED if anything in the file is not as it was written; then nothing was touched.
 */
export function openJournal(place: JournalPlace): Journal & Snapshots {
  const { file, lease: leaseFile = join(dirname(file), 'lease.db') } = place;
  for (const path of [file, leaseFile]) makeFolderOf(path);
  const lease = acquireLease(leaseFile);
  let database: DatabaseSync | undefined;
  try {
    const known = existsSync(file) ? proveWhole(file) : created(file);
    database = openDatabase(file, { readOnly: false });
    removeUnfinished(dirname(file));
    return writerOf(database, file, lease, known);
  } catch (error) {
    database?.close();
    lease.release();
    throw journalError(error, file);
  }
}

function makeFolderOf(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw diskError(error, 'the folder of the journal cannot be created');
  }
}

/** What is known of a journal once all of it has been looked at. */
type Known = {
  readonly sum: RowSum;
  readonly kept: KeptSnapshot | undefined;
  /** The last event of the snapshot. */
  readonly vouched: number;
  /** The rows after it, proven: whoever goes on from it reads them next. */
  readonly rest: readonly JournalRow[];
};

function created(file: string): Known {
  createJournalFile(file);
  return unknown();
}

function unknown(): Known {
  return { sum: new RowSum(), kept: undefined, vouched: 0, rest: [] };
}

/**
 * Looks at every row through a connection that cannot write, before one is opened that could. Rows that a snapshot
 * vouches for are summed up, all others are proven one by one; so is everything where the sum is another.
 */
function proveWhole(file: string): Known {
  if (isLogBroken(file)) throw damaged(file, 'its write-ahead log is damaged in the middle');
  const database = openForReading(file);
  try {
    const kept = readSnapshot(file);
    const sum = new RowSum();
    const vouched = kept !== undefined && isUnchanged(database, kept.header, sum) ? kept.header.seq : 0;
    const rest: JournalRow[] = [];
    for (const page of rowsOf(database, file).after(vouched)) if (vouched > 0) rest.push(...page);
    return vouched === 0 ? unknown() : { sum, kept, vouched, rest };
  } finally {
    database.close();
  }
}

function writerOf(database: DatabaseSync, file: string, lease: Lease, known: Known): Journal & Snapshots {
  database.exec('PRAGMA synchronous = FULL');
  takeEnd(database);
  const rows = rowsOf(database, file);
  const writer = transactions(database, file, rows.head());
  let open = true;
  let { rest } = known;
  const read = (after: number): Iterable<Event> => {
    const proven = after === known.vouched && rest.at(-1)?.last === writer.last() ? rest : undefined;
    rest = [];
    return proven?.flatMap((row) => eventsOf(row, file, after)) ?? events(rows, file, after);
  };
  return {
    last: () => writer.last(),
    read: (after = 0) => read(after),
    append(all) {
      try {
        if (!open) throw closed();
        writer.write(all);
        return durable;
      } catch (error) {
        return Promise.reject(error);
      }
    },
    ...snapshotsOf({ file, database, rows, last: () => writer.last(), ...known }),
    close() {
      if (!open) return;
      open = false;
      const isEmpty = writer.last() === 0;
      database.close();
      if (isEmpty) removeJournalFile(file);
      lease.release();
    },
  };
}

const durable = Promise.resolve();

// Every append comes after a sleep for the disk: what it touches is cold, so it touches little, and texts only.
function transactions(database: DatabaseSync, file: string, head: Head) {
  const append = database.prepare(appending(head.fence));
  let { seq: last, hash } = head;
  /** Why nothing may be written any more. */
  let over: GauntletError | undefined;
  const write = (all: readonly Event[]): void => {
    if (over !== undefined) throw over;
    const because = refusal(all, last);
    if (because !== undefined) throw because;
    if (all.length === 0) return;
    const json = JSON.stringify(all);
    const next = link(hash, json);
    const end = last + all.length;
    try {
      append.run({ seq: last + 1, json, hash: next, last: end, after: hash });
    } catch (error) {
      const said = isTrouble(error, 'constraint') ? overtaken(file) : journalError(error, file);
      // After a failed sync nobody knows what has reached the disk: only a fresh look at the file can tell.
      if (!isTrouble(error, 'full') && !isTrouble(error, 'busy')) over = said;
      throw said;
    }
    last = end;
    hash = next;
  };
  return { last: () => last, write };
}

function overtaken(file: string): GauntletError {
  return new GauntletError('STATE_CONFLICT', `another coordinator has taken over the journal ${file}`, {
    hint: 'This coordinator stops; `gauntlet status` shows the run of the other one.',
  });
}

function closed(): GauntletError {
  return new GauntletError('BUG', 'the journal is closed');
}
