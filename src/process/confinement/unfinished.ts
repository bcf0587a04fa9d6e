import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A place for what is being made, named after this process: what a dead one left in `tmp` of the state folder is removed
 * when the next coordinator starts.
 */
export async function unfinishedPlace(stateFolder: string, word: string): Promise<string> {
  const folder = join(stateFolder, 'tmp');
  await mkdir(folder, { recursive: true });
  return join(folder, `${process.pid}-${word}-${randomBytes(8).toString('hex')}`);
}
