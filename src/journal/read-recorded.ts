import type { DatabaseSync } from 'node:sqlite';
import type { Event } from '../model/events.ts';
import { isMap } from '../schema/fits.ts';
import { openForReading } from './journal-file.ts';
import { rowsOf } from './rows.ts';
import { isOf, readSnapshot, valueOf } from './snapshots.ts';
import { valuesOf } from './event-of.ts';

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
