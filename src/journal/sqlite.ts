import { DatabaseSync } from 'node:sqlite';
import { errorMessage, GauntletError } from '../model/error.ts';

/** Primary result codes of SQLite; the extended ones carry more in their upper bits. */
const primary = { busy: 5, readOnly: 8, ioError: 10, full: 13, cantOpen: 14, constraint: 19 };

type Trouble = keyof typeof primary;

/** How long a write waits for another one; only somebody who goes round the lease ever makes it wait. */
const BUSY_MS = 2000;

export function openDatabase(file: string, options: { readonly readOnly: boolean }): DatabaseSync {
  const database = new DatabaseSync(file, options);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function isTrouble(error: unknown, trouble: Trouble): boolean {
  return sqliteCode(error) === primary[trouble];
}

/** What SQLite says about reading or writing a journal, in our words. */
export function journalError(error: unknown, file: string): GauntletError {
  if (error instanceof GauntletError) return error;
  const said = errorMessage(error);
  if (isTrouble(error, 'full')) {
    return new GauntletError('ENVIRONMENT_UNFIT', `no space is left to write the journal ${file}`, {
      hint: 'Free some space on that disk and resume: the events recorded before are intact.',
      cause: error,
    });
  }
  if (isTrouble(error, 'busy')) {
    return new GauntletError('STATE_CONFLICT', `another program is writing the journal ${file}`, {
      hint: 'End that program, then resume.',
      cause: error,
    });
  }
  const unreachable = (['ioError', 'cantOpen', 'readOnly'] as const).some((each) => isTrouble(error, each));
  if (unreachable) {
    return new GauntletError('ENVIRONMENT_UNFIT', `the journal ${file} cannot be reached: ${said}`, {
      hint: 'Check the disk and the permissions of that folder, then resume.',
      cause: error,
    });
  }
  return damaged(file, said, { cause: error });
}

/** Nothing that throws this has written anything. */
export function damaged(
  file: string,
  because: string,
  more: { readonly seq?: number; readonly cause?: unknown } = {},
): GauntletError {
  const where = more.seq === undefined ? '' : ` at event ${more.seq}`;
  return new GauntletError('JOURNAL_DAMAGED', `the journal ${file} is damaged${where}: ${because}`, {
    data: more.seq === undefined ? {} : { seq: more.seq },
    hint: 'Nothing was changed. Restore it from a backup, or move it away to start the epic again.',
    ...(more.cause === undefined ? {} : { cause: more.cause }),
  });
}

function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
