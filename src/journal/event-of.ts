import { EventSchema, type Event } from '../model/events.ts';
import { fits } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';
import type { JournalRow } from './rows.ts';
import { damaged } from './sqlite.ts';

/** The events of a row after a number; what does not fit is damage, never skipped. */
export function eventsOf(row: JournalRow, file: string, after: number): readonly Event[] {
  const events: Event[] = [];
  for (const [nth, value] of valuesOf(row, file).entries()) {
    const seq = row.seq + nth;
    if (seq > after) events.push(judged(value, seq, file));
  }
  return events;
}

function judged(value: unknown, seq: number, file: string): Event {
  if (fits(EventSchema, value)) return value;
  throw damaged(file, problemTexts(EventSchema, value)[0] ?? 'it is not an event', { seq });
}

/** What a row holds, as many values as it says and each with its number; whether they are events is for others. */
export function valuesOf(row: JournalRow, file: string): readonly unknown[] {
  const values = parsed(row, file);
  if (values.length !== row.last - row.seq + 1)
    throw damaged(file, `the row contains ${values.length} events, which do not end at event ${row.last}`, {
      seq: row.seq,
    });
  for (const [nth, value] of values.entries()) {
    const seq = typeof value === 'object' && value !== null && 'seq' in value ? value.seq : undefined;
    if (seq !== row.seq + nth)
      throw damaged(file, `it carries the number ${String(seq)}`, { seq: row.seq + nth });
  }
  return values;
}

function parsed(row: JournalRow, file: string): readonly unknown[] {
  try {
    const value = JSON.parse(row.json) as unknown;
    // A row of the first layout is one event by itself.
    return Array.isArray(value) ? value : [value];
  } catch (error) {
    throw damaged(file, 'it is not JSON', { seq: row.seq, cause: error });
  }
}
