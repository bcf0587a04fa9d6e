import type { Boss } from './boss.ts';
import { STOP, WORK } from './channel.ts';
import { takeoverError } from './coordinator-lease.ts';
import { unlessUndone } from './patiently.ts';
import { LONG_MS } from './postgres.ts';
import type { Postgres, Statements } from './postgres.ts';

type Shelved = { readonly epic: string; readonly fence: number };

/**
 * Puts all that is kept of an epic under a name that no epic can have, so that another run may begin under its own. For
 * the holder of its lease alone; work that was handed out is nobody's afterwards.
 */
export async function shelveRun(postgres: Postgres, boss: Boss, { epic, fence }: Shelved): Promise<void> {
  const shelve = async (transaction: Statements): Promise<void> => {
    const { rows } = await transaction.query<{ name: string }>(
      `SELECT epic || to_char(created AT TIME ZONE 'UTC', '"/undone/"YYYYMMDD"T"HH24MISSUS') AS name
         FROM gauntlet.epics WHERE epic = $1 AND fence = $2 FOR UPDATE`,
      [epic, fence],
    );
    const [shelf] = rows;
    if (shelf === undefined) throw takeoverError(epic);
    const open = await transaction.query<{ queue: string; job: string }>(
      'DELETE FROM gauntlet.work WHERE epic = $1 RETURNING queue, job',
      [epic],
    );
    for (const { queue, job } of open.rows) await boss.end(transaction, { queue, id: job });
    await rename(transaction, epic, shelf.name);
    await transaction.query('SELECT pg_notify($1, $2)', [WORK, STOP]);
  };
  await unlessUndone(() => postgres.transaction(shelve, LONG_MS));
}

/** Gives all that is kept of an epic another name. Its work must be gone already. */
async function rename(transaction: Statements, epic: string, name: string): Promise<void> {
  await transaction.query(
    `INSERT INTO gauntlet.epics (epic, seq, hash, fence, created)
     SELECT $2, seq, hash, fence, created FROM gauntlet.epics WHERE epic = $1`,
    [epic, name],
  );
  for (const table of ['events', 'records', 'kept', 'output', 'letters'])
    await transaction.query(`UPDATE gauntlet.${table} SET epic = $2 WHERE epic = $1`, [epic, name]);
  await transaction.query('DELETE FROM gauntlet.epics WHERE epic = $1', [epic]);
}

/** Journals of this epic that were put aside, newest first, each by the name it has now. */
export async function shelvedRuns(postgres: Statements, epic: string): Promise<readonly string[]> {
  const { rows } = await postgres.query<{ epic: string }>(
    "SELECT epic FROM gauntlet.epics WHERE starts_with(epic, $1 || '/undone/') ORDER BY created DESC",
    [epic],
  );
  return rows.map((row) => row.epic);
}
