import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';
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
  const event = EventSchema.safeParse(value);
  if (!event.success)
    throw damaged(file, event.error.issues[0]?.message ?? 'it is no event', { seq: row.seq });
  if (event.data.seq !== row.seq)
    throw damaged(file, `it carries the number ${event.data.seq}`, { seq: row.seq });
  return event.data;
}
