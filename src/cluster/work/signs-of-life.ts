import type { Enforcement } from '../../ports/processes.ts';
import { ANSWERS } from '../channel.ts';
import type { Postgres } from '../postgres.ts';
import type { Kind } from './queues.ts';

/** What a worker is, as others see it. */
export type WorkerMachine = {
  readonly host: string;
  readonly version: string;
  readonly enforcement: Enforcement;
  readonly kinds: readonly Kind[];
  readonly labels: readonly string[];
};

/** A machine that takes work as long as others hear of it. */
export type LiveMachine = WorkerMachine & {
  readonly postgres: Postgres;
  /** Assignments at the same time. */
  readonly capacity: number;
  /** A machine that was not heard of for this long counts as dead; its results are ignored. */
  readonly workerLeaseMs: number;
};

/** How often a worker renews its lease before the lease ends. */
export const WORKER_RENEWALS = 3;

/** How others know of a worker, and that it lives. */
export async function register(machine: LiveMachine, id: string): Promise<void> {
  const { postgres, host, version, enforcement, kinds, labels, capacity } = machine;
  await postgres.query(
    `INSERT INTO gauntlet.workers (id, host, pid, version, enforcement, kinds, labels, capacity, lease)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()`,
    [id, host, process.pid, version, enforcement, kinds, labels, capacity, machine.workerLeaseMs],
  );
}

/** What is not ours any more is given up for lost at once: nobody has to wait until we are missed. */
export async function deregister({ postgres }: LiveMachine, id: string): Promise<void> {
  await postgres.query(
    `WITH left_over AS (
       UPDATE gauntlet.work SET state = 'lost' WHERE worker = $1 AND state = 'taken' RETURNING epic),
     told AS (SELECT pg_notify($2, epic) FROM left_over),
     gone AS (DELETE FROM gauntlet.workers WHERE id = $1)
     SELECT count(*) FROM told`,
    [id, ANSWERS],
  );
}

const KEY = "epic || ' ' || run || ' ' || taken::text";

/** Answers which assignments in hand are to be called off: a person has stopped them, or they are not ours any more. */
export async function sayAlive(
  machine: LiveMachine,
  id: string,
  inHand: readonly string[],
): Promise<readonly string[]> {
  const { count } = await machine.postgres.query(
    'UPDATE gauntlet.workers SET seen = clock_timestamp() WHERE id = $1',
    [id],
  );
  if (count === 0) await register(machine, id);
  await giveUpOthers(machine, id, inHand);
  const { rows } = await machine.postgres.query<{ key: string }>(
    `SELECT ${KEY} AS key FROM gauntlet.work WHERE worker = $1 AND state = 'taken' AND NOT stop`,
    [id],
  );
  const ours = new Set(rows.map(({ key }) => key));
  return inHand.filter((key) => !ours.has(key));
}

/** What is marked as ours and in none of our hands (an answer got lost on the way here) is nobody's. */
async function giveUpOthers(
  { postgres, workerLeaseMs }: LiveMachine,
  id: string,
  inHand: readonly string[],
): Promise<void> {
  await postgres.query(
    `WITH told AS (
       UPDATE gauntlet.work SET state = 'lost'
        WHERE worker = $1 AND state = 'taken' AND NOT (${KEY} = ANY ($2))
          AND taken < clock_timestamp() - $3 * interval '1 millisecond' RETURNING epic)
     SELECT pg_notify($4, epic) FROM told`,
    [id, inHand, workerLeaseMs / 2, ANSWERS],
  );
}
