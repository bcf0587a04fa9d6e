import { setTimeout as pause } from 'node:timers/promises';

import { hasCode } from '../../model/error.ts';

const AGAIN_MS = [500, 2000, 8000];

/** A hub that is away for a moment must cost nobody's work. */
export async function severalTimes(work: () => Promise<void>): Promise<void> {
  for (const wait of AGAIN_MS) {
    try {
      return await work();
    } catch (error) {
      // Who may not write any more will not be let later either.
      if (hasCode(error, 'STATE_CONFLICT')) throw error;
      await pause(wait);
    }
  }
  return work();
}
