import { GauntletError } from '../model/error.ts';
import { patiently } from './patiently.ts';
import type { Statements, Value } from './postgres.ts';

/** One run of an epic. Its name alone says too little: after an undo another run may have it. */
export type Birth = {
  readonly epic: string;
  /** When it began, as the database writes it. */
  readonly born: string;
};

/**
 * The head of a statement that writes for one run ($1, $2) and for no other of its name: what is selected from `born` is
 * nothing where that run was put aside. Locked, or a write could slip past the moment in which everything else moves.
 */
export const WHILE_BORN = `WITH born AS MATERIALIZED (
    SELECT epic FROM gauntlet.epics WHERE epic = $1 AND created = $2::timestamptz FOR KEY SHARE)`;

/** Carries out such a statement (its own values begin with $3), or says that the run is gone. */
export async function writeBorn(
  statements: Statements,
  { epic, born }: Birth,
  put: string,
  values: readonly Value[],
): Promise<void> {
  const { count } = await patiently(() =>
    statements.query(`${WHILE_BORN}, put AS (${put}) SELECT epic FROM born`, [epic, born, ...values]),
  );
  if (count === 0) throw undone(epic);
}

/** The run that has the name now. */
export async function birthOf(statements: Statements, epic: string): Promise<Birth> {
  const { rows } = await statements.query<{ born: string }>(
    'SELECT created::text AS born FROM gauntlet.epics WHERE epic = $1',
    [epic],
  );
  if (rows[0] === undefined) throw undone(epic);
  return { epic, born: rows[0].born };
}

/** Where that run has its name no longer. */
export async function refuseUndone(statements: Statements, { epic, born }: Birth): Promise<void> {
  const { count } = await statements.query(
    'SELECT 1 FROM gauntlet.epics WHERE epic = $1 AND created = $2::timestamptz',
    [epic, born],
  );
  if (count === 0) throw undone(epic);
}

function undone(epic: string): GauntletError {
  return new GauntletError('STATE_CONFLICT', `that run of epic ${epic} is no longer in Postgres`, {
    hint: 'It was undone or removed; nothing more is recorded for it.',
  });
}
