import type { AssignmentEvent, Draft } from '../../model/events.ts';
import type { Executor } from '../../ports/executor.ts';
import type { Journal, Mailbox, Snapshots } from '../../ports/journal.ts';
import type { Policy } from '../../decide/index.ts';
import type { State } from '../../state/index.ts';
import { MailboxReader } from './mailbox-reader.ts';
import type { CurrentPlan } from './current-plan.ts';
import type { SnapshotKeeper } from './keep-snapshots.ts';
import type { RunProjection } from './run-projection.ts';
import type { StagePorts } from './open-context.ts';
import { nameOf, perform } from './perform.ts';
import type { Milepost } from './perform.ts';
import { runLoop } from './run-loop.ts';
import type { Intake, LoopEnd } from './run-loop.ts';
import { admitted, placed } from './settle-decisions.ts';
import type { Step } from './settle-decisions.ts';
import { calledOff } from '../stage-context.ts';
import type { Inputs, StageContext } from '../stage-context.ts';

export type RunPorts = StagePorts & {
  readonly journal: Journal & Partial<Snapshots>;
  readonly mailbox: Mailbox;
  /** Other machines, where there are any. */
  readonly executor?: Executor;
};

/** Who drives a run, of an epic or of a review, and who is told. */
export type DriveOptions = {
  readonly ports: RunPorts;
  readonly drain: AbortSignal;
  readonly kill: AbortSignal;
  readonly onEvents: (steps: readonly Step[]) => void;
  /** Told what judges the run from now on, when a person has changed a ticket. */
  readonly onInputs?: (inputs: Inputs) => void;
  readonly milepost?: Milepost;
};

export type DriveSession = {
  readonly run: DriveOptions;
  readonly context: StageContext;
  readonly policy: Policy;
  readonly judging: CurrentPlan;
  readonly memory: RunProjection;
  readonly snapshots: SnapshotKeeper;
  readonly state: State;
  /** Work that an earlier coordinator handed out and that has not come back. */
  readonly open: readonly AssignmentEvent[];
};

/** Drives what was begun to its end, or to where it was interrupted; hears what people put into the mailbox. */
export async function driveRun(
  { run, context, policy, judging, memory, snapshots, state, open }: DriveSession,
  gather: (intake: Intake) => Promise<void> = () => Promise.resolve(),
): Promise<LoopEnd> {
  const { ports } = run;
  let post: { close(): void } | undefined;
  const { end } = runLoop({
    journal: ports.journal,
    clock: ports.clock,
    policy: {
      ...policy,
      excess: (now) => context.meter.excess(now),
      sharesOut: ports.executor !== undefined,
    },
    state,
    open,
    perform: (assignment, cancel) => carryOut(run, context, assignment, cancel),
    calledOff: (assignment) => calledOff(context, assignment),
    onEvents(steps) {
      snapshots.learn(steps);
      run.milepost?.(`appended ${steps.at(-1)?.event.seq}`);
      const changed = judging.learn(steps);
      if (changed !== undefined) run.onInputs?.(changed);
      run.onEvents(steps);
    },
    async gather(intake) {
      const ear = new MailboxReader({
        intake,
        judging,
        since: state.seq,
        state: () => memory.state,
        isRecorded: (id) => memory.isRecorded(id),
      });
      const waiting: Promise<void>[] = [];
      post = ports.mailbox.watch((message, done, id) => void waiting.push(ear.take(message, done, id)));
      await Promise.all(waiting);
      await gather(intake);
    },
    drain: run.drain,
    kill: run.kill,
  });
  try {
    return await end;
  } finally {
    post?.close();
  }
}

/** Here, or on another machine. A worker that was told to stop and does not answer is not waited for when all has to end. */
async function carryOut(
  { ports: { executor }, milepost, kill }: DriveOptions,
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<Draft | undefined> {
  if (executor?.takes(assignment) === true) {
    milepost?.(`before ${nameOf(assignment)}`);
    return sooner(kill, (ended) => Promise.race([executor.carryOut(assignment, cancel), ended]));
  }
  const done = await perform(context, assignment, cancel, milepost);
  await executor?.share(assignment.ticket);
  return done;
}

async function sooner<T>(signal: AbortSignal, work: (ended: Promise<undefined>) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => resolve(undefined);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await work(promise);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Records what begins or ends a run outside of its loop. */
export async function append(
  run: DriveOptions,
  snapshots: SnapshotKeeper,
  before: State,
  drafts: readonly Draft[],
): Promise<State> {
  const { journal, clock } = run.ports;
  const steps: Step[] = [];
  let state = before;
  for (const draft of drafts) {
    const event = placed(draft, state.seq + 1, Math.max(state.at, clock.now()));
    state = admitted(state, event);
    steps.push({ event, after: state });
  }
  await journal.append(steps.map(({ event }) => event));
  snapshots.learn(steps);
  run.milepost?.(`appended ${state.seq}`);
  run.onEvents(steps);
  return state;
}
