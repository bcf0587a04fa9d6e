import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** The change time and number of files, by path; '' for one that is not there. The kernel alone sets them. */
export type FileStamps = ReadonlyMap<string, string>;

/** Files between which others get a turn. */
const AT_ONCE = 500;

/**
 * Stamps files of a folder, to the nanosecond. Git's index compares whole seconds, so a file that a check writes and restores
 * within the second of its checkout looks untouched there.
 */
export async function stampFiles(folder: string, paths: readonly string[]): Promise<FileStamps> {
  const stamps = new Map<string, string>();
  for (const [nth, path] of paths.entries()) {
    if (nth % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const found = lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
    stamps.set(path, found === undefined ? '' : `${found.ctimeNs} ${found.ino} ${found.size} ${found.mode}`);
  }
  return stamps;
}

/** Files whose stamp is another one now. */
export async function restamped(folder: string, before: FileStamps): Promise<readonly string[]> {
  const now = await stampFiles(folder, [...before.keys()]);
  return [...before].flatMap(([path, stamp]) => (now.get(path) === stamp ? [] : [path]));
}
