import type { DatabaseSync } from 'node:sqlite';

/**
 * How the events lie in a file.
 *
 * Today a row holds all events of one write as a JSON list: `seq` is its first event, `last` its last one. Behind the
 * last row stands the open end: a row without JSON, numbered as the next event will be, with the hash of the last row.
 * So the end is recorded in the page that is written anyway, and a row that goes missing at the end is noticed.
 *
 * The first files had one row for each event (no `last`) and the end in `head`. They are read as they are, and brought
 * to today's layout when a writer opens them.
 */
export const VERSION = 2;
const FIRST_VERSION = 1;

export const shape = `
  CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, hash BLOB NOT NULL, last INTEGER) STRICT;
  CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), fence INTEGER NOT NULL) STRICT;`;

/** The parts of statements that differ from layout to layout. */
export type Layout = {
  /** The last event of a row. */
  readonly last: string;
  /** The open end and the fence: `next`, `hash`, `json` (empty), `fence`, and the `first` row there is. */
  readonly end: string;
};

const today: Layout = {
  last: 'coalesce(last, seq)',
  end: `SELECT seq AS next, json, hash, (SELECT fence FROM head WHERE one = 1) AS fence,
    (SELECT min(seq) FROM events) AS first FROM events ORDER BY seq DESC LIMIT 1`,
};

const firstLayout: Layout = {
  last: 'seq',
  end: `SELECT seq + 1 AS next, '' AS json, hash, fence, (SELECT min(seq) FROM events) AS first,
    (SELECT max(seq) FROM events) AS final FROM head WHERE one = 1`,
};

export function layoutOf(database: DatabaseSync): Layout {
  return versionOf(database) === FIRST_VERSION ? firstLayout : today;
}

export function isKnown(version: number): boolean {
  return version === VERSION || version === FIRST_VERSION;
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Only for whoever holds the lease. No row is rewritten: an old one is a row of one event. */
export function bringUpToDate(database: DatabaseSync): void {
  if (versionOf(database) !== FIRST_VERSION) return;
  database.exec(`BEGIN IMMEDIATE;
    ALTER TABLE events ADD COLUMN last INTEGER;
    INSERT INTO events SELECT seq + 1, '', hash, seq FROM head;
    ALTER TABLE head DROP COLUMN seq;
    ALTER TABLE head DROP COLUMN hash;
    PRAGMA user_version = ${VERSION};
    COMMIT`);
}
