// Recovery on the real thing: the built CLI on a real repository, killed again and again.
import { afterEach, expect, test } from 'vitest';

import { cleanRun, compared, drive } from '../sweep/drive.ts';
import { makeWorld, type World } from '../sweep/world.ts';

const open: World[] = [];
const makeOne = (): World => {
  const world = makeWorld();
  open.push(world);
  return world;
};
afterEach(() => open.splice(0).forEach((world) => world.remove()));

/** Each is where the coordinator dies at the next start: every kind of point, and every stage of a ticket. */
const chain = [
  'appended',
  'done baseline',
  'kept baseline',
  'before develop',
  'done develop',
  'kept develop',
  'before validate',
  'done validate',
  'kept review',
  'done audit',
  'kept confirm',
  'before merge',
  'done merge',
  'done land',
  'kept land',
  'before land',
  'appended',
];

test('RECOVER-01 RECOVER-03 STATE-01 killed at another point at every restart, the epic ends as if nothing had happened', async () => {
  const clean = await cleanRun(makeOne());
  const killed = await drive(makeOne(), (start) => chain[start]);
  expect([...killed.differences, ...compared(clean.end, killed.end)]).toEqual([]);
  expect(killed.killedAt.length).toBeGreaterThan(12);
  const wanted = new Set(chain);
  const strangers = killed.killedAt.filter((where) => !wanted.has(where.split(' ').slice(0, 2).join(' ')));
  expect(strangers.filter((where) => !where.startsWith('appended '))).toEqual([]);
}, 300_000);
