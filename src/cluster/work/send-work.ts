import type { AssignmentEvent, Event } from '../../model/events.ts';
import type { Boss } from '../boss.ts';
import { WORK } from '../channel.ts';
import type { LivePiece } from './live-output.ts';
import { takeoverError } from '../coordinator-lease.ts';
import type { Postgres, Statements } from '../postgres.ts';
import { jobId, kindOf, priorityOf, queueName, type WantedWork } from './queues.ts';
import type { RunDescription } from './told.ts';

export type HandOut = Omit<WantedWork, 'kind'> & {
  readonly postgres: Postgres;
  readonly boss: Boss;
  readonly epic: string;
  /** A worker that was not heard of for this long is lost. */
  readonly workerLeaseMs: number;
  /** The fence of the lease under which work is handed out. */
  readonly fence: () => number;
  /** What workers are told with the work that these events hand out. */
  told(events: readonly Event[]): RunDescription | Promise<RunDescription>;
  /** Brings the commits and records of a run here, before it is told. */
  collect(assignment: AssignmentEvent): Promise<void>;
  /** Shows what a program says while its run is on. */
  readonly overheard: (piece: LivePiece) => void;
  /** Makes commits of the coordinator's known to the others. */
  share(job: string): Promise<void>;
  /** Something is wrong with the connection to the workers. */
  readonly onProblem: (error: unknown) => void;
};

/** Jobs of the events of one append, in its transaction: assignments are sent, results end them. */
export async function sendAndEnd(
  options: HandOut,
  transaction: Statements,
  events: readonly Event[],
): Promise<void> {
  let isNews = false;
  const isWork = events.some((event) => 'reserved' in event && kindOf(event) !== null);
  const told = isWork ? JSON.stringify(await options.told(events)) : '';
  for (const event of events) {
    if ('reserved' in event) isNews = (await send(options, transaction, event, told)) || isNews;
    else if ('used' in event) await end(options, transaction, event.run);
  }
  if (isNews) await transaction.query('SELECT pg_notify($1, $2)', [WORK, '']);
}

async function send(
  options: HandOut,
  within: Statements,
  assignment: AssignmentEvent,
  told: string,
): Promise<boolean> {
  const kind = kindOf(assignment);
  if (kind === null) return false;
  const { boss, epic } = options;
  const queue = queueName({ ...options, kind });
  const id = jobId(epic, assignment.run);
  const { count } = await within.query(
    `INSERT INTO gauntlet.work (epic, run, job, queue, seq, told) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
    [epic, assignment.run, id, queue, assignment.seq, told],
  );
  if (count === 0) return false;
  await boss.send(within, { id, queue, priority: priorityOf(assignment), epic, run: assignment.run });
  return true;
}

/** Once its result is an event, nobody is to take it or answer it any more. */
async function end({ boss, epic }: HandOut, within: Statements, run: number): Promise<void> {
  const { rows } = await within.query<{ queue: string; job: string }>(
    'DELETE FROM gauntlet.work WHERE epic = $1 AND run = $2 RETURNING queue, job',
    [epic, run],
  );
  for (const { queue, job } of rows) await boss.end(within, { queue, id: job });
}

/**
 * What was handed out before the run came to this database has no job yet. What waits in a queue of another release, label
 * or kind of walls would wait for ever for workers that this coordinator does not ask for: it goes to ours.
 */
export async function ensureSent(options: HandOut, assignment: AssignmentEvent): Promise<void> {
  const { postgres, boss, epic } = options;
  const kind = kindOf(assignment);
  if (kind === null) return;
  const queue = queueName({ ...options, kind });
  const known = await postgres.query<{ queue: string; state: string }>(
    'SELECT queue, state FROM gauntlet.work WHERE epic = $1 AND run = $2',
    [epic, assignment.run],
  );
  const [row] = known.rows;
  if (row !== undefined && (row.state !== 'waiting' || row.queue === queue)) return;
  await postgres.transaction(async (transaction) => {
    // Nobody takes over meanwhile, and whoever was overtaken sends nothing.
    const ours = await transaction.query(
      'SELECT 1 FROM gauntlet.epics WHERE epic = $1 AND fence = $2 FOR UPDATE',
      [epic, options.fence()],
    );
    if (ours.count === 0) throw takeoverError(epic);
    const misplaced = await transaction.query<{ queue: string; job: string }>(
      `DELETE FROM gauntlet.work WHERE epic = $1 AND run = $2 AND state = 'waiting' AND queue <> $3
       RETURNING queue, job`,
      [epic, assignment.run, queue],
    );
    for (const { queue: old, job } of misplaced.rows) await boss.end(transaction, { queue: old, id: job });
    await sendAndEnd(options, transaction, [assignment]);
  });
}
