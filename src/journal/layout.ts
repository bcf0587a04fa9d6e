import type { DatabaseSync } from 'node:sqlite';
import { genesis } from './chain.ts';

/**
 * How the events lie in a file.
 *
 * Today a row holds all events of one write as a JSON list: `seq` is its first event, `last` its last one. Behind the
 * last row stands the open end: a row without JSON, numbered as the next event will be, with the hash of the last row.
 * So the end is recorded in the page that is written anyway, and a row that goes missing at the end is noticed. In the
 * place of `last` the open end has the mark of the one lease that may write there: its fence with a minus sign, which
 * no row of events has.
 *
 * Files of version 2 have the same rows, all chained by bytes and with hashes kept as such, and their fence in a table
 * `head`. Those of version 1 had
 * one row for each event (no `last`) and the end in `head`, too. Both are read as they are, and brought to today's layout
 * when a writer opens them. No row of events is rewritten, and `head` stays, unused: a page that is given back would
 * look as if somebody had removed events.
 */
export const VERSION = 3;

/** Makes an empty journal: nothing but the open end, without a lease. */
export const shape = `
  CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, hash TEXT NOT NULL, last INTEGER) STRICT;
  INSERT INTO events VALUES (1, '', '${genesis}', 0);`;

/**
 * Appends the row ?1 to ?4 with the JSON ?2 and the hash ?3 after the one with the hash ?5. One statement and so one
 * transaction: the events take the place of the open end, and a new one is put behind them. Only for the holder of that
 * fence, and only where it left the end: a hash of NULL is refused, and with it all of the statement.
 */
export function appending(database: DatabaseSync, fence: number): string {
  const kept = hasBytes(database) ? (hash: string) => `unhex(${hash})` : (hash: string) => hash;
  return `INSERT INTO events VALUES (?1, ?2, ${kept('?3')}, ?4), (?4 + 1, '', ${kept('?3')}, ${-fence})
    ON CONFLICT (seq) DO UPDATE SET json = excluded.json, last = excluded.last,
      hash = CASE WHEN events.last = ${-fence} AND events.hash = ${kept('?5')} THEN excluded.hash END`;
}

/** Whether hashes are kept as bytes, as in files that were made before version 3: no column can become another. */
function hasBytes(database: DatabaseSync): boolean {
  const column = database.prepare("SELECT type FROM pragma_table_info('events') WHERE name = 'hash'").get();
  return column?.['type'] === 'BLOB';
}

/** The parts of statements that differ from layout to layout. */
export type Layout = {
  /** The last event of a row. */
  readonly last: string;
  /** The open end: `next`, `hash`, `json` (empty), the `fence` of the newest lease, and the `first` row there is. */
  readonly end: string;
};

/** How hashes are read: as text, however they are kept. */
export const HASH = "CASE typeof(hash) WHEN 'blob' THEN lower(hex(hash)) ELSE hash END AS hash";

const endWith = (fence: string): string =>
  `SELECT seq AS next, json, ${HASH}, ${fence} AS fence, (SELECT min(seq) FROM events) AS first
    FROM events ORDER BY seq DESC LIMIT 1`;

const layouts: ReadonlyMap<number, Layout> = new Map([
  [
    1,
    {
      last: 'seq',
      end: `SELECT seq + 1 AS next, '' AS json, ${HASH}, fence, (SELECT min(seq) FROM events) AS first,
        (SELECT max(seq) FROM events) AS final FROM head WHERE one = 1`,
    },
  ],
  // There `last` of the open end is the event before it: where it is not, somebody has lowered the version.
  [
    2,
    {
      last: 'coalesce(last, seq)',
      end: endWith('CASE last WHEN seq - 1 THEN (SELECT fence FROM head WHERE one = 1) END'),
    },
  ],
  [VERSION, { last: 'coalesce(last, seq)', end: endWith('-last') }],
]);

export function layoutOf(version: number): Layout {
  const layout = layouts.get(version);
  if (layout === undefined) throw new Error('its format is unknown');
  return layout;
}

export function isKnown(version: number): boolean {
  return layouts.has(version);
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** What brings a file to the version after its own. */
const steps: ReadonlyMap<number, string> = new Map([
  [
    1,
    `ALTER TABLE events ADD COLUMN last INTEGER;
    INSERT INTO events SELECT seq + 1, '', hash, seq FROM head;
    ALTER TABLE head DROP COLUMN seq;
    ALTER TABLE head DROP COLUMN hash;`,
  ],
  [
    2,
    // A writer of that version looks at `head`: one that has lost its lease must find there that it has.
    `UPDATE head SET fence = fence + 1;
    UPDATE events SET last = -(SELECT fence FROM head) WHERE seq = (SELECT max(seq) FROM events);`,
  ],
]);

/** Only for whoever holds the lease. */
export function bringUpToDate(database: DatabaseSync): void {
  const version = versionOf(database);
  if (version === VERSION) return;
  const ahead = [...steps].filter(([from]) => from >= version).map(([, step]) => step);
  database.exec(`BEGIN IMMEDIATE; ${ahead.join('\n')} PRAGMA user_version = ${VERSION}; COMMIT`);
}

/** Takes the end for the lease that is held now: from here on nobody else's append is accepted. */
export function takeEnd(database: DatabaseSync): void {
  database.exec("UPDATE events SET last = last - 1 WHERE seq = (SELECT max(seq) FROM events) AND json = ''");
}
