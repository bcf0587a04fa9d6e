import type { AssignmentEvent, Draft } from '../../model/events.ts';
import { STOPPED } from '../../ports/executor.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Clock } from '../../ports/surroundings.ts';
import type { Policy } from '../../decide/index.ts';
import { isStopping, jobNamed } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { admitted, placed, settle } from './settle-decisions.ts';
import type { Step } from './settle-decisions.ts';

/** Carries one assignment out. Undefined: it was called off before it came to anything. The draft is the loop's to keep. */
export type Perform = (assignment: AssignmentEvent, cancel: AbortSignal) => Promise<Draft | undefined>;

export type Loop = {
  readonly journal: Journal;
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Policy;
  readonly state: State;
  /** Work that an earlier coordinator handed out and that has not come back. */
  readonly open: readonly AssignmentEvent[];
  readonly perform: Perform;
  /** What a run comes to that was called off because its ticket was stopped. */
  readonly calledOff?: (assignment: AssignmentEvent) => Draft;
  /** Told of every event once it is durable, in order, with the state after it. */
  readonly onEvents: (steps: readonly Step[]) => void;
  /** Puts in what has waited since before: it is heard ahead of the first decision, which might be to end. */
  readonly gather?: (intake: Intake) => Promise<void>;
  /** Aborted: hand out nothing more, wait for what is running (Ctrl-C once). */
  readonly drain: AbortSignal;
  /** Aborted: call everything off at once (Ctrl-C twice). */
  readonly kill: AbortSignal;
};

export type LoopEnd = { readonly state: State; readonly interrupted: boolean };

/** What people and the executor put in, for good: each draft becomes an event. The loop is woken by it. */
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
  const arrived = (already: boolean): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (already || arrivals.length > 0) resolve();
    });
  return { intake, end: turns(loop, { arrivals, arrived, intake, poke: () => wake() }) };
}

type Inbox = {
  readonly arrivals: Arrival[];
  readonly intake: Intake;
  /** Answers when something has come in, or at once if something has `already`. */
  arrived(already: boolean): Promise<void>;
  poke(): void;
};

async function turns(loop: Loop, inbox: Inbox): Promise<LoopEnd> {
  const crew = crewOf(loop, inbox);
  const drain = (): void => {
    crew.callOff(isWait);
    inbox.poke();
  };
  const kill = (): void => {
    crew.callOff();
    inbox.poke();
  };
  loop.drain.addEventListener('abort', drain);
  loop.kill.addEventListener('abort', kill);
  try {
    if (loop.gather !== undefined) await loop.gather(inbox.intake);
    return await untilOver(loop, inbox, crew);
  } finally {
    loop.drain.removeEventListener('abort', drain);
    loop.kill.removeEventListener('abort', kill);
    // Whatever ended the loop, nothing of it is left running.
    crew.callOff();
    await quiet(crew.running, inbox);
  }
}

async function untilOver(loop: Loop, inbox: Inbox, crew: Crew): Promise<LoopEnd> {
  let state = loop.state;
  for (const assignment of loop.open) crew.start(assignment);
  for (;;) {
    if (crew.failure.length > 0) throw crew.failure[0];
    const turn = decideTurn(loop, state, inbox.arrivals.splice(0));
    if (turn.steps.length > 0) await record(loop, turn);
    state = turn.state;
    for (const assignment of turn.start) crew.start(assignment);
    crew.cancelStopped(state);
    crew.cancelVoided(turn.steps);
    if (state.phase === 'ended') return { state, interrupted: false };
    const isIdle = crew.running.size === 0 && inbox.arrivals.length === 0;
    if (isToStop(loop) && isIdle && crew.failure.length === 0) return { state, interrupted: true };
    await inbox.arrived(crew.failure.length > 0);
    await restOfTurn();
  }
}

