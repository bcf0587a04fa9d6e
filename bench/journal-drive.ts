import { admitted, placed, settle } from '../src/flow/index.ts';
import type { Recorder } from '../src/flow/index.ts';
import type { AssignmentEvent, Draft, Event } from '../src/model/events.ts';
import type { Journal } from '../src/ports/journal.ts';
import { overtakingBound } from '../src/route/index.ts';
import type { Policy } from '../src/route/index.ts';
import { initialState } from '../src/state/index.ts';
import type { State } from '../src/state/index.ts';
import { pass, planOf, policy } from './coordinator.ts';

/** An epic whose agents all pass at once, driven by hand: one call is one persisted transition. */
export type Drive = {
  /** How many assignments could be answered now. */
  open(): number;
  /** A result comes in: it is folded, everything that follows is decided, and all of it appended together. */
  transition(): Promise<void>;
  state(): State;
  /** Tickets whose landing has been recorded. */
  landed(): number;
};

/**
 * Starts an epic of so many tickets in a journal. Without a journal the same is done in memory. The bound on overtaking
 * is that of as many as are answered at once: places beyond that only keep enough of them at hand.
 */
export async function startEpic(
  journal: Pick<Journal, 'append'>,
  tickets: number,
  inFlight: number,
  atOnce: number = inFlight,
): Promise<Drive> {
  const limits = { maxParallel: inFlight, maxAgents: inFlight + 2, maxVerify: inFlight };
  const chosen: Policy = { ...policy, ...limits };
  const queue: AssignmentEvent[] = [];
  let taken = 0;
  let state = initialState;
  let seq = 0;
  let landed = 0;
  let events: Event[] = [];
  const stamp = (draft: Draft): Event => placed(draft, ++seq, seq);
  const recorder: Recorder = {
    stamp,
    append: (steps) => {
      for (const step of steps) events.push(step.event);
    },
  };
  const record = (draft: Draft): Promise<void> => {
    const event = stamp(draft);
    events = [event];
    const settled = settle(admitted(state, event), chosen, recorder);
    state = settled.state;
    for (const each of settled.start) queue.push(each);
    if (event.type === 'task_complete') landed++;
    return journal.append(events);
  };
  const plan = planOf(tickets);
  await record({
    type: 'run_started',
    v: 1,
    plan,
    overtaking: overtakingBound({ ...chosen, maxParallel: atOnce }),
  });
  return {
    open: () => queue.length - taken,
    transition() {
      const assignment = queue[taken];
      if (assignment === undefined) throw new Error('the epic has ended too soon');
      taken++;
      // What has been answered is forgotten, as the coordinator forgets it.
      if (taken === 4096) queue.splice(0, taken);
      taken %= 4096;
      return record(pass(assignment));
    },
    state: () => state,
    landed: () => landed,
  };
}

/** Answers up to so many at once; the journal makes one transaction of them. */
export async function turn(drive: Drive, atOnce: number): Promise<number> {
  const count = Math.min(atOnce, drive.open());
  await Promise.all(Array.from({ length: count }, () => drive.transition()));
  return count;
}
