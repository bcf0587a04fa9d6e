import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

import type { Statements } from '../../src/cluster/index.ts';

/** Settings of a server that is measured: as durable as in earnest, and counting its statements. */
export const measured = { fsync: 'on', shared_preload_libraries: 'pg_stat_statements' } as const;

/** Counts what a server does for one of its databases, looking from another one. */
export type Load = {
  /** Statements carried out for that database until now. */
  statements(): Promise<number>;
  close(): Promise<void>;
};

export async function loadOf(url: string): Promise<Load> {
  const [, name = ''] = /@[^/]*\/(\w+)/.exec(url) ?? [];
  const client = new Client({ connectionString: url.replace(/@([^/]*)\/\w+/, '@$1/postgres') });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  return {
    async statements() {
      const { rows } = await client.query<{ calls: string | null }>(
        `SELECT sum(calls) AS calls FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
          WHERE d.datname = $1`,
        [name],
      );
      return Number(rows[0]?.calls ?? 0);
    },
    close: () => client.end(),
  };
}

const LOOK_MS = 100;

/** Until a question to the database has an answer, or whoever should bring that about has ended. */
export async function untilThere(
  postgres: Statements,
  question: string,
  { child, ended }: { readonly child: ChildProcess; readonly ended: Promise<{ readonly stderr: string }> },
): Promise<void> {
  while ((await postgres.query(question)).count === 0) {
    if (child.exitCode !== null) throw new Error((await ended).stderr);
    await pause(LOOK_MS);
  }
}
