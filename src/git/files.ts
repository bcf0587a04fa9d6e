import { randomBytes } from 'node:crypto';
import {
  closeSync,
  type Dirent,
  fsync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A name nobody can guess or has used. */
export function randomName(): string {
  return randomBytes(12).toString('hex');
}

/**
 * Writes a file so that a reader, or a start after a crash, sees the old one or the new one. Until it is whole it lies
 * among the unfinished files of this process, which go when the process is dead.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  temporary: string,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await mkdir(temporary, { recursive: true });
  const unfinished = join(temporary, `${randomName()}.file`);
  try {
    await writeFile(unfinished, content, { mode: 0o644, flag: 'wx' });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * The same, and both the file and its name are on the disk when this resolves, by one flush: it comes after the file has
 * its name, so that it takes both. A power cut in between may leave an empty file, which nobody was told of.
 */
export async function writeDurably(path: string, content: string, temporary: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(temporary, { recursive: true });
  const unfinished = join(temporary, `${randomName()}.file`);
  const file = openSync(unfinished, 'wx', 0o644);
  try {
    writeFileSync(file, content);
    renameSync(unfinished, path);
    await flush(file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

const flush = promisify(fsync);

/** Forces the names in a folder to the disk. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A small regular file's text; undefined when it is missing, a link, or something else. */
export async function readRegular(path: string, cap = 1024 * 1024): Promise<string | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat?.isFile() !== true || stat.size > cap) return undefined;
  return await readFile(path, 'utf8').catch(() => undefined);
}

/** Whether a path is a folder itself, not a link to one. */
export async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Folders are read at once, and after so many entries others get a turn. */
const BATCH = 200;

/** Everything below a folder, by its path there; links are not followed. Throws where a folder cannot be read, unless told to pass over it. */
export async function* entriesBelow(
  top: string,
  { isPassedOver = false, enters = () => true }: Walk = {},
): AsyncGenerator<readonly [path: string, entry: Dirent]> {
  const waiting = [''];
  let count = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readFolder(join(top, folder), isPassedOver)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && enters(path)) waiting.push(path);
      yield [path, entry];
      if (++count % BATCH === 0) await breathe();
    }
  }
}

type Walk = {
  /** Folders that cannot be read are taken for empty ones. */
  readonly isPassedOver?: boolean;
  readonly enters?: (path: string) => boolean;
};

/** What is in a folder. */
export function readFolder(folder: string, isPassedOver: boolean): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isPassedOver) return [];
    throw error;
  }
}

/** Names in a folder; none where it cannot be read. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

/**
 * Removes a folder whatever its permissions are: exports are read-only, and tests leave odd things behind. One that cannot
 * be removed has at least lost its name, and nobody waits for it.
 */
export async function removeFolder(path: string, temporary: string): Promise<void> {
  if ((await lstat(path).catch(() => undefined)) === undefined) return;
  // Renamed first: a half-removed folder must never be taken for a whole one.
  await mkdir(temporary, { recursive: true });
  const doomed = join(temporary, `${randomName()}.gone`);
  await rename(path, doomed);
  await rm(doomed, { recursive: true, force: true }).catch(() => takeApart(doomed, temporary));
}

/** Removes folders one by one, each under a short name: what is in them may have paths that no system call takes. */
async function takeApart(top: string, temporary: string): Promise<void> {
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    await chmod(folder, 0o700).catch(() => undefined);
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const inner = join(folder, entry.name);
      const short = join(temporary, `${randomName()}.gone`);
      const isMoved = entry.isDirectory() && (await rename(inner, short).then(isDone, isNotDone));
      if (isMoved) waiting.push(short);
      else await rm(inner, { recursive: true, force: true }).catch(() => undefined);
    }
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

const isDone = (): boolean => true;
const isNotDone = (): boolean => false;
