import type { Event } from '../model/events.ts';
import { openForReading } from './journal-file.ts';
import { rowsOf } from './rows.ts';
import { damaged } from './sqlite.ts';

/**
 * The events of a journal after a number, proven by the hash chain to be what a coordinator wrote, but not held against the schema:
 * that costs more than all else that `status` does. For showing only; whoever decides reads with `readJournal`.
 */
export function readRecorded(file: string, after = 0): readonly Event[] {
  const database = openForReading(file);
  try {
    const events: Event[] = [];
    for (const page of rowsOf(database, file).after(after)) {
      for (const { seq, json } of page) events.push(parsed(json, seq, file));
    }
    return events;
  } finally {
    database.close();
  }
}

function parsed(json: string, seq: number, file: string): Event {
  try {
    const event = JSON.parse(json) as Event | null;
    if (event?.seq === seq) return event;
  } catch {
    // Said below, like any other row that is no event.
  }
  throw damaged(file, 'it is no event', { seq });
}
