import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { Snapshots } from '../ports/journal.ts';
import { jsonAs } from '../schema/json-in.ts';
import { type Infer, mapOf, text, whole } from '../schema/shape.ts';
import type { RowSum } from './row-sum.ts';
import type { Rows } from './rows.ts';
import { writeWhole } from './whole-file.ts';

const headerShape = mapOf({
  version: text(),
  seq: whole(),
  /** The chain up to that event, so that a snapshot of another history is not taken for one of this. */
  chain: text(),
  /** The sum over all rows up to the one with that event. */
  rows: text(),
  sha256: text(),
});

type Header = Infer<typeof headerShape>;

/** What stands in the file, its bytes shown to be those that were written. */
export type KeptSnapshot = { readonly header: Header; readonly bytes: Uint8Array };

const NEWLINE = 10;

/** A journal that is open for writing: where it stands and how its rows are read. */
type Opened = {
  readonly file: string;
  readonly database: DatabaseSync;
  readonly rows: Rows;
  /** The last durable event. */
  last(): number;
  /** The rows that are known to be right; begun when the journal was opened. */
  readonly sum: RowSum;
  readonly kept: KeptSnapshot | undefined;
};

/**
 * Snapshots live in a file of their own beside the journal: they are large, replaced often and may be lost, none of
 * which is true of an event. One line says what it is, the bytes follow.
 */
export function snapshotsOf(opened: Opened): Snapshots {
  let { kept } = opened;
  return {
    async saveSnapshot(seq, value, version) {
      kept = undefined;
      const content = contentOf(opened, { seq, value, version });
      if (content !== undefined) await writeWhole(placeOf(opened.file), content).catch(() => undefined);
    },
    loadSnapshot(version) {
      const found = kept ?? readSnapshot(opened.file);
      kept = undefined;
      if (found?.header.version !== version || found.header.seq > opened.last()) return undefined;
      return isOf(opened.rows, found.header) ? valueOf(found) : undefined;
    },
  };
}

/** The snapshot beside a journal, if it is whole. */
export function readSnapshot(file: string): KeptSnapshot | undefined {
  try {
    const content = readFileSync(placeOf(file));
    const end = content.indexOf(NEWLINE);
    const header = jsonAs(headerShape, content.subarray(0, end).toString());
    const bytes = content.subarray(end + 1);
    if (header === undefined) return undefined;
    return digestOf(header, bytes) === header.sha256 ? { header, bytes } : undefined;
  } catch {
    return undefined;
  }
}

export function valueOf({ header, bytes }: KeptSnapshot): { seq: number; value: unknown } | undefined {
  try {
    return { seq: header.seq, value: deserialize(bytes) };
  } catch {
    return undefined;
  }
}

/** Whether a snapshot is of this very history: its last event is there, in a row with the chain that led to it. */
export function isOf(rows: Rows, { seq, chain }: Header): boolean {
  const here = rows.hashAt(seq);
  return here !== undefined && here === chain;
}

/** Whether every row up to the snapshot is as it was when the snapshot was taken; the rows are summed up on the way. */
export function isUnchanged(database: DatabaseSync, { seq, rows }: Header, sum: RowSum): boolean {
  try {
    return sum.add(database, seq) && sum.digest() === rows;
  } catch {
    // What cannot be read is found, and named, by following the chain.
    return false;
  }
}

type Wanted = { readonly seq: number; readonly value: unknown; readonly version: string };

function contentOf(opened: Opened, { seq, value, version }: Wanted): Uint8Array | undefined {
  try {
    const chain = seq > opened.last() || seq < opened.sum.seq ? undefined : opened.rows.hashAt(seq);
    if (chain === undefined || !opened.sum.add(opened.database, seq)) return undefined;
    const bytes = serialize(value);
    const about = { version, seq, chain, rows: opened.sum.digest() };
    const header: Header = { ...about, sha256: digestOf(about, bytes) };
    return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes]);
  } catch {
    return undefined;
  }
}

function digestOf({ version, seq, chain, rows }: Omit<Header, 'sha256'>, bytes: Uint8Array): string {
  return hash('sha256', `${version} ${seq} ${chain} ${rows} ${hash('sha256', bytes)}`);
}

function placeOf(file: string): string {
  return `${file}.snapshot`;
}
