import { GauntletError } from '../model/error.ts';
import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';
import { fitsEvent } from './fits-event.ts';

/** Why these events may not follow the last one. What does not fit the schema could never be read again. */
export function refusal(events: readonly Event[], last: number): GauntletError | undefined {
  let expected = last + 1;
  for (const event of events) {
    if (event.seq !== expected)
      return new GauntletError('STATE_CONFLICT', `event ${event.seq} cannot follow event ${expected - 1}`, {
        data: { expected, got: event.seq },
        hint: 'Another coordinator may have written; read the journal again.',
      });
    const because = fitsEvent(event) ? undefined : malformed(event);
    if (because !== undefined) return because;
    expected++;
  }
  return undefined;
}

function malformed(event: Event): GauntletError | undefined {
  const issue = EventSchema.safeParse(event).error?.issues[0];
  if (issue === undefined) return undefined;
  const where = issue.path.map(String).join('.');
  return new GauntletError(
    'BUG',
    `event ${event.seq} (${event.type}) is malformed: ${where} ${issue.message}`,
  );
}
