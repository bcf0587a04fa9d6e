import type { PgBoss } from 'pg-boss';
import { addressOf } from './address.ts';
import { LONG_MS } from './postgres.ts';
import type { Postgres, Statements, Value } from './postgres.ts';

/** Jobs stand in a schema of their own beside our tables. */
const SCHEMA = 'gauntlet_jobs';
/** "gauntjob", as a number: whoever makes or upgrades the engine's tables holds this lock meanwhile. */
const LOCK = 0x6761756e746a6f62n;
const LONGEST_SECONDS = 23 * 3600;
const CONNECTIONS = 2;

/** Jobs as they are sent, taken and ended, each within a transaction of ours: an event and its job cannot disagree. */
export type Boss = {
  ensureQueue(name: string): Promise<void>;
  send(within: Statements, job: QueuedJob): Promise<void>;
  /** The most urgent job of a queue, if there is one; it is ours when the transaction ends. */
  take(within: Statements, queue: string): Promise<TakenJob | undefined>;
  end(within: Statements, job: Pick<QueuedJob, 'queue' | 'id'>): Promise<void>;
  close(): Promise<void>;
};

export type QueuedJob = {
  readonly id: string;
  readonly queue: string;
  readonly priority: number;
  readonly epic: string;
  readonly run: number;
};

export type TakenJob = Pick<QueuedJob, 'id' | 'epic' | 'run'>;

/**
 * Starts the job engine on the same database. Its tables are made under a lock: several that make them at once have
 * been seen to deadlock.
 */
export async function openBoss(postgres: Postgres, url: string): Promise<Boss> {
  const { PgBoss: Engine } = await import('./boss-driver.ts');
  const boss = new Engine({
    connectionString: addressOf(url).url,
    application_name: 'gauntlet jobs',
    schema: SCHEMA,
    max: CONNECTIONS,
    schedule: false,
    reindex: false,
  });
  // A connection that breaks is made anew; what was asked meanwhile fails where it was asked.
  boss.on('error', () => undefined);
  await postgres.transaction(async (transaction) => {
    // The lock is held while the engine works over connections of its own.
    await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await transaction.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await boss.start();
  }, LONG_MS);
  return bossOf(boss);
}

function bossOf(boss: PgBoss): Boss {
  const known = new Map<string, Promise<void>>();
  const ensureQueue = (name: string): Promise<void> => {
    const making = known.get(name) ?? makeQueue(boss, name);
    known.set(name, making);
    making.catch(() => known.delete(name));
    return making;
  };
  return {
    ensureQueue,
    async send(within, { id, queue, priority, epic, run }) {
      const options = { id, priority, db: asDatabase(within), group: { id: epic } };
      if ((await boss.send(queue, { epic, run }, options)) !== null) return;
      // One of that name is left from a run that was removed or put back: it stands for nothing any more.
      await boss.deleteJob(queue, id, { db: options.db });
      await boss.send(queue, { epic, run }, options);
    },
    async take(within, queue) {
      await ensureQueue(queue);
      const [job] = await boss.fetch<{ epic: string; run: number }>(queue, { db: asDatabase(within) });
      return job === undefined ? undefined : { id: job.id, ...job.data };
    },
    async end(within, { queue, id }) {
      await boss.complete(queue, id, null, { db: asDatabase(within), includeQueued: true });
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/** Tried once: what has to be done again is another run of the coordinator's choosing, with another job. */
async function makeQueue(boss: PgBoss, name: string): Promise<void> {
  if ((await boss.getQueue(name)) !== null) return;
  await boss.createQueue(name, {
    retryLimit: 0,
    expireInSeconds: LONGEST_SECONDS,
    retentionSeconds: 365 * 24 * 3600,
    deleteAfterSeconds: 24 * 3600,
  });
}

type Database = { executeSql(text: string, values?: Value[]): Promise<{ rows: unknown[] }> };

function asDatabase(within: Statements): Database {
  return {
    async executeSql(text, values = []) {
      const { rows } = await within.query(text, values);
      return { rows: [...rows] };
    },
  };
}
