import { setTimeout as pause } from 'node:timers/promises';
import { isLost, isUndone } from './postgres-error.ts';

/** Together some twenty seconds: a server that is started again is back by then. */
const AGAIN_MS = [50, 100, 250, 500, 1000, 2000, 4000, 6000, 6000];

/** Does again what failed because the connection was lost, or was undone by the server. Only for what may be done twice. */
export function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  return againIf((error) => isLost(error) || isUndone(error), attempt);
}

/** Does again what the server has undone; where the connection was lost, nobody knows whether it was done. */
export function unlessUndone<T>(attempt: () => Promise<T>): Promise<T> {
  return againIf(isUndone, attempt);
}

async function againIf<T>(isFit: (error: unknown) => boolean, attempt: () => Promise<T>): Promise<T> {
  for (const ms of AGAIN_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!isFit(error)) throw error;
    }
    await pause(ms);
  }
  return attempt();
}

/** Calls made while one is on its way come to one more after it. */
export function onceAtATime(work: () => Promise<void>, onProblem: (error: unknown) => void): () => void {
  let isOn = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isOn = true;
    while (isWanted) {
      isWanted = false;
      await work().catch(onProblem);
    }
    isOn = false;
  };
  return () => {
    isWanted = true;
    if (!isOn) void run();
  };
}
