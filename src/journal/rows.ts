import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { genesis, isSame, link } from './chain.ts';
import { damaged, journalError } from './sqlite.ts';

/** Where a journal stands: its last event, that event's hash, and the number of the lease that may write. */
export type Head = { readonly seq: number; readonly hash: Uint8Array; readonly fence: number };

type Link = { readonly seq: number; readonly hash: Uint8Array };

export type Row = { readonly seq: number; readonly json: string; readonly hash: Uint8Array };

/** Rows fetched at a time: no statement stays open while the caller thinks, or the log could never be cut back. */
const PAGE = 512;

/** Reads one journal file through one connection, and believes nothing it reads. */
export type Rows = {
  head(): Head;
  /** Rows after a number up to the head of now, each proven to follow from the one before. */
  after(seq: number): Generator<readonly Row[]>;
  /** The hash of one event; undefined if there is none. */
  hashAt(seq: number): Uint8Array | undefined;
};

export function rowsOf(database: DatabaseSync, file: string): Rows {
  const headRow = prepare(database, file, HEAD);
  const pageOf = prepare(database, file, PAGE_OF);
  const hashRow = prepare(database, file, 'SELECT hash FROM events WHERE seq = ?');
  const head = (): Head => guarded(file, () => readHead(headRow, file));
  const hashAt = (seq: number): Uint8Array | undefined => {
    const hash = guarded(file, () => hashRow.get(seq))?.['hash'];
    return hash instanceof Uint8Array ? hash : undefined;
  };
  function* after(seq: number): Generator<readonly Row[]> {
    const end = head();
    if (seq > end.seq) return;
    const hash = seq === 0 ? genesis : hashAt(seq);
    if (hash === undefined) throw damaged(file, 'it is missing', { seq });
    let last: Link = { seq, hash };
    while (last.seq < end.seq) {
      const page = guarded(file, () => pageOf.all(last.seq, end.seq)) as unknown as readonly Row[];
      if (page.length === 0) throw damaged(file, 'it is missing', { seq: last.seq + 1 });
      for (const row of page) last = follow(last, row, file);
      yield page;
    }
    if (!isSame(last.hash, end.hash))
      throw damaged(file, 'the last event is not the one recorded as last', { seq: last.seq });
  }
  return { head, after, hashAt };
}

const HEAD = `SELECT seq, hash, fence, (SELECT min(seq) FROM events) AS first,
  (SELECT max(seq) FROM events) AS last FROM head WHERE one = 1`;

const PAGE_OF = `SELECT seq, json, hash FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`;

function readHead(statement: StatementSync, file: string): Head {
  const row = statement.get();
  if (row === undefined) throw damaged(file, 'the record of its last event is missing');
  const { seq, hash, fence, first, last } = row;
  if (!isCount(seq) || !isCount(fence) || !(hash instanceof Uint8Array))
    throw damaged(file, 'the record of its last event does not make sense');
  if (seq === 0 ? last !== null : last !== seq)
    throw damaged(file, `its last event is ${String(last ?? 'missing')}, recorded is ${seq}`, {
      seq: typeof last === 'number' ? Math.min(last, seq) + 1 : 1,
    });
  if (seq > 0 && first !== 1)
    throw damaged(file, `its first event is ${String(first)}`, { seq: Math.min(1, Number(first)) });
  return { seq, hash, fence };
}

function follow(last: Link, row: Row, file: string): Row {
  if (row.seq !== last.seq + 1) throw damaged(file, 'it is missing', { seq: last.seq + 1 });
  if (!isSame(row.hash, link(last.hash, row.json)))
    throw damaged(file, 'its hash does not follow from the events before it', { seq: row.seq });
  return row;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function prepare(database: DatabaseSync, file: string, sql: string): StatementSync {
  return guarded(file, () => database.prepare(sql));
}

function guarded<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw journalError(error, file);
  }
}
