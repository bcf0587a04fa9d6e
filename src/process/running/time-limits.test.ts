import { expect, test } from 'vitest';

import type { Clock } from '../../ports/surroundings.ts';
import { watchTimeLimits } from './run-program.ts';

/** A clock that stands still; `ring` calls everything that waits. */
function stopped(): { readonly clock: Clock; readonly ring: () => void } {
  const waiting: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    wake(_, callback) {
      waiting.push(callback);
      return () => undefined;
    },
  };
  return { clock, ring: () => waiting.forEach((each) => each()) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('REAL-07 a program that ended while we were busy has not timed out', async () => {
  const { clock, ring } = stopped();
  const ended: string[] = [];
  const program = { timeout: 10, stall: null };
  const watched = watchTimeLimits({ program, clock, cancel: undefined }, () => ended.push('killed'));
  ring();
  // The next thing that a busy coordinator hears of.
  watched.stop();
  await turn();
  expect([watched.reason(), ended]).toEqual([undefined, []]);
});

test('REAL-07 a program that is still there when its time is up is ended', async () => {
  const { clock, ring } = stopped();
  const ended: string[] = [];
  const program = { timeout: 10, stall: 0 };
  const watched = watchTimeLimits({ program, clock, cancel: undefined }, () => ended.push('killed'));
  ring();
  await turn();
  expect([watched.reason(), ended]).toEqual([{ kind: 'timeout' }, ['killed']]);
});
