import type { Event } from '../../model/events.ts';
import { landingNow, orphan } from '../chain.ts';
import { newAudit } from './fold-run.ts';
import { freshSeat, isSettled, isStopping } from '../job.ts';
import type { Job } from '../job.ts';
import { putJob } from '../put-job.ts';
import { added, removed } from '../rank-set.ts';
import { jobAt, jobNamed } from '../state.ts';
import type { Next, State } from '../state.ts';
import { at } from '../vector.ts';

type SteeringEvent = Extract<Event, { type: 'ticket_stopped' | 'ticket_reopened' }>;

/** What a person asks may have become impossible by the time it is heard: then it changes nothing. */
export function foldSteering(next: Next, event: SteeringEvent): void {
  const job = jobNamed(next, event.ticket);
  const problem = event.type === 'ticket_stopped' ? stopProblem(job) : reopenProblem(next, job);
  if (job === undefined || problem !== undefined) {
    next.ignored += 1;
    return;
  }
  if (event.type === 'ticket_reopened') return reopen(next, job, event);
  const { how, dependents, by, why } = event;
  putJob(next, { ...job, stop: { how, released: dependents === 'released', by, why } });
  if (landingNow(next)?.index !== job.index) orphan(next, job, `${how} by ${by}`);
}

/** Why a ticket cannot be stopped; undefined: it can. */
export function stopProblem(job: Job | undefined): string | undefined {
  if (job === undefined || job.kind !== 'ticket') return 'only tickets of the epic can be stopped';
  if (job.status === 'completed') return 'it has landed; gauntlet undo reverts it';
  if (job.status === 'failed') return 'it has already ended';
  if (isStopping(job)) return 'it is already being stopped';
  return isSettled(job) ? 'a dependency has failed, so this ticket will not start' : undefined;
}

/** Why a ticket that has failed cannot be taken up again; undefined: it can. */
export function reopenProblem(state: Audited, job: Job | undefined): string | undefined {
  if (job === undefined || job.kind !== 'ticket') return 'only tickets of the epic can be reopened';
  if (job.status !== 'failed') return 'it has not failed';
  if (job.stop?.how === 'undone') return 'it was undone after it had landed; a ticket cannot land twice';
  if (job.stop?.released === true) return 'tickets that need it continued without it';
  return auditProblem(state, milestoneOf(state, job.index));
}

export type Audited = Pick<State, 'plan' | 'jobs' | 'scopes'>;

/** Work that comes after its audit is audited anew, which cannot be where others have gone on because of that audit. */
export function auditProblem(state: Audited, milestone: number): string | undefined {
  for (const { id, audit, status } of auditsOver(state, milestone)) {
    if (audit?.phase !== 'over' && status !== 'pending') return `${id} is running`;
    const isBase = state.plan.milestones.some(({ after }) => after.includes(audit?.scope ?? -1));
    if (audit?.phase === 'over' && isBase) return `${id} has ended, and other milestones depend on it`;
  }
  return undefined;
}

export function milestoneOf({ plan }: Pick<State, 'plan'>, ticket: number): number {
  return plan.tickets[ticket]?.milestone ?? -1;
}

/** The audits that are about a ticket of a milestone: that of the milestone, and that of the run. */
function auditsOver(state: Audited, milestone: number): Job[] {
  const first = state.plan.tickets.length + 1;
  return [...(milestone === -1 ? [] : [milestone]), state.scopes.length - 1].map((scope) =>
    jobAt(state, first + scope),
  );
}

/** It asks for one more round, as if a person had answered its escalation: whether there is one is decided by the bounds. */
function reopen(next: Next, job: Job, { by, why }: Extract<Event, { type: 'ticket_reopened' }>): void {
  next.failed -= 1;
  // Only work that was handed in makes it another round; one that was never done is begun again.
  const reason = job.commit === null ? 'reopened' : 'reopened_limit';
  putJob(next, { ...job, status: 'escalated', stop: null, answer: { reason, choice: 'retry', by, why } });
}

/** It has got that round: only now is what was said and ended without it void. */
export function reviveReopened(next: Next, job: Job): void {
  if (job.answer?.reason.startsWith('reopened') !== true) return;
  const milestone = milestoneOf(next, job.index);
  auditAgain(next, milestone);
  // What it needs itself may have failed since.
  if (isHindered(next, job.index) || isMilestoneLost(next, milestone))
    next.doomed = added(next.doomed, job.index);
  else revive(next, job);
}

/** What an audit said was said without it. */
export function auditAgain(next: Next, milestone: number): void {
  for (const over of auditsOver(next, milestone)) {
    if (over.audit?.phase !== 'over') continue;
    const audit = { ...newAudit(over.audit.scope), requirements: over.audit.requirements };
    // Rounds that a person granted were for what it said then.
    putJob(next, { ...over, status: 'pending', stage: null, seats: [], audit, grants: 0, reason: '' });
  }
}

/** Those who could not start because of it wait for it again, unless something else is in their way. */
export function revive(next: Next, job: Job): void {
  for (const index of at(next.dependents, job.index) ?? []) {
    const dependent = jobAt(next, index);
    // It was to be told that it cannot start, and has not been told yet.
    if (!isSettled(dependent) && !isHindered(next, index)) next.doomed = removed(next.doomed, index);
    if (dependent.blocked !== 'dependency' || !isSettled(dependent)) continue;
    const milestone = milestoneOf(next, index);
    if (isMilestoneLost(next, milestone) || auditProblem(next, milestone) !== undefined) continue;
    auditAgain(next, milestone);
    putJob(next, { ...dependent, stage: 'develop', seats: [freshSeat], reason: `waits for ${job.id}` });
    if (isHindered(next, index)) next.doomed = added(next.doomed, index);
    else revive(next, dependent);
  }
}

/** It will never open: what it comes after ended badly, or is an empty one that will never open either. */
export function isMilestoneLost(next: Audited, milestone: number): boolean {
  const after = next.plan.milestones[milestone]?.after ?? [];
  return after.some((earlier) => {
    const isEmpty = next.plan.tickets.every((ticket) => ticket.milestone !== earlier);
    const audit = jobAt(next, next.plan.tickets.length + 1 + earlier);
    return audit.status === 'failed' || (isEmpty && isMilestoneLost(next, earlier));
  });
}

/** Something else it needs, planned or found out, can still never land. */
export function isHindered(next: Pick<State, 'plan' | 'jobs' | 'dependents'>, ticket: number): boolean {
  return next.plan.tickets.some((_, index) => {
    const other = jobAt(next, index);
    const isLost = isSettled(other) && other.status !== 'completed' && other.stop?.released !== true;
    return isLost && (at(next.dependents, index) ?? []).includes(ticket);
  });
}
