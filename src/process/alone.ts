import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';

import { GauntletError } from '../model/error.ts';

const AGAIN_MS = 20;
const PATIENCE_MS = 60_000;

/**
 * Does something that no two processes may do at once. The lock is one on a file that only SQLite opens: whoever dies in
 * the middle leaves nothing behind, for the kernel frees it.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  const database = await locked(file);
  try {
    return await work();
  } finally {
    database.close();
  }
}

async function locked(file: string): Promise<DatabaseSync> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
      return database;
    } catch (cause) {
      database.close();
      if (!isBusy(cause) || waited >= PATIENCE_MS) throw stuck(file, cause);
    }
    await pause(AGAIN_MS);
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function stuck(file: string, cause: unknown): GauntletError {
  return new GauntletError('ENVIRONMENT_UNFIT', `the lock ${file} cannot be acquired: ${String(cause)}`, {
    hint: 'Check the free space and the permissions of that folder, and whether a coordinator hangs.',
    cause,
  });
}
