import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dequeue, emptyReady, enqueue, hold, nextAge, nextReady, overtook } from './ready.ts';
import type { Ready } from './ready.ts';

/** The slow truth: a list of waiting tickets, each with its own counts; `missed` counts while it could have started. */
type Naive = {
  readonly waiting: { rank: number; age: number; touchClass: number; overtaken: number; missed: number }[];
  readonly holders: number[];
};

const CLASSES = 3;
const overlaps = [[0, 1], [0, 1], [2]];
const step = fc.oneof(
  fc.record({ do: fc.constant('enqueue' as const), touchClass: fc.integer({ min: -1, max: CLASSES - 1 }) }),
  fc.record({ do: fc.constant('take' as const) }),
  fc.record({ do: fc.constant('leave' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('hold' as const), touchClass: fc.integer({ min: 0, max: CLASSES - 1 }) }),
  fc.record({ do: fc.constant('free' as const), touchClass: fc.integer({ min: 0, max: CLASSES - 1 }) }),
);

test('DISPATCH-04 the queue offers what a plain list would, and the overtaking bound holds for everybody', () => {
  const ranks = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 80, maxLength: 80 });
  const script = fc.array(step, { maxLength: 80, size: 'max' });
  fc.assert(
    fc.property(ranks, script, fc.integer({ min: 1, max: 4 }), (order, steps, bound) => {
      const naive: Naive = { waiting: [], holders: [0, 0, 0] };
      let ready = emptyReady(CLASSES);
      let nth = 0;
      for (const now of steps) {
        if (now.do === 'enqueue') {
          const ticket = { rank: order[nth++] ?? 0, age: nextAge(ready), touchClass: now.touchClass };
          ready = enqueue(ready, ticket, ticket.rank * 10);
          naive.waiting.push({ ...ticket, overtaken: 0, missed: 0 });
        } else if (now.do === 'take') ready = take(ready, naive, bound);
        else if (now.do === 'leave') ready = leave(ready, naive, now.nth);
        else if (now.do === 'hold') ready = held(ready, naive, now.touchClass, 1);
        else if ((naive.holders[now.touchClass] ?? 0) > 0) ready = held(ready, naive, now.touchClass, -1);
        expect(nextReady(ready, bound)).toEqual(expected(naive, bound));
        expect(naive.waiting.filter((ticket) => ticket.missed > bound)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('DISPATCH-04 a place in the order of becoming ready is kept while a ticket leaves and comes back', () => {
  const first = { rank: 1, age: 0, touchClass: -1 };
  const ready = enqueue(emptyReady(0), first, 7);
  const again = enqueue(dequeue(ready, first), first, 7);
  expect(again).toEqual(ready);
  expect(nextAge(again)).toBe(1);
});

function expected(naive: Naive, bound: number): { rank: number } | { age: number } | undefined {
  const open = naive.waiting.filter((ticket) => !isClosed(naive, ticket.touchClass));
  const [oldest] = open.toSorted((a, b) => a.age - b.age);
  const [best] = open.toSorted((a, b) => a.rank - b.rank);
  if (oldest === undefined || best === undefined) return undefined;
  return oldest.overtaken >= bound ? { age: oldest.age } : { rank: best.rank };
}

function take(ready: Ready, naive: Naive, bound: number): Ready {
  const next = nextReady(ready, bound);
  const taken = naive.waiting.find((ticket) =>
    next === undefined ? false : 'rank' in next ? ticket.rank === next.rank : ticket.age === next.age,
  );
  if (taken === undefined) return ready;
  naive.waiting.splice(naive.waiting.indexOf(taken), 1);
  for (const ticket of naive.waiting.filter((older) => older.age < taken.age)) {
    ticket.overtaken++;
    if (!isClosed(naive, ticket.touchClass)) ticket.missed++;
  }
  return dequeue(overtook(ready, taken.age, bound), taken);
}

function leave(ready: Ready, naive: Naive, nth: number): Ready {
  const ticket = naive.waiting[nth % Math.max(1, naive.waiting.length)];
  if (ticket === undefined) return ready;
  naive.waiting.splice(naive.waiting.indexOf(ticket), 1);
  return dequeue(ready, ticket);
}

function held(ready: Ready, naive: Naive, touchClass: number, by: 1 | -1): Ready {
  naive.holders[touchClass] = (naive.holders[touchClass] ?? 0) + by;
  return hold(ready, overlaps[touchClass] ?? [], by);
}

function isClosed(naive: Naive, touchClass: number): boolean {
  return (overlaps[touchClass] ?? []).some((other) => (naive.holders[other] ?? 0) > 0);
}
