import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { errorCode } from '../../model/error.ts';
import { BASE_SCOPE } from '../../model/checks.ts';
import { contained } from './contained.ts';
import { isAsNoted, noteStamps } from './made-files.ts';
import { removeScratch } from '../confinement/overlay.ts';

/** Dependencies prepared for one setup and the same lockfiles: shown by overlays to every workspace that needs them. */
export type Prepared = {
  /** What setup made in the workspace. */
  readonly layer: string;
  /** What setup left in the home directory. */
  readonly home: string;
};

const FOLDER = 'prepared';
const PARTS = ['layer', 'home'];
const STAMPS = 'stamps.json';
const MOST_KEPT = 8;
const YOUNG_MS = 24 * 60 * 60_000;

/** Names are made of the key of a setup and of the scope it ran in. */
export function preparedName(key: string, scope: string): string {
  return scope === BASE_SCOPE ? key : createHash('sha256').update(`${key}\0${scope}`).digest('hex');
}

/** Folders that this process made or compared with how setup left them. */
const proved = new Set<string>();

/** What is known under a name. Where a file was changed since setup made it, all of it is removed. */
export async function preparedFor(workFolder: string, name: string): Promise<Prepared | undefined> {
  const folder = join(workFolder, FOLDER, name);
  if (!existsSync(folder)) return undefined;
  if (!proved.has(folder) && !(await isAsNoted(folder, PARTS, join(folder, STAMPS)))) {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  proved.add(folder);
  return partsOf(folder);
}

/** A place for what is being prepared; nobody uses it before it is finished. */
export async function beginPrepared(workFolder: string): Promise<{ readonly folder: string } & Prepared> {
  const unique = `${process.pid}-${process.hrtime.bigint().toString(36)}`;
  const folder = join(workFolder, 'scratch', `${unique}-preparing`);
  const parts = partsOf(folder);
  for (const each of [parts.layer, parts.home]) await mkdir(each, { recursive: true });
  return { folder, ...parts };
}

/** Moves what setup made out of the workspace, and makes all of it known under a name. The first one to finish wins. */
export async function finishPrepared(
  workFolder: string,
  name: string,
  {
    folder,
    workspace,
    paths,
  }: { readonly folder: string; readonly workspace: string; readonly paths: readonly string[] },
): Promise<Prepared> {
  const { layer } = partsOf(folder);
  for (const path of paths) {
    const from = contained(workspace, path);
    if (from === undefined) continue;
    await mkdir(dirname(join(layer, path)), { recursive: true });
    await rename(from, join(layer, path));
  }
  await noteStamps(folder, PARTS, join(folder, STAMPS));
  const done = join(workFolder, FOLDER, name);
  await mkdir(dirname(done), { recursive: true });
  try {
    await rename(folder, done);
  } catch (error) {
    if (!existsSync(done)) throw error;
    await rm(folder, { recursive: true, force: true });
  }
  proved.add(done);
  return partsOf(done);
}

/** Says that it is used now: the least used go first. */
export async function touchPrepared({ layer }: Prepared): Promise<void> {
  const now = new Date();
  await utimes(dirname(layer), now, now).catch(() => undefined);
}

/** Removes what nobody has used for a day, beyond the newest few, and what dead processes left. */
export async function forgetPrepared(workFolder: string): Promise<void> {
  const all = namesIn(join(workFolder, FOLDER)).map((name) => {
    const path = join(workFolder, FOLDER, name);
    return { path, used: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  const old = all.sort((a, b) => b.used - a.used).slice(MOST_KEPT);
  for (const { path, used } of old)
    if (Date.now() - used > YOUNG_MS) await rm(path, { recursive: true, force: true });
  for (const name of namesIn(join(workFolder, 'scratch')))
    if (!isAlive(Number(name.split('-')[0]))) removeScratch(join(workFolder, 'scratch', name));
}

function partsOf(folder: string): Prepared {
  return { layer: join(folder, 'layer'), home: join(folder, 'home') };
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
