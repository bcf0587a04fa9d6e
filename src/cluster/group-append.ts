import type { Event } from '../model/events.ts';
import { accept } from '../journal/index.ts';
import type { Waiting } from '../journal/index.ts';

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
