import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Ending of files that are still being written; whoever lists a folder passes over them. */
export const UNFINISHED = '.part';

/** Writes a file so that after any crash it is there whole or not at all, and durable once this resolves. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const part = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
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