/** Whatever else comes in during this turn of the event loop shares the decision and the append. */
function restOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Those who carry assignments out. */
type Crew = {
  readonly running: ReadonlyMap<number, unknown>;
  /** What went wrong with our side; the first one ends the loop. */
  readonly failure: readonly unknown[];
  start(assignment: AssignmentEvent): void;
  callOff(which?: (assignment: AssignmentEvent) => boolean): void;
  /** Calls off what is done for tickets that a person has stopped; it ends with a result, for that is waited for. */
  cancelStopped(state: State): void;
  /** Calls off what is done for candidates that were voided; nobody waits for it. */
  cancelVoided(steps: readonly Step[]): void;
};

function crewOf(loop: Loop, inbox: Inbox): Crew {
  const running = new Map<number, { readonly assignment: AssignmentEvent; readonly off: AbortController }>();
  const failure: unknown[] = [];
  const stopped = new Set<number>();
  const carryOut = async (assignment: AssignmentEvent, off: AbortController): Promise<void> => {
    try {
      const done = await loop.perform(assignment, off.signal);
      const draft = done ?? (stopped.has(assignment.run) ? loop.calledOff?.(assignment) : undefined);
      if (draft !== undefined) inbox.arrivals.push({ draft, recorded: undefined });
    } catch (error) {
      failure.push(error);
    }
    running.delete(assignment.run);
    stopped.delete(assignment.run);
    inbox.poke();
  };
  return {
    running,
    failure,
    start(assignment) {
      const off = new AbortController();
      running.set(assignment.run, { assignment, off });
      void carryOut(assignment, off);
      if (loop.kill.aborted || (loop.drain.aborted && isWait(assignment))) off.abort();
    },
    callOff(which = () => true) {
      for (const { assignment, off } of running.values()) if (which(assignment)) off.abort();
    },
    cancelStopped(state) {
      if (state.stopping.size === 0) return;
      for (const { assignment, off } of running.values()) {
        const job = jobNamed(state, assignment.ticket);
        // A landing is not to be cut off half-way: it is over in a moment, and then it has landed.
        if (job === undefined || !isStopping(job) || assignment.stage === 'land') continue;
        stopped.add(assignment.run);
        off.abort(STOPPED);
      }
    },
    cancelVoided(steps) {
      for (const { event } of steps) {
        if (event.type !== 'candidates_voided') continue;
        for (const run of event.runs) running.get(run)?.off.abort(STOPPED);
      }
    },
  };
}

/** Waiting for a limit can go on after a restart; nobody waits for it to end before one. */
function isWait({ type }: AssignmentEvent): boolean {
  return type === 'wait_started';
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
  const now = (): number => Math.max(state.at, loop.clock.now());
  for (const { draft } of arrivals) {
    const event = placed(draft, state.seq + 1, now());
    state = admitted(state, event);
    steps.push({ event, after: state });
  }
  const recorded = arrivals.flatMap((arrival) => arrival.recorded ?? []);
  if (isToStop(loop)) return { steps, state, start: [], recorded };
  const settled = settle(state, loop.policy, {
    stamp: (draft, nth) => placed(draft, (steps.at(-1)?.event.seq ?? before.seq) + 1 + nth, now()),
    append: (decided) => steps.push(...decided),
  });
  return { steps, state: settled.state, start: settled.start, recorded };
}

function isToStop(loop: Loop): boolean {
  return loop.drain.aborted || loop.kill.aborted;
}

async function record(loop: Loop, turn: Turn): Promise<void> {
  await loop.journal.append(turn.steps.map(({ event }) => event));
  for (const done of turn.recorded) done();
  loop.onEvents(turn.steps);
}

/** Waits until nothing runs any more; what comes back after the end is nobody's business. */
async function quiet(running: ReadonlyMap<number, unknown>, inbox: Inbox): Promise<void> {
  while (running.size > 0) {
    inbox.arrivals.splice(0);
    await inbox.arrived(false);
  }
}
