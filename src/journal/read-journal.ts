import type { DatabaseSync } from 'node:sqlite';

import { GauntletError } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import type { JournalReader } from '../ports/journal.ts';
import { eventsOf } from './event-of.ts';
import { openForReading } from './journal-file.ts';
import { rowsOf, type Rows } from './rows.ts';

/** Reads a journal, also while a run is on: it waits for nobody and nobody waits for it. */
export function readJournal(file: string): JournalReader {
  const database = openForReading(file);
  try {
    const rows = rowsOf(database, file);
    return {
      last: () => rows.head().seq,
      read: (after = 0) => events(rows, file, after),
      close: closing(database),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Every event after a number, checked. */
export function* events(rows: Rows, file: string, after: number): Generator<Event> {
  for (const page of rows.after(after)) for (const row of page) yield* eventsOf(row, file, after);
}

/** Closing twice is no mistake. */
export function closing(database: DatabaseSync): () => void {
  let open = true;
  return () => {
    if (open) database.close();
    open = false;
  };
}

type Verification =
  | { readonly ok: true; readonly events: number }
  /** `at` is the first event that is not as it was written; 0 where the file itself is not. */
  | { readonly ok: false; readonly at: number; readonly because: string };

/** Proves every event of a journal: hash chain, numbers without a gap, shape. */
export function verifyJournal(file: string): Verification {
  try {
    const reader = readJournal(file);
    try {
      let count = 0;
      for (const _ of reader.read()) count++;
      return { ok: true, events: count };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!(error instanceof GauntletError) || error.code !== 'JOURNAL_DAMAGED') throw error;
    return { ok: false, at: Number(error.data['seq'] ?? 0), because: error.message };
  }
}
