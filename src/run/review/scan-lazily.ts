import type { ChangeScan, scanChange as scan } from './scan-change.ts';

/** Loads the scans, then scans a change. */
export async function scanChange(...args: Parameters<typeof scan>): Promise<ChangeScan> {
  const loaded = await import('../scans/scan-parts.ts');
  return loaded.scanChange(...args);
}
