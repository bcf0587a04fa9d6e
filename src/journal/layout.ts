import type { DatabaseSync } from 'node:sqlite';
import { genesis } from './chain.ts';

/**
 * How the events lie in a file.
 *
 * A row holds all events of one write as a JSON list: `seq` is its first event, `last` its last one. Behind the
 * last row stands the open end: a row without JSON, numbered as the next event will be, with the hash of the last row.
 * So the end is recorded in the page that is written anyway, and a row that goes missing at the end is noticed. In the
 * place of `last` the open end has the mark of the one lease that may write there: its fence with a minus sign, which
 * no row of events has.
 */
export const VERSION = 3;

/** Makes an empty journal: nothing but the open end, without a lease. */
export const shape = `
  CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, hash TEXT NOT NULL, last INTEGER) STRICT;
  INSERT INTO events VALUES (1, '', '${genesis}', 0);`;

/**
 * Appends the row :seq to :last with its JSON and :hash after the one with the hash :after. One statement and so one
 * transaction: the events take the place of the open end, and a new one is put behind them. Only for the holder of that
 * fence, and only where it left the end: a hash of NULL is refused, and with it all of the statement. The parameters have names:
 * Node before 22.14 refuses numbered ones.
 */
export function appending(fence: number): string {
  return `INSERT INTO events VALUES (:seq, :json, :hash, :last), (:last + 1, '', :hash, ${-fence})
    ON CONFLICT (seq) DO UPDATE SET json = excluded.json, last = excluded.last,
      hash = CASE WHEN events.last = ${-fence} AND events.hash = :after THEN excluded.hash END`;
}

/** The open end: `next`, `hash`, `json` (empty), the `fence` of the newest lease, and the `first` row there is. */
export const END = `SELECT seq AS next, json, hash, -last AS fence, (SELECT min(seq) FROM events) AS first
    FROM events ORDER BY seq DESC LIMIT 1`;

/** Takes the end for the lease that is held now: from here on nobody else's append is accepted. */
export function takeEnd(database: DatabaseSync): void {
  database.exec("UPDATE events SET last = last - 1 WHERE seq = (SELECT max(seq) FROM events) AND json = ''");
}
