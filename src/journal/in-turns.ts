import { setImmediate as breathe } from 'node:timers/promises';

const AT_ONCE = 500;

/**
 * A long list, part by part, with a turn of the event loop after each: what has to be done on time meanwhile, such as
 * renewing a lease, is done on time.
 */
export async function* inTurns<T>(all: Iterable<T>): AsyncGenerator<readonly T[]> {
  let part: T[] = [];
  for (const each of all) {
    part.push(each);
    if (part.length < AT_ONCE) continue;
    yield part;
    part = [];
    await breathe();
  }
  if (part.length > 0) yield part;
}
