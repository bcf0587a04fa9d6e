import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

import { jsonAs } from '../../schema/json-in.ts';
import { decimal, recordOf } from '../../schema/shape.ts';
import { GauntletError } from '../../model/error.ts';
import { unfinishedPlace } from '../confinement/unfinished.ts';

/** What is one workspace's alone. */
export type WorkspacePlace = { readonly port: number; readonly folder: string };

/** Below the ports that systems hand out by themselves. */
const first = 20_000;
const last = 32_767;
const portsEach = 20;
const slots = Math.floor((last - first) / portsEach);

/** Gives each workspace of a repository a folder and a range of ports that no other one has while it exists. */
export function workspacePlaces(
  stateFolder: string,
  workFolder = stateFolder,
): (workspace: string) => Promise<WorkspacePlace> {
  const table = join(stateFolder, 'places.json');
  let before: Promise<unknown> = Promise.resolve();
  const take = async (workspace: string): Promise<WorkspacePlace> => {
    await mkdir(stateFolder, { recursive: true });
    // Coordinators of other epics of the repository look for places in the same table.
    return alone(join(stateFolder, 'places-lease.db'), () => choose(workspace));
  };
  const choose = async (workspace: string): Promise<WorkspacePlace> => {
    const taken = await readTable(table);
    const slot = taken.get(workspace) ?? freeSlot(taken, dirname(workspace));
    if (!taken.has(workspace)) {
      // Whoever had this place is gone; nothing of it is left to the next.
      await rm(join(workFolder, 'places', String(slot)), { recursive: true, force: true });
      const kept = [...taken].filter(([path]) => existsSync(path));
      await writeTable(table, new Map([...kept, [workspace, slot]]));
    }
    const folder = join(workFolder, 'places', String(slot));
    await mkdir(folder, { recursive: true });
    return { port: first + slot * portsEach, folder };
  };
  return (workspace) => {
    const mine = before.then(() => take(workspace));
    before = mine.catch(() => undefined);
    return mine;
  };
}

/** The folders of all places but those of workspaces that are elsewhere than below a folder: others may be at work there. */
export function placesUnder(
  stateFolder: string,
  folder: string,
  workFolder = stateFolder,
): readonly string[] {
  const places = join(workFolder, 'places');
  const taken = tableFrom(() => readFileSync(join(stateFolder, 'places.json'), 'utf8'));
  const others = [...taken].filter(([path]) => !path.startsWith(`${folder}${sep}`) && existsSync(path));
  const foreign = new Set(others.map(([, slot]) => String(slot)));
  const names = existsSync(places) ? readdirSync(places) : [];
  return names.filter((name) => !foreign.has(name)).map((name) => join(places, name));
}

/** Starts somewhere else in every repository and for every epic in it, so that two of them seldom meet. */
function freeSlot(taken: ReadonlyMap<string, number>, home: string): number {
  const used = new Set([...taken].filter(([path]) => existsSync(path)).map(([, slot]) => slot));
  const start = createHash('sha256').update(home).digest().readUInt32BE() % slots;
  for (let step = 0; step < slots; step += 1) {
    const slot = (start + step) % slots;
    if (!used.has(slot)) return slot;
  }
  throw new GauntletError('ENVIRONMENT_UNFIT', `all ${slots} port ranges are used by workspaces`, {
    hint: 'Remove workspaces that are not needed any more with `gauntlet clean`.',
  });
}

async function readTable(table: string): Promise<ReadonlyMap<string, number>> {
  const text = await readFile(table, 'utf8').catch(() => '{}');
  return tableFrom(() => text);
}

function tableFrom(read: () => string): ReadonlyMap<string, number> {
  try {
    return new Map(Object.entries(jsonAs(recordOf(decimal()), read()) ?? {}));
  } catch {
    return new Map();
  }
}

async function writeTable(table: string, taken: ReadonlyMap<string, number>): Promise<void> {
  const draft = await unfinishedPlace(dirname(table), 'places');
  await writeFile(draft, JSON.stringify(Object.fromEntries(taken)), { flag: 'wx' });
  await rename(draft, table);
}

const AGAIN_MS = 20;
const PATIENCE_MS = 60_000;

/**
 * Does something that no two processes may do at once. The lock is one on a file that only SQLite opens: whoever dies in
 * the middle leaves nothing behind, for the kernel frees it.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  const database = await locked(file);
  try {
    return await work();
  } finally {
    database.close();
  }
}

async function locked(file: string): Promise<DatabaseSync> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
      return database;
    } catch (cause) {
      database.close();
      if (!isBusy(cause) || waited >= PATIENCE_MS) throw stuck(file, cause);
    }
    await pause(AGAIN_MS);
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function stuck(file: string, cause: unknown): GauntletError {
  return new GauntletError('ENVIRONMENT_UNFIT', `the lock ${file} cannot be acquired: ${String(cause)}`, {
    hint: 'Check the free space and the permissions of that folder, and whether a coordinator hangs.',
    cause,
  });
}
