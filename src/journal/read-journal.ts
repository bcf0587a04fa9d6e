import type { DatabaseSync } from 'node:sqlite';
import type { Event } from '../model/events.ts';
import type { JournalReader } from '../ports/journal.ts';
import { openForReading } from './journal-file.ts';
import { eventsOf } from './event-of.ts';
import { rowsOf } from './rows.ts';
import type { Rows } from './rows.ts';

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
