import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { isMissing } from './disk-error.ts';

/** Ending of files that are still being written; whoever lists a folder passes over them. */
const UNFINISHED = '.part';

/** More than anybody tidies up while one file is written. */
const MOST_TRIES = 10;

/** Writes a file so that after any crash it is there whole or not at all, and durable once this resolves. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  for (let tries = 1; !(await isWritten(file, content)); tries++) {
    if (tries === MOST_TRIES) throw new Error(`${file} was removed ${tries} times while it was written`);
  }
  syncFolder(dirname(file));
}

/** False where somebody has taken it for left behind and removed it: then it is written again. */
async function isWritten(file: string, content: string | Uint8Array): Promise<boolean> {
  const part = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  try {
    await rename(part, file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Removes what somebody who was killed has not finished writing into a folder. Who is not dead writes it again; what cannot
 * be removed harms nobody.
 */
export function removeUnfinished(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile() && entry.name.endsWith(UNFINISHED))
        rmSync(join(folder, entry.name), { force: true });
  } catch {
    // It is passed over as long as it is there.
  }
}

/** A file's text; undefined where it cannot be read. */
export function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A new name is durable only once the folder that holds it is. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder; there, renaming is as durable as it gets.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
