import { checkPiece } from '../journal/index.ts';
import type { MovableRun, Piece, Row, StagedRun } from '../journal/index.ts';
import { GauntletError } from '../model/error.ts';
import { STOP, WORK } from './channel.ts';
import { movedAway, takeLease } from './lease.ts';
import { LONG_MS } from './postgres.ts';
import type { Postgres, Statements } from './postgres.ts';
import { hasSqlState } from './postgres-error.ts';
import { endOf, fetched, HASH } from './rows.ts';
import type { End } from './rows.ts';
import { migrate, withoutTables } from './schema.ts';
import { shelveMoved } from './shelve.ts';

const PAGE = 256;
const LEASE_MS = 30_000;

/** Hands over the run of an epic in Postgres. Refused while a coordinator drives it: nobody can, until this is over. */
export async function withClusterRun<T>(
  postgres: Postgres,
  epic: string,
  holder: string,
  use: (run: MovableRun) => Promise<T>,
): Promise<T> {
  const end = await endOf(postgres, epic).catch((error: unknown) => {
    throw withoutTables(error);
  });
  if (end === undefined || end.seq === 0)
    throw new GauntletError(
      'USAGE_INVALID',
      `there is no run of an epic ${epic} in Postgres at ${postgres.shown}`,
    );
  const lease = await takeLease(postgres, epic, { holder, leaseMs: LEASE_MS, evenMoved: true });
  try {
    const mirror = await fetched(postgres, epic, lease.end);
    try {
      return await use({
        epic,
        from: 'cluster',
        rows: () => mirror.rows(),
        pieces: () => piecesOf(postgres, epic),
      });
    } finally {
      mirror.close();
    }
  } finally {
    await lease.release();
  }
}

async function* piecesOf(postgres: Postgres, epic: string): AsyncGenerator<Piece> {
  for (let after = ''; ;) {
    const { rows } = await postgres.query<{ hash: string; json: string }>(
      `SELECT hash, json FROM gauntlet.kept WHERE epic = $1 AND hash > $2 ORDER BY hash LIMIT ${PAGE}`,
      [epic, after],
    );
    for (const { hash, json } of rows) yield checkPiece({ kind: 'kept', hash, json });
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.hash ?? '';
  }
  for (let after = { run: -1, name: '' }; ;) {
    const { rows } = await postgres.query<{ run: number; name: string; json: string }>(
      `SELECT run, name, json FROM gauntlet.records WHERE epic = $1 AND (run, name) > ($2, $3)
        ORDER BY run, name LIMIT ${PAGE}`,
      [epic, after.run, after.name],
    );
    for (const { run, name, json } of rows) yield checkPiece({ kind: 'record', run, name, json });
    if (rows.length < PAGE) return;
    after = rows.at(-1) ?? after;
  }
}

/** Writes a run into Postgres: all of it or nothing, and over nothing that is there. */
export async function writeClusterRun(postgres: Postgres, run: StagedRun): Promise<void> {
  await migrate(postgres);
  try {
    await postgres.transaction(async (transaction) => {
      // What was exported from a cluster is not what comes back from the place it went to.
      if (run.from !== 'cluster' && (await isPartOf(transaction, run)))
        await shelveMoved(transaction, run.epic);
      await transaction.query('INSERT INTO gauntlet.epics (epic) VALUES ($1)', [run.epic]);
      let end: Row | undefined;
      for await (const page of run.rows()) {
        await writeRows(transaction, run.epic, page);
        end = page.at(-1);
      }
      for await (const piece of run.pieces()) await writePiece(transaction, run.epic, piece);
      if (end !== undefined)
        await transaction.query(
          "UPDATE gauntlet.epics SET seq = $2, hash = decode($3, 'hex') WHERE epic = $1",
          [run.epic, end.last, end.hash],
        );
    }, LONG_MS);
  } catch (error) {
    if (!hasSqlState(error, '23505')) throw error;
    throw new GauntletError(
      'STATE_CONFLICT',
      `epic ${run.epic} has a run in Postgres at ${postgres.shown} already`,
      {
        hint: 'Nothing was changed. Delete that run first, if it is of no more use: docs/cluster.md says how.',
      },
    );
  }
}

