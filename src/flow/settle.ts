import { GauntletError } from '../model/error.ts';
import type { AssignmentEvent, Draft, Event } from '../model/events.ts';
import { decide } from '../route/index.ts';
import type { Policy } from '../route/index.ts';
import { evolve, jobNamed, mayMove } from '../state/index.ts';
import type { State } from '../state/index.ts';

/** Where decided events go: `stamp` gives one its place and time, `append` makes it durable. */
export type Recorder = { stamp(draft: Draft): Event; append(event: Event, after: State): void };

export type Settled = { readonly state: State; readonly start: readonly AssignmentEvent[] };

/**
 * Decide until there is nothing left to decide. Answers with the new state and the work to start, in order; whoever
 * calls starts it only after this returns, so every assignment is durable before its effect.
 */
export function settle(state: State, policy: Policy, recorder: Recorder): Settled {
  const start: AssignmentEvent[] = [];
  let now = state;
  for (let drafts = decide(now, policy); drafts.length > 0; drafts = decide(now, policy)) {
    for (const draft of drafts) {
      const event = recorder.stamp(draft);
      now = admitted(now, event);
      recorder.append(event, now);
      if ('reserved' in event) start.push(event);
    }
  }
  return { state: now, start };
}

/** Fold an event, and refuse it if it would move its job where the lifecycle does not lead (EPIC-01). */
export function admitted(before: State, event: Event): State {
  const after = evolve(before, event);
  if (!('ticket' in event)) return after;
  const was = jobNamed(before, event.ticket)?.status;
  const is = jobNamed(after, event.ticket)?.status;
  if (was === undefined || is === undefined || mayMove(was, is)) return after;
  throw new GauntletError(
    'TRANSITION_ILLEGAL',
    `${event.type} would move ${event.ticket} from ${was} to ${is}`,
    {
      data: { ticket: event.ticket, event: event.type },
      hint: 'This is a bug in the coordinator; nothing was written.',
    },
  );
}
