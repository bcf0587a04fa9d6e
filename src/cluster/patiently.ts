import { setTimeout as pause } from 'node:timers/promises';
import { isLost } from './postgres-error.ts';

/** Together some twenty seconds: a server that is started again is back by then. */
const AGAIN_MS = [50, 100, 250, 500, 1000, 2000, 4000, 6000, 6000];

/** Does again what failed because the connection was lost. Only for what may be done twice. */
export async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (const ms of AGAIN_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLost(error)) throw error;
    }
    await pause(ms);
  }
  return attempt();
}
