import { added, emptyRankSet, first, removed } from './rank-set.ts';
import type { RankSet } from './rank-set.ts';
import { at, emptyVector, push, replaced, vectorOf } from './vector.ts';
import type { Vector } from './vector.ts';

/**
 * Tickets that wait for a developer, kept in two orders: by rank (who should go first) and by age (who has waited
 * longest). Tickets that name the same files form a class; while somebody holds overlapping files the whole class is
 * closed. Only the head of each open class stands in the common order, so opening or closing a class costs the same
 * however many tickets are in it.
 */
export type Ready = {
  readonly classes: Vector<TouchClass>;
  readonly ranks: RankSet;
  readonly ages: RankSet;
  /** Job index by age. */
  readonly jobByAge: Vector<number>;
  /**
   * `overtaken[c]`: every waiting ticket of a smaller age has been overtaken more than c times. Younger tickets have
   * never been overtaken more often than older ones, so these few numbers count for all of them.
   */
  readonly overtaken: readonly number[];
};

type TouchClass = { readonly ranks: RankSet; readonly ages: RankSet; readonly holders: number };

export type Waiting = { readonly touchClass: number; readonly rank: number; readonly age: number };

const emptyClass: TouchClass = { ranks: emptyRankSet, ages: emptyRankSet, holders: 0 };

export function emptyReady(classes: number): Ready {
  return {
    // One more for the tickets that name no files: nobody ever holds that class.
    classes: vectorOf(Array.from({ length: classes + 1 }, () => emptyClass)),
    ranks: emptyRankSet,
    ages: emptyRankSet,
    jobByAge: emptyVector,
    overtaken: [],
  };
}

export function nextAge(ready: Ready): number {
  return ready.jobByAge.length;
}

export function enqueue(ready: Ready, ticket: Waiting, job: number): Ready {
  const known =
    ticket.age < ready.jobByAge.length ? ready : { ...ready, jobByAge: push(ready.jobByAge, job) };
  return withClass(known, ticket.touchClass, (old) => ({
    ...old,
    ranks: added(old.ranks, ticket.rank),
    ages: added(old.ages, ticket.age),
  }));
}

export function dequeue(ready: Ready, ticket: Waiting): Ready {
  return withClass(ready, ticket.touchClass, (old) => ({
    ...old,
    ranks: removed(old.ranks, ticket.rank),
    ages: removed(old.ages, ticket.age),
  }));
}

/** A ticket left the queue for a developer: all older ones that still wait have been overtaken once more. */
export function overtook(ready: Ready, age: number, bound: number): Ready {
  // The largest stands first: to count one more time for everybody below an age is to put that age in its place.
  const place = ready.overtaken.findIndex((limit) => limit < age);
  if (place === -1 && ready.overtaken.length >= bound) return ready;
  const overtaken = ready.overtaken.toSpliced(place === -1 ? ready.overtaken.length : place, 0, age);
  return { ...ready, overtaken: overtaken.length > bound ? overtaken.slice(0, bound) : overtaken };
}

/** Count one holder more (or less) of files that overlap this class. */
export function hold(ready: Ready, overlapping: readonly number[], by: 1 | -1): Ready {
  return overlapping.reduce(
    (all, touchClass) => withClass(all, touchClass, (old) => ({ ...old, holders: old.holders + by })),
    ready,
  );
}

/**
 * Who gets the next developer: the best rank, unless the oldest has been overtaken as often as may be (DISPATCH-04).
 * Answers with a rank or an age, for the caller knows the jobs.
 */
export function nextReady(ready: Ready, bound: number): { rank: number } | { age: number } | undefined {
  const rank = first(ready.ranks);
  if (rank === undefined) return undefined;
  const oldest = first(ready.ages);
  const starving = oldest !== undefined && oldest < (ready.overtaken[bound - 1] ?? 0);
  return starving ? { age: oldest } : { rank };
}

function withClass(ready: Ready, touchClass: number, change: (old: TouchClass) => TouchClass): Ready {
  const slot = touchClass === -1 ? ready.classes.length - 1 : touchClass;
  const before = at(ready.classes, slot) ?? emptyClass;
  const after = change(before);
  return {
    ...ready,
    classes: replaced(ready.classes, slot, after),
    ranks: withHead(ready.ranks, head(before, before.ranks), head(after, after.ranks)),
    ages: withHead(ready.ages, head(before, before.ages), head(after, after.ages)),
  };
}

function head(touchClass: TouchClass, order: RankSet): number | undefined {
  return touchClass.holders > 0 ? undefined : first(order);
}

function withHead(order: RankSet, before: number | undefined, after: number | undefined): RankSet {
  if (before === after) return order;
  const without = before === undefined ? order : removed(order, before);
  return after === undefined ? without : added(without, after);
}
