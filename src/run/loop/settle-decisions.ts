import { GauntletError } from '../../model/error.ts';
import { isAssignment, type AssignmentEvent, type Draft, type Event } from '../../model/events.ts';
import { decide } from '../../decide/index.ts';
import type { Policy } from '../../decide/index.ts';
import { evolve, jobAt, jobNamed, mayMove } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import type { FoldedJournal } from './fold-journal.ts';

/** One event of a decision and the state it leads to. */
export type Step = { readonly event: Event; readonly after: State };

/**
 * Where decided events go: `stamp` gives one its place and time (`nth` counts within a decision), `append` makes all
 * events of one decision durable together. Half a decision must never survive: it can mean the opposite of the whole.
 */
export type Recorder = { stamp(draft: Draft, nth: number): Event; append(steps: readonly Step[]): void };

export type Settled = { readonly state: State; readonly start: readonly AssignmentEvent[] };

/**
 * Decide until there is nothing left to decide. Answers with the new state and the work to start, in order; whoever
 * calls starts it only after this returns, so every assignment is durable before its effect.
 */
export function settle(state: State, policy: Policy, recorder: Recorder): Settled {
  const start: AssignmentEvent[] = [];
  let now = state;
  for (let drafts = decide(now, policy); drafts.length > 0; drafts = decide(now, policy)) {
    const steps: Step[] = [];
    for (const draft of drafts) {
      const event = recorder.stamp(draft, steps.length);
      now = admitted(now, event);
      steps.push({ event, after: now });
      if (isAssignment(event)) start.push(event);
    }
    recorder.append(steps);
  }
  return { state: now, start };
}

/** Whether a run that is resumed comes to its end at once: nothing is left to start, and nobody is waited for. */
export function endsAtOnce({ state, open }: Pick<FoldedJournal, 'state' | 'open'>, policy: Policy): boolean {
  let { seq } = state;
  const stamp = (draft: Draft): Event => placed(draft, (seq += 1), state.at);
  const resumed = evolve(state, stamp({ type: 'run_resumed', v: 1 }));
  const { start, state: after } = settle(resumed, policy, { stamp, append: () => undefined });
  return open.length === 0 && start.length === 0 && after.phase === 'ended';
}

/** Gives a draft its place and time. It was made for this alone: it becomes the event, instead of a copy of it. */
export function placed(draft: Draft, seq: number, at: number): Event {
  return Object.assign(draft, { seq, at });
}

/** Fold an event, and refuse it if it would move its job where the lifecycle does not lead (EPIC-01). */
export function admitted(before: State, event: Event): State {
  refuseTakenName(before, event);
  const after = evolve(before, event);
  if ('ticket' in event) refuseIllegal(before, after, event, event.ticket);
  // Opening a fix moves the audit it belongs to as well.
  if (event.type === 'fix_opened') refuseIllegal(before, after, event, event.audit);
  return after;
}

const OPENING: ReadonlySet<Event['type']> = new Set(['fix_opened', 'remediation_opened', 'tip_check_opened']);

/** Two jobs of one name would hide the first from everything that asks for it by name. */
function refuseTakenName(before: State, event: Event): void {
  if (!OPENING.has(event.type) || !('ticket' in event)) return;
  if (jobNamed(before, event.ticket) === undefined) return;
  throw new GauntletError('TRANSITION_ILLEGAL', `${event.type} would open ${event.ticket} a second time`, {
    data: { ticket: event.ticket, event: event.type },
    hint: 'This is a bug in the coordinator; nothing was written.',
  });
}

function refuseIllegal(before: State, after: State, event: Event, id: string): void {
  const was = jobNamed(before, id);
  if (was === undefined) return;
  const is = jobAt(after, was.index);
  if (was === is || mayMove(was.status, is.status)) return;
  const moved = `${event.type} would move ${id} from ${was.status} to ${is.status}`;
  throw new GauntletError('TRANSITION_ILLEGAL', moved, {
    data: { ticket: id, event: event.type },
    hint: 'This is a bug in the coordinator; nothing was written.',
  });
}
