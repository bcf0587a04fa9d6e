import type { Clock } from '../ports/surroundings.ts';

/** Node's longest timer; what is further away is woken for in steps. */
const longest = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wake(at, callback) {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = at - Date.now();
      timer = left > longest ? setTimeout(wait, longest) : setTimeout(callback, Math.max(0, left));
    };
    wait();
    return () => clearTimeout(timer);
  },
};
