import { setTimeout as pause } from 'node:timers/promises';

const AGAIN_MS = [500, 2000, 8000];

/** A hub that is away for a moment must cost nobody's work. */
export async function severalTimes(work: () => Promise<void>): Promise<void> {
  for (const wait of AGAIN_MS) {
    try {
      return await work();
    } catch {
      await pause(wait);
    }
  }
  return work();
}
