import { GauntletError } from '../model/error.ts';
import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';
import { fits } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';

/** Why these events may not follow the last one. What does not fit the schema could never be read again. */
export function refusal(events: readonly Event[], last: number): GauntletError | undefined {
  let expected = last + 1;
  for (const event of events) {
    if (event.seq !== expected)
      return new GauntletError('STATE_CONFLICT', `event ${event.seq} cannot follow event ${expected - 1}`, {
        data: { expected, got: event.seq },
        hint: 'Another coordinator may have written; read the journal again.',
      });
    if (!fits(EventSchema, event)) {
      const [because = ''] = problemTexts(EventSchema, event);
      return new GauntletError('BUG', `event ${expected} is malformed: ${because}`);
    }
    expected++;
  }
  return undefined;
}
