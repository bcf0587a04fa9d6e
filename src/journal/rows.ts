import type { DatabaseSync, StatementSync } from 'node:sqlite';

import type { GauntletError } from '../model/error.ts';
import { isMap } from '../schema/fits.ts';
import { genesis, link } from './chain.ts';
import { END } from './layout.ts';
import { damaged, journalError } from './sqlite.ts';

/** Where a journal stands: its last event, the hash up to it, and the number of the lease that may write. */
export type Head = { readonly seq: number; readonly hash: string; readonly fence: number };

type Link = { readonly last: number; readonly hash: string };

/** What was written together: the events `seq` to `last`. */
export type JournalRow = Link & { readonly seq: number; readonly json: string };

/** Rows fetched at a time: no statement stays open while the caller thinks, or the log could never be cut back. */
const PAGE = 256;

/** Reads one journal file through one connection, and believes nothing it reads. */
export type Rows = {
  head(): Head;
  /** The row that holds the event after a number, and all after it up to the head of now, each proven to follow. */
  after(seq: number): Generator<readonly JournalRow[]>;
  /** The hash of the row that holds an event; undefined if there is none. */
  hashAt(seq: number): string | undefined;
};

export function rowsOf(database: DatabaseSync, file: string): Rows {
  const statements = guarded(file, () => statementsOf(database));
  const head = (): Head => guarded(file, () => readEnd(statements.end, file));
  const hashAt = (seq: number): string | undefined => {
    const hash = guarded(file, () => statements.hash.get(seq))?.['hash'];
    return typeof hash === 'string' ? hash : undefined;
  };
  function* after(seq: number): Generator<readonly JournalRow[]> {
    const end = head();
    if (seq > end.seq) return;
    const before = guarded(file, () => statements.before.get(seq + 1)) ?? { last: 0, hash: genesis };
    if (!isLink(before)) throw senseless(file);
    let last: Link = before;
    while (last.last < end.seq) {
      const from = last.last;
      const page: readonly unknown[] = guarded(file, () => statements.page.all(from, end.seq));
      if (!page.every(isRow)) throw damaged(file, 'it is not a row of events', { seq: from + 1 });
      if (page.length === 0) throw damaged(file, 'it is missing', { seq: from + 1 });
      for (const row of page) last = proven(last, row, file);
      yield page;
    }
    if (last.last !== end.seq || last.hash !== end.hash)
      throw damaged(file, 'the last event does not match the recorded end', { seq: end.seq });
  }
  return { head, after, hashAt };
}

function isLink(row: unknown): row is Link {
  return isMap(row) && typeof row['last'] === 'number' && typeof row['hash'] === 'string';
}

function isRow(row: unknown): row is JournalRow {
  return isLink(row) && 'json' in row && typeof row.json === 'string' && 'seq' in row && isCount(row.seq);
}

function statementsOf(database: DatabaseSync) {
  return {
    end: database.prepare(END),
    page: database.prepare(
      `SELECT seq, json, hash, last FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`,
    ),
    before: database.prepare(`SELECT hash, last FROM events
        WHERE seq < (SELECT max(seq) FROM events WHERE seq <= ?) ORDER BY seq DESC LIMIT 1`),
    hash: database.prepare(`SELECT hash FROM events WHERE seq <= ? AND json <> '' ORDER BY seq DESC LIMIT 1`),
  };
}

function readEnd(statement: StatementSync, file: string): Head {
  const row = statement.get();
  if (row === undefined) throw damaged(file, 'the record of its last event is missing');
  const { next, json, hash, fence, first } = row;
  if (!isCount(next)) throw senseless(file);
  if (json !== '') throw damaged(file, 'no record of the end follows this event', { seq: next });
  if (!isCount(fence) || typeof hash !== 'string') throw senseless(file);
  const seq = next - 1;
  if (seq > 0 && first !== 1)
    throw damaged(file, `its first event is ${String(first)}`, { seq: Math.min(1, Number(first)) });
  return { seq, hash, fence };
}

function senseless(file: string): GauntletError {
  return damaged(file, 'the record of its last event is invalid');
}

/** The row, if it follows from the one before it. */
export function proven(last: Link, row: JournalRow, file: string): JournalRow {
  if (row.seq !== last.last + 1) throw damaged(file, 'it is missing', { seq: last.last + 1 });
  if (row.last < row.seq || row.hash !== link(last.hash, row.json))
    throw damaged(file, 'its hash does not follow from the events before it', { seq: row.seq });
  return row;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function guarded<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw journalError(error, file);
  }
}
