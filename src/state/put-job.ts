import type { Job } from './job.ts';
import { inLane, laneOf, withLane } from './lanes.ts';
import type { Lane } from './lanes.ts';
import { added, removed } from './rank-set.ts';
import type { RankSet } from './rank-set.ts';
import { dequeue, enqueue, hold, nextAge } from './ready.ts';
import type { Waiting } from './ready.ts';
import {
  ASKING,
  AT_REST,
  ATTENTION,
  CLAIMANT,
  laneWaitedFor,
  READY,
  REMERGED,
  runningIn,
  SETTLED,
  traitsOf,
  STOPPING,
  STRANDED,
} from './traits.ts';
import type { Traits } from './traits.ts';
import { jobAt } from './state.ts';
import type { Next } from './state.ts';
import { replaced } from './vector.ts';

/**
 * The only way a job changes. Every index of the state is a statement about single jobs ("needs attention", "waits for
 * a judge"), so comparing the job before and after is enough to keep all of them right.
 */
export function putJob(next: Next, job: Job): void {
  const before = jobAt(next, job.index);
  const was = traitsOf(before);
  const is = traitsOf(job);
  const changed = was ^ is;
  const { index } = job;
  const after = (changed & is & READY) === 0 ? job : { ...job, age: nextAge(next.ready) };
  next.jobs = replaced(next.jobs, index, after);
  if ((changed & ATTENTION) !== 0) next.attention = member(next.attention, index, is & ATTENTION);
  if ((changed & ASKING) !== 0)
    next.asking = member(next.asking, index, next.halted === null ? is & ASKING : 0);
  if ((changed & STOPPING) !== 0) next.stopping = member(next.stopping, index, is & STOPPING);
  if ((changed & CLAIMANT) !== 0) next.claimants = member(next.claimants, index, is & CLAIMANT);
  if ((changed & STRANDED) !== 0) next.stranded = member(next.stranded, index, is & STRANDED);
  if ((changed & REMERGED) !== 0) next.remerged = member(next.remerged, index, is & REMERGED);
  const change: Change = { before, after, was, is };
  if (changed !== 0 || before.stage !== after.stage) putLanes(next, change);
  if (((was | is) & READY) !== 0 || before.holds !== after.holds) putReady(next, change);
  if ((changed & SETTLED) !== 0 && after.kind === 'ticket')
    countSettled(next, index, (is & SETTLED) === 0 ? 1 : -1);
  if ((changed & AT_REST) !== 0 && after.kind === 'fix')
    tellOwner(next, after, (is & AT_REST) === 0 ? 1 : -1);
}

function member(set: RankSet, index: number, belongs: number): RankSet {
  return belongs === 0 ? removed(set, index) : added(set, index);
}

/** A job and its traits, before and after. */
type Change = {
  readonly before: Job;
  readonly after: Job;
  readonly was: Traits;
  readonly is: Traits;
};

function putLanes(next: Next, { before, after, was, is }: Change): void {
  const left = laneWaitedFor(before, was);
  const entered = laneWaitedFor(after, is);
  if (left !== entered) {
    if (left !== undefined)
      next.waiting = withLane(next.waiting, left, removed(inLane(next.waiting, left), after.index));
    if (entered !== undefined)
      next.waiting = withLane(next.waiting, entered, added(inLane(next.waiting, entered), after.index));
  }
  if (runningIn(was) === runningIn(is) && before.stage === after.stage) return;
  if (before.stage !== null) makeBusy(next, laneOf(before.stage), -runningIn(was));
  if (after.stage !== null) makeBusy(next, laneOf(after.stage), runningIn(is));
}

function makeBusy(next: Next, lane: Lane, by: number): void {
  if (by !== 0) next.busy = withLane(next.busy, lane, inLane(next.busy, lane) + by);
}

function putReady(next: Next, { before, after, was, is }: Change): void {
  if ((was & READY) !== 0) next.ready = dequeue(next.ready, waitingAs(next, before));
  if (before.holds !== after.holds) {
    const touchClass = next.plan.tickets[after.index]?.touchClass ?? -1;
    next.ready = hold(next.ready, next.plan.overlaps[touchClass] ?? [], after.holds ? 1 : -1);
  }
  if ((is & READY) !== 0) next.ready = enqueue(next.ready, waitingAs(next, after), after.index);
}

export function waitingAs(next: Pick<Next, 'plan'>, job: Job): Waiting {
  const ticket = next.plan.tickets[job.index];
  return { touchClass: ticket?.touchClass ?? -1, rank: ticket?.rank ?? 0, age: job.age };
}

function countSettled(next: Next, ticket: number, by: 1 | -1): void {
  const milestone = next.plan.tickets[ticket]?.milestone ?? -1;
  const last = next.scopes.length - 1;
  next.scopes = next.scopes.map((scope, index) =>
    index === milestone || index === last ? { ...scope, unsettled: scope.unsettled + by } : scope,
  );
}

/** Tell the audit when one of its fixes comes to rest or moves again. */
function tellOwner(next: Next, fix: Job, by: 1 | -1): void {
  const owner = jobAt(next, fix.owner);
  if (owner.audit === null) return;
  putJob(next, { ...owner, audit: { ...owner.audit, openFixes: owner.audit.openFixes + by } });
}
