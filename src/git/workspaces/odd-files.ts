import { type Dirent, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

import { readRegular } from '../files.ts';

const BATCH = 200;

/**
 * Removes pipes, sockets and devices from a work tree and names them. Git passes over them when it cleans, and opens
 * them where it expects its own files: a pipe called `.gitignore` is read for as long as nobody writes to it.
 */
export async function removeOddFiles(top: string): Promise<readonly string[]> {
  const odd: string[] = [];
  for await (const [path, entry] of entriesBelow(top, isThere)) {
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
    for await (const [path, entry] of entriesBelow(store, readFolder)) {
      if (!entry.isFile() && !entry.isDirectory())
        return `its object store holds ${JSON.stringify(path)}, which is not a plain file`;
    }
  } catch (error) {
    return `its object store cannot be read: ${(error as Error).message}`;
  }
  const others = await readRegular(join(store, 'info', 'alternates'));
  return others === undefined ? undefined : 'its object store was redirected';
}

type ReadFolder = (path: string) => readonly Dirent[];

const readFolder: ReadFolder = (path) => readdirSync(path, { withFileTypes: true });

/** What cannot be opened by us cannot be opened by our git either. */
const isThere: ReadFolder = (path) => {
  try {
    return readFolder(path);
  } catch {
    return [];
  }
};

async function* entriesBelow(
  top: string,
  read: ReadFolder,
): AsyncGenerator<readonly [path: string, entry: Dirent]> {
  const waiting = [''];
  let count = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of read(join(top, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      yield [path, entry];
    }
    if (++count % BATCH === 0) await breathe();
  }
}
