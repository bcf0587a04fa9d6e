import type { ResultEvent } from '../model/events.ts';
import { isHeld, isSettled, isStopping } from './job.ts';
import type { Job, Seat } from './job.ts';
import { inLane, laneOf, withLane } from './lanes.ts';
import type { Lane } from './lanes.ts';
import { added, removed } from './rank-set.ts';
import type { RankSet } from './rank-set.ts';
import { dequeue, enqueue, hold, nextAge } from './ready.ts';
import type { Waiting } from './ready.ts';
import { jobAt } from './state.ts';
import type { Next } from './state.ts';
import { replaced } from './vector.ts';

/**
 * The only way a job changes. Every index of the state is a statement about single jobs ("needs attention", "waits for
 * a judge"), so comparing the job before and after is enough to keep all of them right.
 */
export function putJob(next: Next, job: Job): void {
  const before = jobAt(next, job.index);
  const after = isReady(job) && !isReady(before) ? { ...job, age: nextAge(next.ready) } : job;
  next.jobs = replaced(next.jobs, after.index, after);
  next.attention = member(next.attention, after.index, needsAttention(before), needsAttention(after));
  next.asking = member(next.asking, after.index, before.question !== null, after.question !== null);
  next.stopping = member(next.stopping, after.index, isStopping(before), isStopping(after));
  next.claimants = member(next.claimants, after.index, isClaimant(before), isClaimant(after));
  next.stranded = member(next.stranded, after.index, isStranded(before), isStranded(after));
  putLanes(next, before, after);
  putReady(next, before, after);
  putSettled(next, before, after);
  putFix(next, before, after);
}

/** Something about this job waits to be decided. */
export function needsAttention(job: Job): boolean {
  if (isStopping(job)) return !job.seats.some(isTaken);
  if (job.answer !== null) return true;
  if (isParkedByPerson(job)) return false;
  if (job.stage !== null && job.seats.length > 0) {
    return isDue(job);
  }
  return job.audit !== null && job.audit.openFixes === 0 && isFixing(job.audit.phase);
}

/** Everybody has spoken, or somebody could not. */
function isDue(job: Job): boolean {
  let allDone = true;
  for (const seat of job.seats) {
    if (seat.state !== 'done') allDone = false;
    else if (isInTrouble(job, seat)) return true;
  }
  return allDone;
}

/**
 * A seat whose agent gave no verdict on this commit: decided for the seat alone, the others go on. A judgement of another
 * commit is no judgement (P8).
 */
export function isInTrouble(job: Job, seat: Seat): boolean {
  const { outcome } = seat;
  if (seat.state !== 'done' || outcome === null) return false;
  return isNoVerdict(outcome) || (isJudgement(outcome) && outcome.commit !== job.commit);
}

type Judgement = Extract<
  ResultEvent,
  {
    type:
      | `validation_${'passed' | 'failed'}`
      | `critic_${'pass' | 'fail'}`
      | `auditor_${'pass' | 'fail' | 'blocked'}`;
  }
>;

// Comparisons instead of sets: this is asked about every seat of every job that changes.
function isNoVerdict({ type }: ResultEvent): boolean {
  return (
    type === 'agent_unclear' ||
    type === 'agent_failed' ||
    type === 'agent_limited' ||
    type === 'critic_ungrounded'
  );
}

function isJudgement(outcome: ResultEvent): outcome is Judgement {
  const { type } = outcome;
  return (
    type === 'validation_passed' ||
    type === 'validation_failed' ||
    type === 'critic_pass' ||
    type === 'critic_fail' ||
    type === 'auditor_pass' ||
    type === 'auditor_fail' ||
    type === 'auditor_blocked'
  );
}

/** Waits in the queue of tickets that do not hold their files yet. */
export function isReady(job: Job): boolean {
  if (job.kind !== 'ticket' || job.stage !== 'develop' || job.holds || job.waitingOn > 0) return false;
  if (isStopping(job)) return false;
  return (job.status === 'queued' || job.status === 'needs_revision') && hasWaitingSeat(job);
}

/** The lane in which the job waits for a place, if it waits for one. */
export function laneWaitedFor(job: Job): Lane | undefined {
  if (job.stage === null || isParkedByPerson(job) || job.waitingOn > 0 || !hasWaitingSeat(job))
    return undefined;
  if (isStopping(job)) return undefined;
  if (job.stage === 'develop' && job.kind === 'ticket' && !job.holds) return undefined;
  return laneOf(job.stage);
}

