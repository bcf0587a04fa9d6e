import { createHash } from 'node:crypto';
import type { Row } from '../rows.ts';
import { spoilt } from './moving.ts';
import type { MovableRun, Piece } from './moving.ts';

/** Written first; says what the file is and how the rest of it lies. In version 1 all rows were chained by bytes. */
const FORMAT = { gauntlet: 'run', v: 2 } as const;

type Origin = Pick<MovableRun, 'epic' | 'from'>;

export type ArchiveEntry = { readonly row: Row } | { readonly piece: Piece };

/**
 * A run as lines of JSON: what it is, its rows, its pieces, and an end with the hash of all lines before it, so that a
 * file that was cut off or changed is noticed.
 */
export async function* archiveLines(run: MovableRun): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const lineOf = (value: unknown): string => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  };
  yield lineOf({ ...FORMAT, epic: run.epic, ...(run.from === undefined ? {} : { from: run.from }) });
  for await (const page of run.rows())
    for (const { seq, last, json, hash: chained } of page)
      yield lineOf({ row: { seq, last, json, hash: chained } });
  for await (const piece of run.pieces()) yield lineOf({ piece });
  yield `${JSON.stringify({ end: hash.digest('hex') })}\n`;
}

/** Reads such lines: first whose run it is, then every entry. Whoever reads to the end knows that nothing is missing. */
export async function readArchive(
  lines: AsyncIterable<string>,
  take: (entry: ArchiveEntry) => void,
): Promise<Origin> {
  const hash = createHash('sha256');
  let origin: Origin | undefined;
  let isWhole = false;
  for await (const line of lines) {
    if (isWhole) throw spoilt('something stands behind its end');
    const value = objectIn(line);
    if (origin === undefined) origin = originIn(value);
    else if ('end' in value) {
      if (value['end'] !== hash.digest('hex')) throw spoilt('it was changed after it was written');
      isWhole = true;
      continue;
    } else take(entryIn(value));
    hash.update(`${line}\n`);
  }
  if (origin === undefined || !isWhole) throw spoilt('its end is missing');
  return origin;
}

function originIn(value: Readonly<Record<string, unknown>>): Origin {
  if (value['gauntlet'] !== FORMAT.gauntlet) throw spoilt('that file is not an exported run');
  if (value['v'] !== FORMAT.v && value['v'] !== 1)
    throw spoilt('it was written by another release of gauntlet');
  const epic = String(value['epic']);
  return value['from'] === 'cluster' ? { epic, from: 'cluster' } : { epic };
}

function entryIn(value: Readonly<Record<string, unknown>>): ArchiveEntry {
  const { row, piece } = value;
  if (isRecord(row)) {
    const { seq, last, json, hash } = row;
    if (Number.isSafeInteger(seq) && Number.isSafeInteger(last) && typeof json === 'string')
      return { row: { seq: Number(seq), last: Number(last), json, hash: String(hash) } };
  }
  if (isRecord(piece) && typeof piece['json'] === 'string') {
    const { kind, run, name, hash, json } = piece;
    if (kind === 'kept') return { piece: { kind, hash: String(hash), json } };
    if (kind === 'record') return { piece: { kind, run: Number(run), name: String(name), json } };
  }
  throw spoilt('it holds what no export writes');
}

function objectIn(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Told below.
  }
  throw spoilt('a line of it is not JSON');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
