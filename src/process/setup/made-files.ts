import { lstatSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jsonAs } from '../../schema/json-in.ts';
import { listOf, text } from '../../schema/shape.ts';
import { contained } from './contained.ts';

/** Path → what tells that it was changed: size, times and number of a file. The kernel alone sets the change time. */
type Stamps = ReadonlyMap<string, string>;

/** All names in a workspace but git's own. */
export async function namesIn(workspace: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  await walk(workspace, '', (path) => {
    names.add(path);
    return true;
  });
  return names;
}

/** What is there now and was not before: the topmost new names only. */
export async function newIn(workspace: string, before: ReadonlySet<string>): Promise<readonly string[]> {
  const found: string[] = [];
  await walk(workspace, '', (path) => {
    if (before.has(path)) return true;
    found.push(path);
    return false;
  });
  return found;
}

/** Notes every file below what setup made. */
export async function noteStamps(workspace: string, paths: readonly string[], file: string): Promise<void> {
  await writeFile(file, JSON.stringify([...(await stampsOf(workspace, paths))]));
}

/**
 * Brings what setup made back to how setup left it: what was added since is removed. False when something was changed
 * or is missing, which only another setup can fix. Without this, one branch's tests could prepare the next one's.
 */
export async function restore(workspace: string, paths: readonly string[], file: string): Promise<boolean> {
  const noted = await readStamps(file);
  if (noted === undefined) return false;
  const now = await stampsOf(workspace, paths);
  for (const [path, stamp] of noted) if (now.get(path) !== stamp) return false;
  for (const path of now.keys()) if (!noted.has(path)) await removeMade(workspace, path);
  return true;
}

/** Whether everything below these paths is as it was noted: nothing changed, nothing missing, nothing more. */
export async function isAsNoted(folder: string, paths: readonly string[], file: string): Promise<boolean> {
  const noted = await readStamps(file);
  const now = await stampsOf(folder, paths);
  return noted?.size === now.size && [...now].every(([path, stamp]) => noted.get(path) === stamp);
}

/** Removes one thing that setup made, unless a link now stands in the way to it. */
export async function removeMade(workspace: string, path: string): Promise<void> {
  const place = contained(workspace, path);
  if (place !== undefined) await rm(place, { recursive: true, force: true });
}

async function stampsOf(workspace: string, paths: readonly string[]): Promise<Stamps> {
  const stamps = new Map<string, string>();
  const note = (path: string): boolean => {
    const found = lstatSync(join(workspace, path), { throwIfNoEntry: false });
    if (found === undefined) return false;
    const { size, mtimeMs, ctimeMs, ino, mode } = found;
    // A folder's own times change with everything in it; what is in it is looked at by itself.
    stamps.set(path, found.isDirectory() ? `folder ${mode}` : [size, mtimeMs, ctimeMs, ino, mode].join(' '));
    return true;
  };
  for (const path of paths) {
    if (contained(workspace, path) !== undefined && note(path)) await walk(workspace, path, note);
  }
  return stamps;
}

async function readStamps(file: string): Promise<Stamps | undefined> {
  const noted = jsonAs(listOf(listOf(text())), await readFile(file, 'utf8').catch(() => undefined));
  return noted && new Map(noted.map(([path = '', stamp = '']) => [path, stamp]));
}

/** Names below a folder, links not followed. A big tree gives the rest of the program its turn now and then. */
async function walk(workspace: string, from: string, enter: (path: string) => boolean): Promise<void> {
  const open = [from];
  for (let count = 0, at = open.pop(); at !== undefined; at = open.pop(), count += 1) {
    if (count % 256 === 255) await new Promise((resolve) => setImmediate(resolve));
    for (const entry of entriesOf(join(workspace, at))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (path !== '.git' && enter(path) && entry.isDirectory()) open.push(path);
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
