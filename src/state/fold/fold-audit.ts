import type { Event } from '../../model/events.ts';
import { release } from '../dependents.ts';
import { freshSeat, isSettled, newJob } from '../job.ts';
import type { Job } from '../job.ts';
import { openJob } from '../open-job.ts';
import { putJob } from '../put-job.ts';
import { added } from '../rank-set.ts';
import { jobAt, jobNamed } from '../state.ts';
import type { Next } from '../state.ts';

type AuditEvent = Extract<Event, { type: 'fix_opened' | 'ticket_held' | 'audit_ended' }>;

export function foldAudit(next: Next, event: AuditEvent): void {
  const job = jobNamed(next, event.type === 'fix_opened' ? event.audit : event.ticket);
  if (job === undefined) return;
  switch (event.type) {
    case 'fix_opened':
      return openFix(next, job, event.ticket);
    case 'ticket_held':
      return putJob(next, { ...job, status: 'landing', stage: null, seats: [] });
    case 'audit_ended':
      return ended(next, job, event.outcome, event.because);
  }
}

function openFix(next: Next, owner: Job, id: string): void {
  if (owner.audit === null || jobNamed(next, id) !== undefined) return;
  const fix: Job = { ...newJob(next.jobs.length, id, 'fix'), owner: owner.index };
  const begun = owner.audit.phase === 'fixing' && owner.audit.openFixes > 0;
  openJob(next, fix);
  next.fixes += 1;
  putJob(next, {
    ...owner,
    status: 'auditing',
    grants: owner.grants + (owner.answer?.choice === 'retry' ? 1 : 0),
    answer: null,
    stage: null,
    seats: [],
    audit: {
      ...owner.audit,
      phase: 'fixing',
      move: null,
      // A round is used up by being begun, whatever becomes of its fixes.
      round: owner.audit.round + (begun ? 0 : 1),
      fixes: begun ? [...owner.audit.fixes, fix.index] : [fix.index],
      openFixes: owner.audit.openFixes + 1,
    },
  });
  putJob(next, { ...fix, status: 'queued', stage: 'develop', seats: [freshSeat] });
}

type Outcome = Extract<AuditEvent, { type: 'audit_ended' }>['outcome'];

function ended(next: Next, job: Job, outcome: Outcome, because: string): void {
  if (job.audit === null) return;
  const good = outcome === 'passed' || outcome === 'accepted' || outcome === 'off';
  putJob(next, {
    ...job,
    status: good ? 'completed' : 'failed',
    stage: null,
    seats: [],
    question: null,
    answer: null,
    audit: { ...job.audit, phase: 'over', outcome },
    reason: because,
  });
  for (const [milestone, planned] of next.plan.milestones.entries()) {
    if (!planned.after.includes(job.audit.scope)) continue;
    if (!good) doomMilestone(next, milestone);
    else if (planned.after.every((index) => isWellEnded(next, index))) openMilestone(next, milestone);
  }
}

function isWellEnded(next: Next, milestone: number): boolean {
  const job = jobNamed(next, `audit:${next.plan.milestones[milestone]?.id}`);
  return job?.status === 'completed';
}

function openMilestone(next: Next, milestone: number): void {
  next.scopes = next.scopes.map((scope, index) => (index === milestone ? { ...scope, open: true } : scope));
  for (const index of ticketsOf(next, milestone)) release(next, index);
}

/** An empty milestone has nobody to be blocked in it: what waits for it is doomed directly. */
function doomMilestone(next: Next, milestone: number): void {
  const tickets = ticketsOf(next, milestone);
  if (tickets.length === 0) {
    for (const [later, { after }] of next.plan.milestones.entries())
      if (after.includes(milestone)) doomMilestone(next, later);
  }
  for (const index of tickets) {
    if (!isSettled(jobAt(next, index))) next.doomed = added(next.doomed, index);
  }
}

function ticketsOf(next: Next, milestone: number): number[] {
  const indexes: number[] = [];
  for (const [index, ticket] of next.plan.tickets.entries())
    if (ticket.milestone === milestone) indexes.push(index);
  return indexes;
}
