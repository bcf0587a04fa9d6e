import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GauntletError } from '../../model/error.ts';
import { genesis } from '../chain.ts';
import { diskError, isMissing } from '../disk-error.ts';
import { createJournalFile, openForReading } from '../journal-file.ts';
import { appending } from '../layout.ts';
import { acquireLease } from '../lease.ts';
import { rowsOf } from '../rows.ts';
import { openDatabase } from '../sqlite.ts';
import { verifyJournal } from '../verify-journal.ts';
import { syncFolder, writeWhole } from '../whole-file.ts';
import { checkPiece, spoilt } from './moving.ts';
import type { MovableRun, Piece } from './moving.ts';
import type { StagedRun } from './staged-run.ts';

/** Hands over the run in an epic's folder. Refused while a coordinator drives it: nobody can, until this is over. */
export async function withRunIn<T>(folder: string, use: (run: MovableRun) => Promise<T>): Promise<T> {
  const file = join(folder, 'journal.db');
  const database = openForReading(file);
  try {
    const lease = acquireLease(join(folder, 'lease.db'));
    try {
      const rows = rowsOf(database, file);
      return await use({ epic: basename(folder), rows: () => rows.after(0), pieces: () => piecesIn(folder) });
    } finally {
      lease.release();
    }
  } finally {
    database.close();
  }
}

async function* piecesIn(folder: string): AsyncGenerator<Piece> {
  for (const hash of namesIn(join(folder, 'kept')))
    yield checkPiece({ kind: 'kept', hash, json: await text(join(folder, 'kept', `${hash}.json`)) });
  for (const entry of numbersIn(join(folder, 'runs'))) {
    const place = join(folder, 'runs', entry);
    for (const name of namesIn(place))
      yield checkPiece({
        kind: 'record',
        run: Number(entry),
        name,
        json: await text(join(place, `${name}.json`)),
      });
  }
}

/** A run's folder also holds what its programs wrote; only records end like this and have such names. */
function namesIn(folder: string): readonly string[] {
  return listed(folder).flatMap((name) => /^([A-Za-z0-9][A-Za-z0-9_-]{0,99})\.json$/.exec(name)?.[1] ?? []);
}

function numbersIn(folder: string): readonly string[] {
  return listed(folder)
    .filter((name) => /^(?:0|[1-9]\d{0,14})$/.test(name))
    .sort((one, other) => Number(one) - Number(other));
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw diskError(error, 'the records cannot be read');
  }
}

async function text(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw diskError(error, 'a record could not be read');
  }
}

/** Writes a run beside its place and moves it there: it is there whole or not at all, and overwrites nothing. */
export async function writeRunTo(folder: string, run: StagedRun): Promise<void> {
  refuseExisting(folder, run.epic);
  const fresh = `${folder}.${randomBytes(6).toString('hex')}.part`;
  try {
    mkdirSync(fresh, { recursive: true });
    await writeRows(join(fresh, 'journal.db'), run);
    for await (const piece of run.pieces()) await writePiece(fresh, piece);
    refuseExisting(folder, run.epic);
    renameSync(fresh, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error instanceof GauntletError ? error : diskError(error, 'the run could not be written');
  }
}

function refuseExisting(folder: string, epic: string): void {
  if (!existsSync(folder)) return;
  throw new GauntletError('STATE_CONFLICT', `epic ${epic} has a run here already`, {
    hint: `Nothing was changed. Move ${folder} away first, if that run is of no more use.`,
  });
}

async function writeRows(file: string, run: StagedRun): Promise<void> {
  createJournalFile(file);
  const database = openDatabase(file, { readOnly: false });
  try {
    database.exec('PRAGMA synchronous = FULL; BEGIN');
    const append = database.prepare(appending(database, 0));
    let previous = genesis;
    for await (const page of run.rows()) {
      for (const { seq, json, hash, last } of page) {
        append.run(seq, json, hash, last, previous);
        previous = hash;
      }
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  const proof = verifyJournal(file);
  if (!proof.ok || proof.events !== run.events) throw spoilt('it did not reach the disk as it was');
}

async function writePiece(folder: string, piece: Piece): Promise<void> {
  const place = piece.kind === 'kept' ? join(folder, 'kept') : join(folder, 'runs', String(piece.run));
  mkdirSync(place, { recursive: true });
  await writeWhole(join(place, `${piece.kind === 'kept' ? piece.hash : piece.name}.json`), piece.json);
}
