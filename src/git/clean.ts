import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { type Context, safeId } from './context.ts';
import { isFolder, removeFolder } from './files.ts';
import { rescue } from './open-workspace.ts';
import { workspacePlace } from './workspace-record.ts';

export type Cleaned = { readonly paths: readonly string[]; readonly bytes: number };
export type Leftover = {
  /** What it belongs to; null for unfinished files. */
  readonly epic: string | null;
  readonly path: string;
  readonly bytes: number;
};

/** Removes what an epic (or all of them) left on disk. Undelivered commits get a ref in the hub first. */
export async function cleanUp(
  context: Context,
  what: 'all' | { readonly epic: string },
  dryRun: boolean,
): Promise<Cleaned> {
  const all = await stray(context);
  const chosen = what === 'all' ? all : all.filter(({ epic }) => epic === safeId(what.epic));
  if (!dryRun) {
    for (const { epic, path } of chosen) {
      if (epic !== null) await rescueAll(context, epic);
      await removeFolder(path, context.layout.temporary);
    }
  }
  return { paths: chosen.map(({ path }) => path), bytes: chosen.reduce((sum, { bytes }) => sum + bytes, 0) };
}

export async function stray({ layout }: Context): Promise<readonly Leftover[]> {
  const found: Leftover[] = [];
  for (const name of await namesIn(layout.work)) {
    const path = join(layout.work, name);
    found.push({ epic: name, path, bytes: await sizeOf(path) });
  }
  for (const name of await namesIn(layout.unfinished)) {
    const path = join(layout.unfinished, name);
    if (path === layout.temporary || isAlive(name)) continue;
    found.push({ epic: null, path, bytes: await sizeOf(path) });
  }
  return found;
}

/** Longer than any git command of ours holds a lock on a ref, however busy the disk is. */
const STALE_AFTER = 3000;

/**
 * Locks and unfinished files that a killed coordinator left behind, in our own folders only: never in the user's
 * repository. Coordinators of other epics may be at work, so files go when their process is dead and locks when they
 * are older than any command of ours; a younger one is waited for. Clones need none of it, their `.git` is rewritten.
 */
export async function removeStaleLocks({ layout }: Context): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of await namesIn(layout.unfinished)) {
    const path = join(layout.unfinished, name);
    if (path !== layout.temporary && !isAlive(name)) removed.push(path);
  }
  const locks = await filesBelow(layout.hub, (name) => name !== 'objects');
  for (const path of locks.filter((each) => each.endsWith('.lock'))) {
    if (await outlives(path, STALE_AFTER)) removed.push(path);
  }
  for (const path of removed) await rm(path, { recursive: true, force: true });
  return removed;
}

/** Unfinished files lie in a folder `<process id>-<word>`; one of our own number but not ours is from before. */
function isAlive(name: string): boolean {
  const owner = Number(name.split('-')[0]);
  if (!Number.isSafeInteger(owner) || owner <= 0 || owner === process.pid) return false;
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function outlives(path: string, age: number): Promise<boolean> {
  for (;;) {
    const made = (await lstat(path).catch(() => undefined))?.mtimeMs;
    if (made === undefined) return false;
    const left = made + age - Date.now();
    if (left <= 0) return true;
    await pause(Math.min(left, age));
  }
}

async function rescueAll(context: Context, epic: string): Promise<void> {
  for (const ticket of await namesIn(join(context.layout.work, epic, 'tickets'))) {
    if (!(await isFolder(join(context.layout.work, epic, 'tickets', ticket)))) continue;
    await context.ready();
    await rescue(context, { epic, ticket, place: workspacePlace(context, epic, ticket) });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function filesBelow(folder: string, enters: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && enters(entry.name)) found.push(...(await filesBelow(path, enters)));
    if (entry.isFile()) found.push(path);
  }
  return found;
}

async function sizeOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat?.isDirectory() !== true) return stat?.size ?? 0;
  let bytes = 0;
  for (const name of await namesIn(path)) bytes += await sizeOf(join(path, name));
  return bytes;
}
