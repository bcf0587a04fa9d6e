import { lstatSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { errorCode } from '../model/error.ts';
import { type Context, safeId } from './context.ts';
import { entriesBelow, isFolder, namesIn, removeFolder } from './files.ts';
import { endLeftGits } from './running/left-gits.ts';
import { openFolders, sphere } from './layout.ts';
import { rescue } from './workspaces/open-workspace.ts';
import { workspacePlace } from './workspaces/workspace-record.ts';

export type Cleaned = { readonly paths: readonly string[]; readonly bytes: number };
export type Leftover = {
  /** What it belongs to; null for unfinished files. */
  readonly epic: string | null;
  readonly path: string;
  readonly bytes: number;
};

/** `shared`: what belongs to no epic, prepared dependencies and caches above all. */
export type Cleaning = 'all' | 'shared' | { readonly epic: string };

/** Removes what an epic (or all of them) left on disk. Undelivered commits get a ref in the hub first. */
export async function cleanUp(context: Context, what: Cleaning, dryRun: boolean): Promise<Cleaned> {
  const all = await stray(context);
  const shared = typeof what === 'string' ? await sharedIn(context) : [];
  const own =
    what === 'all' ? all : what === 'shared' ? [] : all.filter(({ epic }) => epic === safeId(what.epic));
  const chosen = [...own, ...shared];
  if (!dryRun) {
    for (const { epic, path } of chosen) {
      if (epic !== null) await rescueAll(context, epic);
      const isOfWork = path.startsWith(context.layout.workFolder);
      await removeFolder(path, isOfWork ? context.layout.workTemporary : context.layout.temporary);
    }
  }
  return { paths: chosen.map(({ path }) => path), bytes: chosen.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function sharedIn({ layout }: Context): Promise<readonly Leftover[]> {
  const found: Leftover[] = [];
  for (const name of await namesIn(layout.workFolder)) {
    const path = join(layout.workFolder, name);
    if (path === layout.work || path === layout.workUnfinished) continue;
    found.push({ epic: null, path, bytes: await sizeOf(path) });
  }
  return found;
}

export async function stray({ layout }: Context): Promise<readonly Leftover[]> {
  const found: Leftover[] = [];
  for (const name of await namesIn(layout.work)) {
    const path = join(layout.work, name);
    found.push({ epic: name, path, bytes: await sizeOf(path) });
  }
  for (const folder of [layout.unfinished, layout.workUnfinished]) {
    for (const name of await namesIn(folder)) {
      const path = join(folder, name);
      if (isAlive(folder, name)) continue;
      found.push({ epic: null, path, bytes: await sizeOf(path) });
    }
  }
  return found;
}

/** Longer than any git command of ours holds a lock on a ref, however busy the disk is. */
const STALE_AFTER = 3000;
/** Longer than any git command of ours is allowed to run. */
const STALE_FOR_CERTAIN = 30 * 60_000;
/** Whether a process lives cannot be asked from another container: what it left is rubbish after this. */
const STRANGE_AFTER = 24 * 60 * 60_000;

/**
 * Locks and unfinished files that a killed coordinator left behind, in our own folders only: never in the user's
 * repository. Coordinators of other epics may be at work beside us: files of a process go when it is dead, and the
 * hub's locks only while nobody else lives who could hold one, or when they are older than any command can get. Clones
 * need none of it, their `.git` is rewritten.
 */
export async function removeStaleLocks({ layout }: Context): Promise<readonly string[]> {
  const { unfinished, temporary } = layout;
  const lives = (owner: string): boolean => isAlive(unfinished, owner);
  await endLeftGits(unfinished, lives);
  const names = await namesIn(unfinished);
  const removed = names.filter((name) => !lives(name)).map((name) => join(unfinished, name));
  const alone = names.every((name) => name === basename(temporary) || !lives(name));
  for (const path of await unfinishedIn(layout.hub)) {
    if (alone ? await outlives(path, STALE_AFTER) : isOlder(path, STALE_FOR_CERTAIN)) removed.push(path);
  }
  for (const name of await namesIn(layout.workUnfinished))
    if (!isAlive(layout.workUnfinished, name)) removed.push(join(layout.workUnfinished, name));
  for (const path of removed) await rm(path, { recursive: true, force: true });
  return removed;
}

/** Locks, and objects that git had begun to write. */
async function unfinishedIn(hub: string): Promise<string[]> {
  const found: string[] = [];
  const enters = (path: string): boolean => path !== 'objects';
  for await (const [path, entry] of entriesBelow(hub, { isPassedOver: true, enters }))
    if (entry.isFile() && path.endsWith('.lock')) found.push(join(hub, path));
  for (const folder of [join(hub, 'objects'), join(hub, 'objects', 'pack')])
    for (const name of await namesIn(folder)) if (name.startsWith('tmp_')) found.push(join(folder, name));
  return found;
}

/** Unfinished files lie in a folder `<process id>-<word>.<where that number means something>`. */
function isAlive(unfinished: string, name: string): boolean {
  const [mark = '', where = sphere()] = name.split('.');
  if (where !== sphere()) return !isOlder(join(unfinished, name), STRANGE_AFTER);
  const owner = Number(mark.split('-')[0]);
  if (!Number.isSafeInteger(owner) || owner <= 0) return false;
  // One of our own number but not ours is from before.
  if (owner === process.pid) return openFolders.has(join(unfinished, name));
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function isOlder(path: string, age: number): boolean {
  const made = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > age;
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

async function sizeOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat?.isDirectory() !== true) return stat?.size ?? 0;
  let bytes = 0;
  for (const name of await namesIn(path)) bytes += await sizeOf(join(path, name));
  return bytes;
}
