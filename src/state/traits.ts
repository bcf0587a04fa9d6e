import type { ResultEvent } from '../model/events.ts';
import { isHeld, isSettled, isStopping } from './job.ts';
import type { Job, Seat } from './job.ts';
import { laneOf } from './lanes.ts';
import type { Lane } from './lanes.ts';

/**
 * What the indexes of the state say about one job, as bits: so what was and what is are compared at once, and a job that
 * changes is looked at by one stretch of code, twice.
 */
export type Traits = number;

/** Something about the job waits to be decided. */
export const ATTENTION = 1;
export const ASKING = 2;
export const STOPPING = 4;
/** Says that the infrastructure is broken, and has not been checked yet. */
export const CLAIMANT = 8;
export const STRANDED = 16;
/** Waits in the queue of tickets that do not hold their files yet. */
export const READY = 32;
export const SETTLED = 64;
/** A fix rests when it has ended, or when it has passed and waits for the rest of its round (TEAM-18). */
export const AT_REST = 128;
/** Waits for a place in the lane of its stage. */
export const WAITS = 256;
/** Passed, and judged again because others landed in its files; on its way to land. */
export const REMERGED = 512;
const RUNNING_FROM = 10;

/** How many of its seats are at work. */
export function runningIn(traits: Traits): number {
  return traits >>> RUNNING_FROM;
}

export function traitsOf(job: Job): Traits {
  const { seats, stage, status } = job;
  let running = 0;
  let taken = false;
  let waiting = false;
  let due = true;
  let trouble = false;
  for (const seat of seats) {
    if (seat.state === 'done') {
      if (isInTrouble(job, seat)) trouble = true;
      continue;
    }
    due = false;
    if (seat.state === 'waiting') waiting = true;
    else taken = true;
    if (seat.state === 'running') running++;
  }
  const stopping = isStopping(job);
  const parked = isParkedByPerson(job);
  const settled = isSettled(job);
  let traits = running << RUNNING_FROM;
  if (job.question !== null && !stopping) traits |= ASKING;
  if (stopping) traits |= STOPPING;
  if (status === 'blocked' && job.blocked === 'infrastructure') traits |= STRANDED;
  if (settled) traits |= SETTLED;
  if (job.mergedFrom !== null && !stopping && (status === 'reviewing' || status === 'landing'))
    traits |= REMERGED;
  if (settled || isHeld(job)) traits |= AT_REST;
  if (stopping ? !taken : needsDecision(job, parked, due || trouble)) traits |= ATTENTION;
  if (!waiting || stage === null) return traits;
  if (stage === 'confirm' && job.claim !== 'audit_pass' && !parked) traits |= CLAIMANT;
  if (stopping || job.waitingOn > 0) return traits;
  if (stage !== 'develop' || job.kind !== 'ticket' || job.holds) return parked ? traits : traits | WAITS;
  return status === 'queued' || status === 'needs_revision' ? traits | READY : traits;
}

/** Everybody has spoken, or somebody could not; or a person has answered; or the fixes of an audit have come to rest. */
function needsDecision(job: Job, parked: boolean, due: boolean): boolean {
  if (job.answer !== null) return true;
  if (parked) return false;
  if (job.stage !== null && job.seats.length > 0) return due;
  const { audit } = job;
  return audit !== null && audit.openFixes === 0 && (audit.phase === 'fixing' || audit.phase === 'landing');
}

/** Neither a place nor an agent can help it on: a person, a dependency or the infrastructure must. */
function isParkedByPerson(job: Job): boolean {
  if (job.status === 'escalated') return true;
  return job.status === 'blocked' && job.blocked !== 'limit';
}

export function isReady(job: Job): boolean {
  return (traitsOf(job) & READY) !== 0;
}

/** The lane in which the job waits for a place, if it waits for one. */
export function laneWaitedFor(job: Job, traits: Traits = traitsOf(job)): Lane | undefined {
  return (traits & WAITS) !== 0 && job.stage !== null ? laneOf(job.stage) : undefined;
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
