import type { Statements } from './postgres.ts';

/** A worker as the database knows it. */
export type SeenWorker = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly enforcement: string;
  readonly kinds: readonly string[];
  readonly labels: readonly string[];
  readonly capacity: number;
  readonly busy: number;
  readonly leaving: boolean;
  /** Milliseconds since it was last heard of. */
  readonly silentMs: number;
};

export type SeenQueue = { readonly queue: string; readonly waiting: number; readonly taken: number };

export type SeenWork = { readonly workers: readonly SeenWorker[]; readonly queues: readonly SeenQueue[] };

/** Who is there, and what waits for whom. */
export async function seeWorkers(postgres: Statements): Promise<SeenWork> {
  const workers = await postgres.query<SeenWorker>(
    `SELECT k.id, k.host, k.pid, k.version, k.enforcement, k.kinds, k.labels, k.capacity, k.leaving,
            (SELECT count(*) FROM gauntlet.work w WHERE w.worker = k.id AND w.state = 'taken') AS busy,
            (extract(epoch FROM clock_timestamp() - k.seen) * 1000)::float8 AS "silentMs"
       FROM gauntlet.workers k ORDER BY k.host, k.pid`,
  );
  const queues = await postgres.query<SeenQueue>(
    `SELECT queue, count(*) FILTER (WHERE state = 'waiting') AS waiting,
            count(*) FILTER (WHERE state = 'taken') AS taken
       FROM gauntlet.work GROUP BY queue ORDER BY queue`,
  );
  return { workers: workers.rows, queues: queues.rows };
}

/** Workers that have been silent for longer than any lease are forgotten. */
export async function forgetDead(postgres: Statements): Promise<void> {
  await postgres.query("DELETE FROM gauntlet.workers WHERE seen < clock_timestamp() - interval '1 day'");
}
