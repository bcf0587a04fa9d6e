import { readOwnJson } from './own-json.ts';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { errorCode } from '../model/error.ts';
import type { EpicPlace } from './state-folder.ts';

/**
 * Whether a coordinator holds the lease of an epic. Its note is looked at first, so that the lock itself is only
 * touched while its holder lives: whoever asks must never be what makes a starting run believe that it is taken.
 */
export function isHeld(epic: Pick<EpicPlace, 'folder'>): boolean {
  const holder = holderOf(epic);
  if (holder === undefined) return false;
  if (holder.host === hostname() && !isAlive(holder.pid)) return false;
  return isLocked(join(epic.folder, 'lease.db'));
}

/** Who holds the lease, or held it last. */
export function holderOf(
  epic: Pick<EpicPlace, 'folder'>,
): { readonly pid: number; readonly host: string } | undefined {
  const { pid, host } = readOwnJson<{ pid: number; host: string }>(join(epic.folder, 'holder.json')) ?? {};
  return pid === undefined || host === undefined ? undefined : { pid, host };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Reading waits for an exclusive lock, and here it does not wait: busy means held. */
function isLocked(file: string): boolean {
  if (!fs.existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}
