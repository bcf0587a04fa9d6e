import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { LivePiece } from '../work/live-output.ts';

/** More of one run is not shown before it has ended, whatever a worker sends. */
const MOST = 16 * 1024 * 1024;

/**
 * Puts what programs on other machines say to where it would stand had they run here: whoever follows a run sees it grow.
 * At its end the files are replaced by what was kept. Only for people to look at: what cannot be written is not shown.
 */
export function shownIn(folder: (run: number) => string): (piece: LivePiece) => void {
  const shown = new Map<number, number>();
  return ({ run, name, bytes }) => {
    const sofar = shown.get(run) ?? 0;
    if (sofar + bytes.length > MOST) return;
    shown.set(run, sofar + bytes.length);
    try {
      const path = join(folder(run), name);
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, bytes);
    } catch {
      // The run goes on, and its end is told all the same.
    }
  };
}
