import { at, changedIndexes, initialState, type Job, type State } from '../../state/index.ts';
import { waitingForPeople } from '../status/waiting-for-people.ts';

/** Where a ticket stands, in the few words that fit beside a progress bar. */
export type Bucket = 'done' | 'running' | 'waiting' | 'blocked' | 'deciding' | 'failed';

/** What the live view needs of the state, kept up to date in the time a change takes, not in that of all tickets. */
export type Board = {
  readonly state: State;
  readonly counts: Readonly<Record<Bucket, number>>;
  /** Jobs with at least one seat at work, by index. */
  readonly running: ReadonlyMap<number, Job>;
  /** Tickets that cannot go on before a person has answered. */
  readonly blockedByQuestions: number;
};

const nothing: Readonly<Record<Bucket, number>> = {
  done: 0,
  running: 0,
  waiting: 0,
  blocked: 0,
  deciding: 0,
  failed: 0,
};

export const emptyBoard: Board = {
  state: initialState,
  counts: nothing,
  running: new Map(),
  blockedByQuestions: 0,
};

export function boardOf(state: State): Board {
  return advance(emptyBoard, state);
}

/** The board of a later state of the same run. */
export function advance(board: Board, state: State): Board {
  const counts = { ...board.counts };
  const running = new Map(board.running);
  for (const index of changedIndexes(board.state.jobs, state.jobs)) {
    const before = at(board.state.jobs, index);
    const after = at(state.jobs, index);
    if (before?.kind === 'ticket') counts[bucketOf(before)] -= 1;
    if (after?.kind === 'ticket') counts[bucketOf(after)] += 1;
    if (after !== undefined && isAtWork(after)) running.set(index, after);
    else running.delete(index);
  }
  return { state, counts, running, blockedByQuestions: blockedIn(board, state) };
}

export function bucketOf(job: Job): Bucket {
  if (job.status === 'completed') return 'done';
  if (job.status === 'failed') return 'failed';
  if (job.question !== null || job.status === 'escalated') return 'deciding';
  if (isAtWork(job)) return 'running';
  return job.status === 'blocked' ? 'blocked' : 'waiting';
}

function isAtWork(job: Job): boolean {
  return job.seats.some((seat) => seat.state === 'running');
}

/** Counted anew only where the answer can have changed: the walk may be long, and questions stay open for hours. */
function blockedIn(board: Board, state: State): number {
  const { state: old } = board;
  const same =
    old.asking === state.asking && old.dependents === state.dependents && old.scopes === state.scopes;
  return same ? board.blockedByQuestions : waitingForPeople(state).size;
}
