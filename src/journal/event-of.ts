import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';
import { fitsEvent } from './fits-event.ts';
import type { Row } from './rows.ts';
import { damaged } from './sqlite.ts';

/** A row as an event; what does not fit is damage, never skipped. */
export function eventOf(row: Row, file: string): Event {
  let value: unknown;
  try {
    value = JSON.parse(row.json);
  } catch (error) {
    throw damaged(file, 'it is not JSON', { seq: row.seq, cause: error });
  }
  const event = fitsEvent(value) ? value : judged(value, row.seq, file);
  if (event.seq !== row.seq) throw damaged(file, `it carries the number ${event.seq}`, { seq: row.seq });
  return event;
}

function judged(value: unknown, seq: number, file: string): Event {
  const event = EventSchema.safeParse(value);
  if (event.success) return event.data;
  throw damaged(file, event.error.issues[0]?.message ?? 'it is no event', { seq });
}
