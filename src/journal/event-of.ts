import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';
import { fits } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';
import type { JournalRow } from './rows.ts';
import { damaged } from './sqlite.ts';
import { valuesOf } from './unfold.ts';

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
