import { admitted, placed, settle } from '../src/run/index.ts';
import { isAssignment, type AssignmentEvent, type Draft, type Event } from '../src/model/events.ts';
import type { Journal } from '../src/ports/journal.ts';
import { decide, overtakingBound } from '../src/decide/index.ts';
import type { Policy } from '../src/decide/index.ts';
import { initialState } from '../src/state/index.ts';
import type { State } from '../src/state/index.ts';
import { pass, planOf, policy } from './coordinator.ts';

const none: readonly Draft[] = [];

/** An epic whose agents all pass at once, driven by hand as the coordinator's loop drives one. */
export type Drive = {
  /** How many assignments could be answered now. */
  open(): number;
  /** Makes up the next so many answers ahead of time, as agents do: that is no work of the coordinator. */
  makeUp(count: number): void;
  /**
   * One persisted transition: an event, which is what was decided last or else the next result, is folded, what follows
   * from it is decided, and it is appended by itself.
   */
  step(): Promise<void>;
  /**
   * What the coordinator's loop does: so many results come in at once, or as many as there are; they are folded,
   * everything that follows is decided, and all of it is one append.
   */
  answer(count: number): Promise<void>;
  state(): State;
  /** Tickets whose landing has been recorded. */
  landed(): number;
};

/** What has been handed out and what its agents say. */
function agents() {
  const queue: AssignmentEvent[] = [];
  const answers: Draft[] = [];
  let [taken, said] = [0, 0];
  const makeUp = (count: number): void => {
    // What has been answered is forgotten, as the coordinator forgets it.
    if (said >= 4096) {
      queue.splice(0, taken);
      answers.splice(0, said);
      [taken, said] = [0, 0];
    }
    const to = Math.min(taken + count - (answers.length - said), queue.length);
    for (; taken < to; taken++) answers.push(pass(queue[taken] as AssignmentEvent));
  };
  const open = (): number => queue.length - taken + answers.length - said;
  const next = (): Draft => {
    if (said === answers.length) makeUp(1);
    const answer = answers[said++];
    if (answer === undefined) throw new Error('the epic has ended too soon');
    return answer;
  };
  return { open, start: (assignment: AssignmentEvent): void => void queue.push(assignment), makeUp, next };
}

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
  const crew = agents();
  let state = initialState;
  let seq = 0;
  let landed = 0;
  let decided = none;
  const fold = (draft: Draft): Event => {
    const event = placed(draft, ++seq, seq);
    state = admitted(state, event);
    if (event.type === 'task_complete') landed++;
    return event;
  };
  const record = (events: Event[]): Promise<void> => {
    const settled = settle(state, chosen, {
      stamp: (draft) => placed(draft, ++seq, seq),
      append: (steps) => {
        for (const step of steps) events.push(step.event);
      },
    });
    state = settled.state;
    for (const each of settled.start) crew.start(each);
    return journal.append(events);
  };
  const step = (): Promise<void> => {
    const event = fold(decided[0] ?? crew.next());
    if (decided.length > 0) decided = decided.length === 1 ? none : decided.slice(1);
    if (isAssignment(event)) crew.start(event);
    // Nothing is decided on half a decision.
    if (decided.length === 0) decided = decide(state, chosen);
    return journal.append([event]);
  };
  const overtaking = overtakingBound({ ...chosen, maxParallel: atOnce });
  await record([fold({ type: 'run_started', v: 1, plan: planOf(tickets), overtaking })]);
  return {
    open: crew.open,
    makeUp: crew.makeUp,
    step,
    answer(count) {
      const events: Event[] = [];
      for (let nth = Math.min(count, crew.open()); nth > 0; nth--) events.push(fold(crew.next()));
      return record(events);
    },
    state: () => state,
    landed: () => landed,
  };
}
