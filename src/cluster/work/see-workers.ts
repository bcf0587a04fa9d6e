import type { Enforcement } from '../../ports/processes.ts';
import type { Statements } from '../postgres.ts';
import { type Kind, queuesOf } from './queues.ts';

/** A worker as the database knows it. Times are said by the database's clock: those of machines may disagree. */
export type SeenWorker = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly enforcement: Enforcement;
  readonly kinds: readonly Kind[];
  readonly labels: readonly string[];
  readonly capacity: number;
  readonly busy: number;
  readonly leaving: boolean;
  /** Milliseconds since it began, and since it was last heard of. */
  readonly startedMs: number;
  readonly silentMs: number;
  /** Silent for longer than it may be: what it had in hand goes to others. */
  readonly absent: boolean;
  /** What it has in hand, the oldest first. */
  readonly runs: readonly SeenRun[];
};

export type SeenRun = { readonly epic: string; readonly run: number; readonly takenMs: number };

export type SeenQueue = {
  readonly queue: string;
  readonly waiting: number;
  readonly taken: number;
  /** Somebody is there who takes from it. */
  readonly served: boolean;
};

export type SeenWork = { readonly workers: readonly SeenWorker[]; readonly queues: readonly SeenQueue[] };

type WorkerRow = Omit<SeenWorker, 'runs' | 'busy'>;
type RunRow = SeenRun & { readonly worker: string };

/** Who is there, what each does, and what waits for whom. */
export async function seeWorkers(postgres: Statements): Promise<SeenWork> {
  const workers = await postgres.query<WorkerRow>(
    `SELECT id, host, pid, version, enforcement, kinds, labels, capacity, leaving,
            (extract(epoch FROM clock_timestamp() - started) * 1000)::float8 AS "startedMs",
            (extract(epoch FROM clock_timestamp() - seen) * 1000)::float8 AS "silentMs",
            seen < clock_timestamp() - lease * interval '1 millisecond' AS absent
       FROM gauntlet.workers ORDER BY absent, host, pid, id`,
  );
  const runs = await postgres.query<RunRow>(
    `SELECT worker, epic, run, (extract(epoch FROM clock_timestamp() - taken) * 1000)::float8 AS "takenMs"
       FROM gauntlet.work WHERE state = 'taken' AND worker IS NOT NULL ORDER BY taken, epic, run`,
  );
  const queues = await postgres.query<Omit<SeenQueue, 'served'>>(
    `SELECT queue, count(*) FILTER (WHERE state = 'waiting') AS waiting,
            count(*) FILTER (WHERE state = 'taken') AS taken
       FROM gauntlet.work GROUP BY queue ORDER BY queue`,
  );
  const inHand = byWorker(runs.rows);
  const served = new Set(workers.rows.flatMap((each) => (each.absent || each.leaving ? [] : queuesOf(each))));
  return {
    workers: workers.rows.map((each) => {
      const theirs = inHand.get(each.id) ?? [];
      return { ...each, busy: theirs.length, runs: theirs };
    }),
    queues: queues.rows.map((each) => ({ ...each, served: served.has(each.queue) })),
  };
}

function byWorker(rows: readonly RunRow[]): ReadonlyMap<string, readonly SeenRun[]> {
  const all = new Map<string, SeenRun[]>();
  for (const { worker, ...run } of rows) {
    const theirs = all.get(worker) ?? [];
    all.set(worker, theirs);
    theirs.push(run);
  }
  return all;
}

/** Workers that have been silent for longer than any lease are forgotten. */
export async function forgetDead(postgres: Statements): Promise<void> {
  await postgres.query("DELETE FROM gauntlet.workers WHERE seen < clock_timestamp() - interval '1 day'");
}
