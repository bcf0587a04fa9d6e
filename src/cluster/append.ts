import { setTimeout as pause } from 'node:timers/promises';
import { link } from '../journal/index.ts';
import type { JournalRow } from '../journal/index.ts';
import { GauntletError } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import { channelOf } from './channel.ts';
import type { ClusterLease } from './coordinator-lease.ts';
import { takeoverError } from './coordinator-lease.ts';
import type { Postgres, Statements } from './postgres.ts';
import { isLost, isUndone } from './postgres-error.ts';
import { HASH } from './rows.ts';
import type { End } from './rows.ts';

/** What else belongs to the same transaction as some events: it is done exactly if they are recorded. */
export type Within = (transaction: Statements, events: readonly Event[]) => Promise<void>;

export type Appending = {
  readonly postgres: Postgres;
  readonly epic: string;
  readonly lease: ClusterLease;
  readonly within: Within | undefined;
  /** Told why nothing may be written any more: overtaken, or nobody knows what is recorded. Gives it back. */
  readonly ended: (because: GauntletError) => GauntletError;
};

/** How long to wait before another try; the last is repeated until the lease is lost. */
const AGAIN_MS = [20, 50, 100, 250, 500, 1000];
const MOST_DEADLOCKS = 10;

/**
 * One statement: the end of the journal moves only where this writer left it and only for the holder of the newest
 * lease, and the row is put there only if it moved. A server that would answer before its disk has it is told not to; and
 * whoever is stopped or cut off before the end of the transaction keeps its lock no longer than a lease lasts.
 */
const APPEND = `WITH careful AS (
    SELECT set_config('idle_in_transaction_session_timeout', $9, true),
      set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)),
  moved AS (
    UPDATE gauntlet.epics SET seq = $5, hash = decode($7, 'hex')
     WHERE epic = $1 AND fence = $2 AND seq = $3 AND hash = decode($4, 'hex') RETURNING epic, hash),
  put AS (
    INSERT INTO gauntlet.events (epic, seq, last, json, hash)
    SELECT epic, $3::bigint + 1, $5, $6, hash FROM moved RETURNING epic)
  SELECT pg_notify($8, 'events'), careful.* FROM put, careful`;

/** Writes events as the row after an end. Resolves once they are durable, also when the first answer got lost. */
export async function appendRow(
  appending: Appending,
  end: End,
  events: readonly Event[],
): Promise<JournalRow> {
  const { postgres, epic, lease, within, ended } = appending;
  const json = JSON.stringify(events);
  const row: JournalRow = {
    seq: end.seq + 1,
    last: end.seq + events.length,
    json,
    hash: link(end.hash, json),
  };
  const idle = `${lease.leaseMs}ms`;
  const values = [epic, lease.fence, end.seq, end.hash, row.last, json, row.hash, channelOf(epic), idle];
  const write = (): Promise<boolean> =>
    postgres.transaction(async (transaction) => {
      await within?.(transaction, events);
      if ((await transaction.query(APPEND, values)).count === 1) return true;
      // Whatever else was done in this transaction must not be.
      throw new NotMoved();
    });
  let isRefused = false;
  for (let nth = 0; ; nth++) {
    try {
      // The answer to the try before this one may have been lost: then the row is there, and is not written again.
      if (nth > 0 && (await isThere(postgres, epic, row))) return row;
      if (isRefused) throw ended(takeoverError(epic));
      await write();
      return row;
    } catch (error) {
      if (error instanceof NotMoved) isRefused = true;
      else if (!isLost(error) && !(isUndone(error) && nth < MOST_DEADLOCKS)) throw error;
      else if (lease.lost.aborted) throw ended(unknown(error));
    }
    await pause(AGAIN_MS[Math.min(nth, AGAIN_MS.length - 1)]);
  }
}

class NotMoved extends Error {}

async function isThere(postgres: Postgres, epic: string, row: JournalRow): Promise<boolean> {
  const { rows } = await postgres.query<Pick<JournalRow, 'hash'>>(
    `SELECT ${HASH} FROM gauntlet.events WHERE epic = $1 AND seq = $2`,
    [epic, row.seq],
  );
  return rows[0]?.hash === row.hash;
}

function unknown(cause: unknown): GauntletError {
  return new GauntletError(
    'ENVIRONMENT_UNFIT',
    `the lease expired before Postgres confirmed the last events (${cause instanceof Error ? cause.message : 'no answer'})`,
    { hint: 'Run gauntlet resume: recorded work is kept, the rest runs again.' },
  );
}