/** Neither a place nor an agent can help it on: a person, a dependency or the infrastructure must. */
function isParkedByPerson(job: Job): boolean {
  if (job.status === 'escalated') return true;
  return job.status === 'blocked' && job.blocked !== 'limit';
}

function isTaken({ state }: Seat): boolean {
  return state === 'running' || state === 'parked';
}

function hasWaitingSeat(job: Job): boolean {
  for (const seat of job.seats) if (seat.state === 'waiting') return true;
  return false;
}

export function isStranded(job: Job): boolean {
  return job.status === 'blocked' && job.blocked === 'infrastructure';
}

/** Says that the infrastructure is broken, and has not been checked yet. */
export function isClaimant(job: Job): boolean {
  return (
    job.stage === 'confirm' && job.claim !== 'audit_pass' && !isParkedByPerson(job) && hasWaitingSeat(job)
  );
}

function isFixing(phase: string): boolean {
  return phase === 'fixing' || phase === 'landing';
}

function member(set: RankSet, index: number, before: boolean, after: boolean): RankSet {
  if (before === after) return set;
  return after ? added(set, index) : removed(set, index);
}

function putLanes(next: Next, before: Job, after: Job): void {
  const was = laneWaitedFor(before);
  const is = laneWaitedFor(after);
  if (was !== is) {
    if (was !== undefined)
      next.waiting = withLane(next.waiting, was, removed(inLane(next.waiting, was), after.index));
    if (is !== undefined)
      next.waiting = withLane(next.waiting, is, added(inLane(next.waiting, is), after.index));
  }
  const ran = runningSeats(before);
  const runs = runningSeats(after);
  if (ran === runs && before.stage === after.stage) return;
  if (before.stage !== null) makeBusy(next, laneOf(before.stage), -ran);
  if (after.stage !== null) makeBusy(next, laneOf(after.stage), runs);
}

function makeBusy(next: Next, lane: Lane, by: number): void {
  if (by !== 0) next.busy = withLane(next.busy, lane, inLane(next.busy, lane) + by);
}

function runningSeats(job: Job): number {
  let running = 0;
  for (const seat of job.seats) if (seat.state === 'running') running++;
  return running;
}

function putReady(next: Next, before: Job, after: Job): void {
  if (isReady(before)) next.ready = dequeue(next.ready, waitingAs(next, before));
  if (before.holds !== after.holds) {
    const touchClass = next.plan.tickets[after.index]?.touchClass ?? -1;
    next.ready = hold(next.ready, next.plan.overlaps[touchClass] ?? [], after.holds ? 1 : -1);
  }
  if (isReady(after)) next.ready = enqueue(next.ready, waitingAs(next, after), after.index);
}

export function waitingAs(next: Pick<Next, 'plan'>, job: Job): Waiting {
  const ticket = next.plan.tickets[job.index];
  return { touchClass: ticket?.touchClass ?? -1, rank: ticket?.rank ?? 0, age: job.age };
}

function putSettled(next: Next, before: Job, after: Job): void {
  if (after.kind !== 'ticket' || isSettled(before) === isSettled(after)) return;
  const by = isSettled(after) ? -1 : 1;
  const milestone = next.plan.tickets[after.index]?.milestone ?? -1;
  const last = next.scopes.length - 1;
  next.scopes = next.scopes.map((scope, index) =>
    index === milestone || index === last ? { ...scope, unsettled: scope.unsettled + by } : scope,
  );
}

/** Tell the audit when one of its fixes comes to rest or moves again. */
function putFix(next: Next, before: Job, after: Job): void {
  if (after.kind !== 'fix' || isAtRest(before) === isAtRest(after)) return;
  const owner = jobAt(next, after.owner);
  if (owner.audit === null) return;
  const openFixes = owner.audit.openFixes + (isAtRest(after) ? -1 : 1);
  putJob(next, { ...owner, audit: { ...owner.audit, openFixes } });
}

/** A fix rests when it has ended, or when it has passed and waits for the rest of its round (TEAM-18). */
function isAtRest(job: Job): boolean {
  return isSettled(job) || isHeld(job);
}
