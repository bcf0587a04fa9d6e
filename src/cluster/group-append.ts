import type { Event } from '../model/events.ts';
import { refusal } from '../journal/index.ts';

/** One call of `append` that waits for its answer. */
type Waiting = { readonly events: readonly Event[]; resolve(): void; reject(error: unknown): void };

export type GroupAppend = {
  append(events: readonly Event[]): Promise<void>;
  /** Resolves when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
};

/**
 * Gathers what is appended while the last write is on its way into the next one, and answers each append by itself. One
 * write at a time: each follows from the one before it.
 */
export function groupAppend(
  last: () => number,
  write: (events: readonly Event[]) => Promise<void>,
): GroupAppend {
  let waiting: Waiting[] = [];
  let flight: Promise<void> | undefined;
  const fly = async (): Promise<void> => {
    // Appends of one turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await commit(group, last(), write);
    }
    flight = undefined;
  };
  return {
    append: (events) =>
      new Promise((resolve, reject) => {
        waiting.push({ events, resolve, reject });
        flight ??= fly();
      }),
    idle: async () => flight,
  };
}

async function commit(
  group: readonly Waiting[],
  last: number,
  write: (events: readonly Event[]) => Promise<void>,
): Promise<void> {
  const { accepted, events } = accept(group, last);
  try {
    if (events.length > 0) await write(events);
  } catch (error) {
    for (const each of accepted) each.reject(error);
    return;
  }
  for (const each of accepted) each.resolve();
}

/** Looks at appends in the order in which they came, and answers those at once that are refused. */
function accept(
  group: readonly Waiting[],
  last: number,
): { readonly accepted: readonly Waiting[]; readonly events: readonly Event[] } {
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
