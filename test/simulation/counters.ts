import type { Event } from '../../src/model/events.ts';
import { jobNamed } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import type { Breach } from './world.ts';

/** Counters only ever grow (REWORK-04), and nothing leaves an end state. */
export function checkCounters(event: Event, before: State, after: State, breach: Breach): void {
  if (!('ticket' in event)) return;
  const was = jobNamed(before, event.ticket);
  const is = jobNamed(after, event.ticket);
  if (was === undefined || is === undefined || was === is) return;
  for (const kind of ['review', 'audit', 'validation', 'incomplete', 'landing'] as const) {
    if (is.failures[kind] < was.failures[kind])
      breach(`REWORK-04: the ${kind} counter of ${event.ticket} went back`);
  }
  if (is.attempt < was.attempt || is.spent.usd < was.spent.usd - 1e-9)
    breach(`${event.ticket} forgot what it has used`);
}