/**
 * Closes a run in the cluster before it goes on somewhere else, so that it is never driven in two places. Refused while a
 * coordinator drives it, where it went on at yet another place, and where the cluster has not exactly this much of it:
 * then it has gone on since, or is not the one that the run comes from. Safe to repeat for the same place.
 */
export async function moveAway(postgres: Postgres, run: StagedRun, to: string): Promise<void> {
  await migrate(postgres);
  await postgres.transaction(async (transaction) => {
    const { rows } = await transaction.query<End & { driven: boolean; moved: string | null }>(
      `SELECT seq, ${HASH}, coalesce(until > clock_timestamp(), false) AS driven, moved
         FROM gauntlet.epics WHERE epic = $1 FOR UPDATE`,
      [run.epic],
    );
    const [found] = rows;
    // Removed there, or never there: from here it looks the same, and only the first would do.
    if (found === undefined || found.seq === 0) throw notThere(postgres, run.epic);
    const { driven, moved } = found;
    if (moved !== null && moved !== to) throw movedAway(moved);
    if (driven)
      throw new GauntletError('STATE_CONFLICT', `a coordinator drives epic ${run.epic} in the cluster`, {
        hint: 'Nothing was changed. Stop it, export the run again, and import that.',
      });
    if (!(await endsAt(run, found)))
      throw new GauntletError(
        'STATE_CONFLICT',
        `the cluster has more or less of epic ${run.epic} than that file, or another run of it`,
        { hint: 'Nothing was changed. Export it again: gauntlet journal export --cluster' },
      );
    await transaction.query('DELETE FROM gauntlet.work WHERE epic = $1', [run.epic]);
    // Whoever had the lease, and was stopped before it wrote anything, writes nothing when it wakes.
    await transaction.query(
      'UPDATE gauntlet.epics SET moved = $2, fence = fence + 1, holder = NULL, until = NULL WHERE epic = $1',
      [run.epic, to],
    );
    await transaction.query('SELECT pg_notify($1, $2)', [WORK, STOP]);
  });
}

function notThere(postgres: Postgres, epic: string): GauntletError {
  return new GauntletError(
    'STATE_CONFLICT',
    `there is no run of epic ${epic} in Postgres at ${postgres.shown}, so that it cannot be closed there`,
    {
      hint: 'Nothing was imported. Check GAUNTLET_CLUSTER; --without-cluster if the run was removed there, or its database is gone for good.',
    },
  );
}

/** Whether a run that was read from a file ends there. The hash is of all that comes before, too. */
async function endsAt(run: StagedRun, { seq, hash }: End): Promise<boolean> {
  let last: Row | undefined;
  for await (const page of run.rows()) last = page.at(-1) ?? last;
  return last !== undefined && last.last === seq && last.hash === hash;
}

/** Whether all that the cluster has of an epic is in a run that was read from a file. */
async function isPartOf(transaction: Statements, run: StagedRun): Promise<boolean> {
  const end = await endOf(transaction, run.epic);
  if (end === undefined || end.seq === 0) return true;
  for await (const page of run.rows()) {
    const same = page.find(({ last }) => last === end.seq);
    if (same !== undefined) return same.hash === end.hash;
  }
  return false;
}

async function writeRows(transaction: Statements, epic: string, rows: readonly Row[]): Promise<void> {
  await transaction.query(
    `INSERT INTO gauntlet.events (epic, seq, last, json, hash)
     SELECT $1, seq, last, json, decode(hash, 'hex')
       FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS row (seq, last, json, hash)`,
    [
      epic,
      rows.map(({ seq }) => String(seq)),
      rows.map(({ last }) => String(last)),
      rows.map(({ json }) => json),
      rows.map(({ hash }) => hash),
    ],
  );
}

async function writePiece(transaction: Statements, epic: string, piece: Piece): Promise<void> {
  if (piece.kind === 'kept')
    await transaction.query('INSERT INTO gauntlet.kept (epic, hash, json) VALUES ($1, $2, $3)', [
      epic,
      piece.hash,
      piece.json,
    ]);
  else
    await transaction.query('INSERT INTO gauntlet.records (epic, run, name, json) VALUES ($1, $2, $3, $4)', [
      epic,
      piece.run,
      piece.name,
      piece.json,
    ]);
}
