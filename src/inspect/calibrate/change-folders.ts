import { readOwnJson } from '../../project/own-json.ts';
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { errorCode } from '../../model/error.ts';
import { sphere } from '../../git/index.ts';
import { seenProcess } from '../../process/index.ts';

const PREFIX = 'gauntlet-change-';
const OWNER = 'owner.json';

/** Who has made a folder. A process number alone may be another one's by now, or mean nothing here. */
export type Owner = {
  readonly pid: number;
  /** When it was started, as the kernel counts; empty where it does not say. */
  readonly start: string;
  readonly sphere: string;
};

/** A folder for one change, with the sources of the user in it: whoever comes later can tell whether it is needed. */
export function makeChangeFolder(among: string, owner: Owner = ownerNow()): string {
  const folder = mkdtempSync(join(among, PREFIX));
  writeFileSync(join(folder, OWNER), `${JSON.stringify(owner)}\n`);
  return folder;
}

export function ownerNow(): Owner {
  return { pid: process.pid, start: seenProcess(process.pid)?.start ?? '', sphere: sphere() };
}

/** Removes what processes that were killed have left. What nobody signed is left alone: it may be about to be signed. */
export function removeLeftFolders(among: string): void {
  for (const name of namesIn(among)) {
    const folder = join(among, name);
    try {
      const { uid } = lstatSync(folder);
      const isOurs = process.getuid === undefined || uid === process.getuid();
      const owner = ownerOf(folder);
      if (isOurs && owner !== undefined && isGone(owner)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else removes it, or it cannot be removed: it is in nobody's way.
    }
  }
}

function namesIn(among: string): readonly string[] {
  try {
    return readdirSync(among, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(PREFIX))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function ownerOf(folder: string): Owner | undefined {
  const { pid, start, sphere: where } = readOwnJson<Owner>(join(folder, OWNER)) ?? {};
  const isSound = Number.isSafeInteger(pid) && typeof start === 'string' && typeof where === 'string';
  return isSound && pid !== undefined && pid > 0 ? { pid, start, sphere: where } : undefined;
}

function isGone({ pid, start, sphere: where }: Owner): boolean {
  if (where !== sphere()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const seen = seenProcess(pid);
  return start !== '' && seen !== undefined && seen.start !== start;
}
