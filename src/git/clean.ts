import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

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
    found.push({ epic: name.startsWith('.') ? null : name, path, bytes: await sizeOf(path) });
  }
  for (const name of await namesIn(layout.temporary)) {
    const path = join(layout.temporary, name);
    found.push({ epic: null, path, bytes: await sizeOf(path) });
  }
  return found;
}

/**
 * Locks and unfinished files that a killed git left behind. Only in our own folders, and only while the caller holds
 * the epic's lease: then nobody else can be at work there. `.git` folders of clones need none of it, they are rewritten.
 */
export async function removeStaleLocks({ layout }: Context): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of await namesIn(layout.temporary)) removed.push(join(layout.temporary, name));
  for (const path of await filesBelow(layout.hub, (name) => name !== 'objects')) {
    if (path.endsWith('.lock')) removed.push(path);
  }
  for (const epic of await namesIn(layout.work)) {
    for (const part of ['records', 'checks']) {
      const folder = join(layout.work, epic, part);
      for (const name of await namesIn(folder)) {
        if (/\.(index\.lock|tmp)$/.test(name)) removed.push(join(folder, name));
      }
    }
  }
  for (const path of removed) await rm(path, { recursive: true, force: true });
  return removed;
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
