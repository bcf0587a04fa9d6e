import type { AssignmentEvent, Draft, Event } from '../model/events.ts';
import type { Journal } from '../ports/journal.ts';
import type { Clock } from '../ports/surroundings.ts';
import type { Policy } from '../route/index.ts';
import type { State } from '../state/index.ts';
import { admitted, settle } from './settle.ts';
import type { Step } from './settle.ts';

/** Carries one assignment out. Undefined: it was called off before it came to anything. */
export type Perform = (assignment: AssignmentEvent, cancel: AbortSignal) => Promise<Draft | undefined>;

export type Loop = {
  readonly journal: Journal;
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Policy;
  readonly state: State;
  /** Work that an earlier coordinator handed out and that has not come back. */
  readonly open: readonly AssignmentEvent[];
  readonly perform: Perform;
  /** Told of every event once it is durable, in order, with the state after it. */
  readonly onEvents: (steps: readonly Step[]) => void;
  /** Aborted: hand out nothing more, wait for what is running (Ctrl-C once). */
  readonly drain: AbortSignal;
  /** Aborted: call everything off at once (Ctrl-C twice). */
  readonly kill: AbortSignal;
};

export type LoopEnd = { readonly state: State; readonly interrupted: boolean };

/** What people and the executor put in; the loop is woken by it. */
export type Intake = { put(draft: Draft, recorded?: () => void): void };

type Arrival = { readonly draft: Draft; readonly recorded: (() => void) | undefined };

/**
 * The loop: what came in becomes events, what follows from them is decided, all of it is made durable in one append,
 * and only then is anything started. Everything that arrived in one turn shares one append, so fifty tickets in flight
 * cost one fsync. Answers when the run has ended, or when it was interrupted and nothing is running any more.
 */
export function runLoop(loop: Loop): { readonly intake: Intake; readonly end: Promise<LoopEnd> } {
  const arrivals: Arrival[] = [];
  let wake: () => void = () => undefined;
  const intake: Intake = {
    put(draft, recorded) {
      arrivals.push({ draft, recorded });
      wake();
    },
  };
  const arrived = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (arrivals.length > 0) resolve();
    });
  return { intake, end: turns(loop, { arrivals, arrived, intake, poke: () => wake() }) };
}

type Desk = {
  readonly arrivals: Arrival[];
  readonly intake: Intake;
  arrived(): Promise<void>;
  poke(): void;
};

async function turns(loop: Loop, desk: Desk): Promise<LoopEnd> {
  const running = new Map<number, AbortController>();
  const failure: { error?: unknown } = {};
  const carryOut = async (assignment: AssignmentEvent): Promise<void> => {
    const controller = new AbortController();
    running.set(assignment.run, controller);
    try {
      const draft = await loop.perform(assignment, controller.signal);
      if (draft !== undefined) desk.arrivals.push({ draft, recorded: undefined });
    } catch (error) {
      failure.error ??= error;
    }
    running.delete(assignment.run);
    desk.poke();
  };
  const start = (assignment: AssignmentEvent): void => void carryOut(assignment);
  const callOff = (): void => {
    for (const controller of running.values()) controller.abort();
  };
  loop.drain.addEventListener('abort', () => desk.poke());
  loop.kill.addEventListener('abort', () => {
    callOff();
    desk.poke();
  });

  let state = loop.state;
  for (const assignment of loop.open) start(assignment);
  for (;;) {
    const turn = decideTurn(loop, state, desk.arrivals.splice(0));
    if (turn.steps.length > 0) await record(loop, turn);
    state = turn.state;
    for (const assignment of turn.start) start(assignment);
    if (failure.error !== undefined || state.phase === 'ended') {
      callOff();
      await quiet(running, desk);
      if (failure.error !== undefined) throw failure.error;
      return { state, interrupted: false };
    }
    if (isStopping(loop) && running.size === 0 && desk.arrivals.length === 0)
      return { state, interrupted: true };
    await desk.arrived();
  }
}

type Turn = {
  readonly steps: readonly Step[];
  readonly state: State;
  readonly start: readonly AssignmentEvent[];
  readonly recorded: readonly (() => void)[];
};

function decideTurn(loop: Loop, before: State, arrivals: readonly Arrival[]): Turn {
  const steps: Step[] = [];
  let state = before;
  const stamp = (draft: Draft, seq: number): Event => ({
    ...draft,
    seq,
    at: Math.max(state.at, loop.clock.now()),
  });
  for (const { draft } of arrivals) {
    const event = stamp(draft, state.seq + 1);
    state = admitted(state, event);
    steps.push({ event, after: state });
  }
  const recorded = arrivals.flatMap((arrival) => arrival.recorded ?? []);
  if (isStopping(loop)) return { steps, state, start: [], recorded };
  const settled = settle(state, loop.policy, {
    stamp: (draft, nth) => stamp(draft, (steps.at(-1)?.event.seq ?? before.seq) + 1 + nth),
    append: (decided) => steps.push(...decided),
  });
  return { steps, state: settled.state, start: settled.start, recorded };
}

function isStopping(loop: Loop): boolean {
  return loop.drain.aborted || loop.kill.aborted;
}

async function record(loop: Loop, turn: Turn): Promise<void> {
  await loop.journal.append(turn.steps.map(({ event }) => event));
  for (const done of turn.recorded) done();
  loop.onEvents(turn.steps);
}

/** Waits until nothing runs any more; what comes back after the end is nobody's business. */
async function quiet(running: ReadonlyMap<number, unknown>, desk: Desk): Promise<void> {
  while (running.size > 0) {
    desk.arrivals.splice(0);
    await desk.arrived();
  }
}
