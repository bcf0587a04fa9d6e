import { GauntletError } from '../model/error.ts';
import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';
import { fitsEvent } from './fits-event.ts';

/** One call of `append` that waits for its answer. */
export type Waiting = { readonly events: readonly Event[]; resolve(): void; reject(error: unknown): void };

/** Makes these events durable in one transaction, or none of them. */
type Write = (events: readonly Event[]) => void;

export type GroupCommit = {
  append(events: readonly Event[]): Promise<void>;
  /** Writes what is waiting, now. */
  flush(): void;
};

/**
 * Gathers the appends of one stretch of code into one write, and answers each by itself. They are looked at in the order
 * in which they came; one that is refused leaves the others as they are. What arrives in one turn of the event loop is
 * gathered by whoever waits for it: to wait for the turn's end here as well would make every lonely append pay for it.
 */
export function groupCommit(last: () => number, write: Write): GroupCommit {
  let waiting: Waiting[] = [];
  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length > 0) commit(group, last(), write);
  };
  const append = (events: readonly Event[]): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push({ events, resolve, reject });
    });
  return { append, flush };
}

function commit(group: readonly Waiting[], last: number, write: Write): void {
  const { accepted, events } = accept(group, last);
  try {
    if (events.length > 0) write(events);
  } catch (error) {
    for (const each of accepted) each.reject(error);
    return;
  }
  for (const each of accepted) each.resolve();
}

/** Looks at appends in the order in which they came, and answers those at once that are refused. */
export function accept(
  group: readonly Waiting[],
  last: number,
): { readonly accepted: readonly Waiting[]; readonly events: readonly Event[] } {
  const [only] = group;
  // Most come alone: then there is nothing to gather.
  if (only !== undefined && group.length === 1 && refusal(only.events, last) === undefined)
    return { accepted: group, events: only.events };
  const accepted: Waiting[] = [];
  const events: Event[] = [];
  for (const each of group) {
    const because = refusal(each.events, last + events.length);
    if (because !== undefined) {
      each.reject(because);
      continue;
    }
    accepted.push(each);
    for (const event of each.events) events.push(event);
  }
  return { accepted, events };
}

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
