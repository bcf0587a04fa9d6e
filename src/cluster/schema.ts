import { GauntletError } from '../model/error.ts';
import { LONG_MS } from './postgres.ts';
import type { Postgres, Statements } from './postgres.ts';
import { hasSqlState } from './postgres-error.ts';

/**
 * One entry for each version of the tables, in order; what has been released is never changed. A row of `events` is what
 * was written together, as in a journal file: `seq` to `last`, and `hash` follows from the row before it. The row of
 * `epics` is where a journal ends and who may write it; whoever appends and whoever takes over wait for each other there.
 */
const versions: readonly string[] = [
  `CREATE TABLE gauntlet.epics (
     epic text PRIMARY KEY,
     seq bigint NOT NULL DEFAULT 0,
     hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
     fence bigint NOT NULL DEFAULT 0,
     holder text,
     until timestamptz,
     created timestamptz NOT NULL DEFAULT now()
   ) WITH (fillfactor = 50);
   CREATE TABLE gauntlet.events (
     epic text NOT NULL REFERENCES gauntlet.epics ON DELETE CASCADE,
     seq bigint NOT NULL,
     last bigint NOT NULL CHECK (last >= seq),
     json text NOT NULL,
     hash bytea NOT NULL,
     written timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (epic, seq)
   );
   CREATE TABLE gauntlet.records (
     epic text NOT NULL,
     run bigint NOT NULL,
     name text NOT NULL,
     json text NOT NULL,
     PRIMARY KEY (epic, run, name)
   );
   CREATE TABLE gauntlet.kept (
     epic text NOT NULL,
     hash text NOT NULL,
     json text NOT NULL,
     PRIMARY KEY (epic, hash)
   );
   CREATE TABLE gauntlet.letters (
     id uuid PRIMARY KEY,
     nth bigint GENERATED ALWAYS AS IDENTITY,
     epic text NOT NULL,
     json text NOT NULL,
     bad boolean NOT NULL DEFAULT false,
     put timestamptz NOT NULL DEFAULT now()
   );
   CREATE INDEX letters_waiting ON gauntlet.letters (epic, nth) WHERE NOT bad;`,
  `CREATE TABLE gauntlet.workers (
     id uuid PRIMARY KEY,
     host text NOT NULL,
     pid integer NOT NULL,
     version text NOT NULL,
     enforcement text NOT NULL,
     kinds text[] NOT NULL,
     labels text[] NOT NULL,
     capacity integer NOT NULL,
     lease integer NOT NULL,
     leaving boolean NOT NULL DEFAULT false,
     started timestamptz NOT NULL DEFAULT clock_timestamp(),
     seen timestamptz NOT NULL DEFAULT clock_timestamp()
   ) WITH (fillfactor = 50);
   CREATE TABLE gauntlet.work (
     epic text NOT NULL REFERENCES gauntlet.epics ON DELETE CASCADE,
     run bigint NOT NULL,
     job uuid NOT NULL,
     queue text NOT NULL,
     seq bigint NOT NULL,
     told text NOT NULL,
     state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'answered', 'lost')),
     stop boolean NOT NULL DEFAULT false,
     worker uuid,
     taken timestamptz,
     result text,
     PRIMARY KEY (epic, run)
   );
   CREATE TABLE gauntlet.output (
     epic text NOT NULL,
     run bigint NOT NULL,
     name text NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (epic, run, name)
   );
   CREATE INDEX work_in_hand ON gauntlet.work (worker) WHERE worker IS NOT NULL;`,
  // What is said while a run is on: to be looked at, not to be kept, and gone with the work it is of.
  `CREATE UNLOGGED TABLE gauntlet.live (
     epic text NOT NULL,
     run bigint NOT NULL,
     nth integer NOT NULL,
     name text NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (epic, run, nth),
     FOREIGN KEY (epic, run) REFERENCES gauntlet.work ON DELETE CASCADE
   );`,
];

/** "gauntlet", as a number: whoever brings the tables up to date holds this lock meanwhile. */
const LOCK = 0x6761756e746c6574n;

/** Makes the tables, or brings them to the version known here. Any number of processes may do so at once. */
export async function migrate(postgres: Postgres): Promise<void> {
  if ((await versionOf(postgres)) === versions.length) return;
  await postgres.transaction(async (transaction) => {
    await transaction.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const found = await versionOf(transaction);
    if (found === undefined) {
      // Only where it is missing: a role that may use the schema need not be one that may make it.
      const { count } = await transaction.query("SELECT 1 FROM pg_namespace WHERE nspname = 'gauntlet'");
      if (count === 0) await transaction.query('CREATE SCHEMA gauntlet');
      await transaction.query('CREATE TABLE gauntlet.version (version integer NOT NULL)');
      await transaction.query('INSERT INTO gauntlet.version VALUES (0)');
    }
    for (const sql of versions.slice(found ?? 0)) await transaction.query(sql);
    await transaction.query('UPDATE gauntlet.version SET version = $1', [versions.length]);
  }, LONG_MS);
}

/** Undefined where there are no tables; refused where they are of a later release. */
async function versionOf(statements: Statements): Promise<number | undefined> {
  // Asked as any other table: what the server knows of names by heart may be from before we waited for the lock.
  const { count } = await statements.query(
    `SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'gauntlet' AND relname = 'version'`,
  );
  if (count === 0) return undefined;
  const found = (await statements.query<{ version: number }>('SELECT version FROM gauntlet.version')).rows[0];
  const version = found?.version ?? 0;
  if (version > versions.length)
    throw new GauntletError(
      'STATE_CONFLICT',
      `the tables in Postgres are of version ${version}; the newest known here is ${versions.length}`,
      { hint: 'Another machine has been upgraded: install the same release of gauntlet here.' },
    );
  return version;
}

/** Says what to do where nobody has made the tables, instead of what the server calls it. */
export function withoutTables(error: unknown): unknown {
  if (!hasSqlState(error, '42P01') && !hasSqlState(error, '3F000')) return error;
  return new GauntletError('ENVIRONMENT_UNFIT', 'that database has no gauntlet tables', {
    hint: 'Start a run with --cluster there first, or check the URL.',
  });
}
