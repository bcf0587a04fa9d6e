import { existsSync, rmSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GauntletError } from '../model/error.ts';
import { syncFolder } from './whole-file.ts';
import { shape, VERSION } from './layout.ts';
import { damaged, journalError, openDatabase } from './sqlite.ts';

/** Written into the header of the file: "gtlj" says whose it is, the version how the events lie in it. */
const APPLICATION = 0x67746c6a;

/** Makes an empty journal beside its place and moves it there: a journal is whole or not there at all. */
export function createJournalFile(file: string): void {
  refuseLeftovers(file);
  const fresh = `${file}.new`;
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${fresh}${ending}`, { force: true });
  try {
    const database = openDatabase(fresh, { readOnly: false });
    try {
      database.exec('PRAGMA synchronous = FULL');
      database.exec(`BEGIN; ${shape}`);
      database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}; COMMIT`);
      database.exec('PRAGMA journal_mode = WAL');
    } finally {
      database.close();
    }
    renameSync(fresh, file);
    syncFolder(dirname(file));
  } catch (error) {
    throw journalError(error, file);
  }
}

/** Removes a journal without events, for a writer that still has the lease: a run that could not start leaves no trace. */
export function removeJournalFile(file: string): void {
  try {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  } catch {
    // The disk refuses: an empty journal is begun by the next run.
  }
}

/** A log without its journal would be replayed into the new one. */
function refuseLeftovers(file: string): void {
  for (const ending of ['-wal', '-journal']) {
    const left = statSync(`${file}${ending}`, { throwIfNoEntry: false });
    if (left !== undefined && left.size > 0)
      throw damaged(file, `the file is missing, but its log ${file}${ending} is there`);
  }
}

/** Opens a journal for reading: never creates, repairs or changes one. */
export function openForReading(file: string): DatabaseSync {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw missing(file);
  // SQLite would take an empty file for a new database and throw its log away.
  if (!found.isFile() || found.size === 0) throw damaged(file, 'the file is empty');
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(file, { readOnly: true });
    checkFormat(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw journalError(error, file);
  }
}

function missing(file: string): GauntletError {
  if (existsSync(`${file}-wal`)) refuseLeftovers(file);
  return new GauntletError('FILE_UNREADABLE', `there is no journal ${file}`, {
    hint: 'Start a run first.',
  });
}

function checkFormat(database: DatabaseSync, file: string): void {
  const application = pragma(database, 'application_id');
  if (application !== APPLICATION) throw damaged(file, 'it is not a journal of gauntlet');
  const version = pragma(database, 'user_version');
  if (version !== VERSION)
    throw damaged(file, `its format is ${version}, this version of gauntlet reads ${VERSION}`);
  // Events are never deleted, so a free page means that somebody else has been at it.
  if (pragma(database, 'freelist_count') !== 0) throw damaged(file, 'pages have been removed from it');
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
