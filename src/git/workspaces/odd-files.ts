import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { errorMessage } from '../../model/error.ts';
import { entriesBelow, readRegular } from '../files.ts';

/**
 * Removes pipes, sockets and devices from a work tree and names them. Git passes over them when it cleans, and opens
 * them where it expects its own files: a pipe called `.gitignore` is read for as long as nobody writes to it.
 */
export async function removeOddFiles(top: string): Promise<readonly string[]> {
  const odd: string[] = [];
  // What cannot be opened by us cannot be opened by our git either.
  for await (const [path, entry] of entriesBelow(top, { isPassedOver: true })) {
    if (entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()) continue;
    await rm(join(top, path), { force: true });
    odd.push(path);
  }
  return odd;
}

/**
 * Why a clone's objects cannot be read; undefined when they can. Git follows links and other stores without asking
 * whose they are, and waits for pipes: a store with anything but plain files in it is not opened at all.
 */
export async function storeProblem(store: string): Promise<string | undefined> {
  try {
    for await (const [path, entry] of entriesBelow(store)) {
      if (!entry.isFile() && !entry.isDirectory())
        return `its object store holds ${JSON.stringify(path)}, which is not a plain file`;
    }
  } catch (error) {
    return `its object store cannot be read: ${errorMessage(error)}`;
  }
  const others = await readRegular(join(store, 'info', 'alternates'));
  return others === undefined ? undefined : 'its object store was redirected';
}
