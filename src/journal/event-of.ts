import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';
import { fitsEvent } from './fits-event.ts';
import type { Row } from './rows.ts';
import { damaged } from './sqlite.ts';
import { valuesOf } from './unfold.ts';

/** The events of a row after a number; what does not fit is damage, never skipped. */
export function eventsOf(row: Row, file: string, after: number): readonly Event[] {
  const events: Event[] = [];
  for (const [nth, value] of valuesOf(row, file).entries()) {
    const seq = row.seq + nth;
    if (seq > after) events.push(fitsEvent(value) ? value : judged(value, seq, file));
  }
  return events;
}

function judged(value: unknown, seq: number, file: string): Event {
  const event = EventSchema.safeParse(value);
  if (event.success) return event.data;
  throw damaged(file, event.error.issues[0]?.message ?? 'it is no event', { seq });
}
