// Recovery on the real thing: two tickets, and a coordinator that is killed again and again. test/long has all six.
import { afterEach, expect, test } from 'vitest';

import { cleanRun, compared, drive } from '../sweep/drive.ts';
import { makeWorld, type World } from '../sweep/world.ts';

const open: World[] = [];
const makeOne = (): World => {
  const world = makeWorld({ only: ['S-1', 'S-2'] });
  open.push(world);
  return world;
};
afterEach(() => open.splice(0).forEach((world) => world.remove()));

/** Each is where the coordinator dies at the next start: before, within and after what it does, from the base to landing. */
const chain = [
  'appended',
  'done baseline',
  'before develop',
  'kept develop',
  'done validate',
  'kept review',
  'before merge',
  'done land',
  'kept land',
];

test('RECOVER-01 RECOVER-03 STATE-01 two tickets whose coordinator is killed nine times end as if nothing had happened', async () => {
  const clean = await cleanRun(makeOne());
  const killed = await drive(makeOne(), (start) => chain[start]);
  expect([...killed.differences, ...compared(clean.end, killed.end)]).toEqual([]);
  const words = (where: string, like = ''): string =>
    where.split(' ').slice(0, like.split(' ').length).join(' ');
  expect(killed.killedAt.map((where, nth) => words(where, chain[nth]))).toEqual(chain);
}, 300_000);
