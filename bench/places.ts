import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';

/** Where to measure: a real disk, and one in memory for what is about CPU, memory or bytes. */
export type Places = { readonly disk: string; readonly memory: string };

/** Makes both, and removes them whatever happens. */
export async function onDisks<T>(act: (places: Places) => T | Promise<T>): Promise<T> {
  const disk = mkdtempSync(join(tmpdir(), 'gauntlet-bench-'));
  const memory = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'gauntlet-bench-'));
  try {
    return await act({ disk, memory });
  } finally {
    for (const each of [disk, memory]) rmSync(each, { recursive: true, force: true });
  }
}
