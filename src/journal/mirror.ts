import { DatabaseSync } from 'node:sqlite';
import type { JournalReader } from '../ports/journal.ts';
import { genesis } from './chain.ts';
import { appending, shape } from './layout.ts';
import { closing, events } from './read-journal.ts';
import { proven, rowsOf } from './rows.ts';
import type { JournalRow } from './rows.ts';
import { damaged, journalError } from './sqlite.ts';

/** The rows of a journal that lives elsewhere, at hand for whoever must read at once. */
export type Mirror = JournalReader & {
  /** Rows that follow those that are there; each is proven to. */
  add(rows: readonly JournalRow[]): void;
  /** The hash of the last row. */
  hash(): string;
  /** All rows, in order. */
  rows(): Iterable<readonly JournalRow[]>;
};

/**
 * In a file without a name, which goes with whoever opened it: a long journal must not lie in memory. What is in it can
 * be fetched again, so it is never synced.
 */
export function mirrorOf(place: string): Mirror {
  const database = new DatabaseSync('');
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${shape}`);
  const append = database.prepare(appending(0));
  const rows = rowsOf(database, place);
  let end: { readonly last: number; readonly hash: string } = { last: 0, hash: genesis };
  const add = (all: readonly JournalRow[]): void => {
    for (const row of all) {
      if (row.json === '') throw damaged(place, 'it is empty', { seq: row.seq });
      const next = proven(end, row, place);
      try {
        append.run({ seq: row.seq, json: row.json, hash: row.hash, last: row.last, after: end.hash });
      } catch (error) {
        throw journalError(error, 'at hand');
      }
      end = next;
    }
  };
  return {
    add,
    hash: () => end.hash,
    rows: () => rows.after(0),
    last: () => end.last,
    read: (after = 0) => events(rows, place, after),
    close: closing(database),
  };
}
