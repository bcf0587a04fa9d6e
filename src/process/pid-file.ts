import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is known of a running program, so that another coordinator can end it and nothing else. */
export type PidFile = {
  readonly tag: string;
  readonly boot: string;
  readonly pid: number;
  /** Start time of that process as the kernel counts it; empty where it does not say. */
  readonly start: string;
};

const place = (folder: string): string => join(folder, 'pid');

/** Whole or not at all: a half of it would lose a process. */
export async function writePidFile(folder: string, running: PidFile): Promise<void> {
  const draft = `${place(folder)}.${running.tag}`;
  await writeFile(draft, `${JSON.stringify(running)}\n`, { flag: 'wx' });
  await rename(draft, place(folder));
}

export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  try {
    return asPidFile(JSON.parse(await readFile(place(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removePidFile(folder: string): Promise<void> {
  await rm(place(folder), { force: true });
}

function asPidFile(value: unknown): PidFile | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { tag, boot, pid, start } = value as Readonly<Record<string, unknown>>;
  if (typeof tag !== 'string' || !/^[a-z0-9]{16,}$/.test(tag)) return undefined;
  if (typeof boot !== 'string' || typeof start !== 'string') return undefined;
  return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1
    ? { tag, boot, pid, start }
    : undefined;
}
