import type { Client, Pool, PoolClient, QueryResultRow } from 'pg';
import { GauntletError } from '../model/error.ts';
import { addressOf } from './address.ts';
import type { Address } from './address.ts';
import { Listener } from './listener.ts';
import type { Notified } from './listener.ts';
import { isLost, postgresError } from './postgres-error.ts';

/** What a value may be on its way to the database. */
export type Value = string | number | boolean | Uint8Array | null | readonly string[];

export type QueryResult<Row> = { readonly rows: readonly Row[]; readonly count: number };

/** Anything that carries out a statement: the pool, or a transaction. */
export type Statements = {
  query<Row extends QueryResultRow = Record<string, unknown>>(
    sql: string,
    values?: readonly Value[],
  ): Promise<QueryResult<Row>>;
};

export type Postgres = Statements & {
  /** Host, port and database: what may be shown. */
  readonly shown: string;
  /**
   * Everything that `work` does is done, or nothing. A lost connection at the end leaves it unknown: see `isLost`. Its
   * statements may take longer than others where a time is told.
   */
  transaction<T>(work: (transaction: Statements) => Promise<T>, statementMs?: number): Promise<T>;
  /** Calls back for what is said on a channel, and with undefined when something may have been missed. */
  listen(channel: string, tell: Notified): Promise<{ close(): void }>;
  close(): Promise<void>;
};

export type PostgresOptions = {
  /** How long one statement may take, here and on the server. */
  readonly statementMs?: number;
  /** How many connections may be open at once. */
  readonly connections?: number;
};

/** For what touches all rows of a run, or waits for somebody who does: nobody is better off if it is cut off. */
export const LONG_MS = 3_600_000;

const STATEMENT_MS = 20_000;
/** The server gives up a little before we do, so that it is it who says what happened. */
const LATER_MS = 1000;
const CONNECT_MS = 10_000;
const CONNECTIONS = 6;
const INT8 = 20;

/** Opens a pool of connections. Nothing is connected before it is needed; the first is tried, so that a wrong URL shows. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Postgres> {
  const address = addressOf(url);
  const driver = await import('./pg-driver.ts');
  // Numbers of events are numbers here: none is beyond what those can hold.
  const types = new driver.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const statementMs = options.statementMs ?? STATEMENT_MS;
  const config = {
    connectionString: address.url,
    application_name: 'gauntlet',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + LATER_MS,
    // Whoever is stopped in the middle of a transaction must not keep its locks.
    idle_in_transaction_session_timeout: statementMs,
    types,
  };
  const pool = new driver.Pool({ ...config, max: options.connections ?? CONNECTIONS });
  // What is idle may break; it is taken from the pool, and whoever comes next gets another one.
  pool.on('error', () => undefined);
  // For its whole life: the server's last word may come together with its first, before anybody could listen.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const listener = new Listener(() => connected(new driver.Client(config)));
  const postgres: Postgres = {
    shown: address.shown,
    query: (sql, values) => withClient(pool, address, (statements) => statements.query(sql, values)),
    transaction: (work, ms) =>
      withClient(pool, address, (statements) => inTransaction(statements, work, ms), ms),
    async listen(channel, tell) {
      if (!/^[a-z0-9_]{1,63}$/.test(channel))
        throw new GauntletError('BUG', `no channel is called ${channel}`);
      return translated(() => listener.listen(channel, tell), address, true);
    },
    async close() {
      await listener.close();
      if (!pool.ending) await pool.end();
    },
  };
  try {
    await postgres.query('SELECT 1');
    return postgres;
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

async function connected(client: Client): Promise<Client> {
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function withClient<T>(
  pool: Pool,
  address: Address,
  use: (statements: Statements) => Promise<T>,
  statementMs?: number,
): Promise<T> {
  const limit = statementMs === undefined ? {} : { query_timeout: statementMs + LATER_MS };
  const client: PoolClient = await translated(() => pool.connect(), address, true);
  let isBroken = false;
  try {
    return await use({
      async query<Row extends QueryResultRow = Record<string, unknown>>(
        sql: string,
        values: readonly Value[] = [],
      ): Promise<QueryResult<Row>> {
        const asked = { text: sql, values: [...values], ...limit };
        const { rows, rowCount, command } = await translated(() => client.query<Row>(asked), address);
        // A transaction in which a statement failed ends without an error, and without having done anything.
        if (sql === 'COMMIT' && command !== 'COMMIT')
          throw new GauntletError('BUG', 'a transaction was committed in which a statement had failed');
        return { rows, count: rowCount ?? 0 };
      },
    });
  } catch (error) {
    isBroken = isLost(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function inTransaction<T>(
  statements: Statements,
  work: (transaction: Statements) => Promise<T>,
  statementMs: number | undefined,
): Promise<T> {
  try {
    await statements.query('BEGIN');
    if (statementMs !== undefined)
      await statements.query("SELECT set_config('statement_timeout', $1, true)", [String(statementMs)]);
    const result = await work(statements);
    await statements.query('COMMIT');
    return result;
  } catch (error) {
    if (!isLost(error)) await statements.query('ROLLBACK');
    throw error;
  }
}

async function translated<T>(ask: () => Promise<T>, address: Address, isConnecting = false): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw postgresError(error, address, isConnecting);
  }
}
