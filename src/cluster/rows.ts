import { mirrorOf } from '../journal/index.ts';
import type { Mirror, JournalRow } from '../journal/index.ts';
import { GauntletError } from '../model/error.ts';
import type { Postgres, Statements } from './postgres.ts';

/** Rows fetched at a time. */
const PAGE = 256;

export type End = { readonly seq: number; readonly hash: string };

/** How hashes are read: as text, like those of a journal file. */
export const HASH = "encode(hash, 'hex') AS hash";

/** How a journal in Postgres is called where something is wrong with it. */
export function placeOf(postgres: Postgres, epic: string): string {
  return `of epic ${epic} in Postgres at ${postgres.shown}`;
}

/** The last event of an epic and the hash up to it; undefined where nothing has run. */
export async function endOf(statements: Statements, epic: string): Promise<End | undefined> {
  const { rows } = await statements.query<End>(`SELECT seq, ${HASH} FROM gauntlet.epics WHERE epic = $1`, [
    epic,
  ]);
  return rows[0];
}

/** The rows after an event, up to and with the one that ends with another. */
export async function* rowsAfter(
  statements: Statements,
  epic: string,
  after: number,
  upTo: number,
): AsyncGenerator<readonly JournalRow[]> {
  for (let last = after; last < upTo;) {
    const { rows } = await statements.query<JournalRow>(
      `SELECT seq, last, json, ${HASH} FROM gauntlet.events WHERE epic = $1 AND seq > $2 AND last <= $3
        ORDER BY seq LIMIT ${PAGE}`,
      [epic, last, upTo],
    );
    const end = rows.at(-1)?.last;
    if (end === undefined) return;
    yield rows;
    last = end;
  }
}

/** Fetches what a mirror lacks. Every row is proven to follow, and the last one to be the one that is recorded as last. */
export async function bringUpTo(
  mirror: Mirror,
  end: End,
  from: { statements: Statements; epic: string },
  place: string,
): Promise<void> {
  for await (const page of rowsAfter(from.statements, from.epic, mirror.last(), end.seq)) mirror.add(page);
  if (mirror.last() === end.seq && mirror.hash() === end.hash) return;
  throw new GauntletError(
    'JOURNAL_DAMAGED',
    `the journal ${place} is damaged: its last event does not match the recorded end`,
    {
      data: { seq: Math.min(mirror.last(), end.seq) + 1 },
      hint: 'Nothing was changed. Restore it from a backup.',
    },
  );
}

export async function fetched(postgres: Postgres, epic: string, end: End): Promise<Mirror> {
  const place = placeOf(postgres, epic);
  const mirror = mirrorOf(place);
  try {
    await bringUpTo(mirror, end, { statements: postgres, epic }, place);
    return mirror;
  } catch (error) {
    mirror.close();
    throw error;
  }
}
