import type { DatabaseSync } from 'node:sqlite';

import { GauntletError } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import type { JournalReader } from '../ports/journal.ts';
import { isMap } from '../schema/fits.ts';
import { eventsOf, valuesOf } from './event-of.ts';
import { openForReading } from './journal-file.ts';
import { rowsOf, type Rows } from './rows.ts';
import { isOf, readSnapshot, valueOf } from './snapshots.ts';

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

/**
 * The events of a journal after a number, proven by the hash chain to be what a coordinator wrote, but not held against
 * the schema: that costs more than all else that `status` does. For showing only; whoever decides reads with
 * `readJournal`.
 */
export function readRecorded(file: string, after = 0): readonly Event[] {
  const database = openForReading(file);
  try {
    return recorded(database, file, after);
  } finally {
    database.close();
  }
}

/**
 * The same for all of a journal, the first of its events as a snapshot of that version, if there is one. Those events
 * are not read: nothing that is shown comes from them, and whoever writes or verifies proves them.
 */
export function readKept(
  file: string,
  version: string,
): { readonly kept: unknown; readonly events: readonly Event[] } {
  const database = openForReading(file);
  try {
    const kept = readSnapshot(file);
    const fits = kept?.header.version === version && isOf(rowsOf(database, file), kept.header);
    const snapshot = fits ? valueOf(kept) : undefined;
    return { kept: snapshot?.value, events: recorded(database, file, snapshot?.seq ?? 0) };
  } finally {
    database.close();
  }
}

function recorded(database: DatabaseSync, file: string, after: number): readonly Event[] {
  const events: Event[] = [];
  for (const page of rowsOf(database, file).after(after)) {
    for (const row of page) {
      for (const event of valuesOf(row, file).filter(isRecorded)) if (event.seq > after) events.push(event);
    }
  }
  return events;
}

/** What the chain proves was an event when it was written. */
function isRecorded(value: unknown): value is Event {
  return isMap(value) && 'type' in value;
}
