import type { Event, RunPlan } from '../../model/events.ts';
import type { CountedRequirements } from '../../model/convergence.ts';
import { moveTip, orphanAll } from '../chain.ts';
import { newJob } from '../job.ts';
import type { Audit, Job } from '../job.ts';
import { release } from '../dependents.ts';
import { putJob } from '../put-job.ts';
import { emptyRankSet } from '../rank-set.ts';
import { emptyReady } from '../ready.ts';
import { reindexJobs } from '../reindex.ts';
import type { Next, MilestoneProgress } from '../state.ts';
import { each, vectorOf } from '../vector.ts';

type RunEvent = Extract<
  Event,
  {
    type:
      | 'run_started'
      | 'inputs_recorded'
      | 'base_synced'
      | 'requirements_ticked'
      | 'requirements_counted'
      | 'epic_undone'
      | 'run_resumed'
      | 'run_halted'
      | 'budget_changed'
      | 'run_paused'
      | 'run_unpaused'
      | 'parallelism_changed'
      | 'run_ended';
  }
>;

export function foldRun(next: Next, event: RunEvent): void {
  switch (event.type) {
    case 'run_started':
      if (next.phase !== 'idle') return;
      next.overtaking = event.overtaking;
      return begin(next, event.plan);
    case 'inputs_recorded':
      next.base = event.base.commit;
      moveTip(next, event.base);
      next.inputs = event.inputs;
      for (const { audit, counted } of event.documents ?? []) count(next, counted, (id) => id === audit);
      return;
    case 'base_synced':
      next.base = event.base;
      moveTip(next, event);
      next.unproved = [];
      return orphanAll(next, '', 'the base was synced');
    case 'requirements_ticked':
      moveTip(next, event);
      next.unproved = [];
      orphanAll(next, '', 'requirements were ticked');
      // Two milestones may share one document.
      if (event.counted !== undefined)
        count(next, event.counted, (id, path) => id === event.ticket || path === event.path);
      return;
    case 'requirements_counted':
      return count(next, event.counted, (id, path) => id === event.ticket || path === event.counted.path);
    case 'epic_undone':
      next.phase = 'ended';
      next.status = 'failed';
      return;
    case 'run_resumed':
      return resume(next, event.inputs);
    case 'run_halted':
      next.halted = { by: event.by, why: event.because };
      next.asking = emptyRankSet;
      return;
    case 'budget_changed':
      next.budget = { usd: event.usd ?? next.budget.usd, tokens: event.tokens ?? next.budget.tokens };
      return;
    case 'run_paused':
      next.paused ??= { by: event.by, why: event.why, since: event.at };
      return;
    case 'run_unpaused':
      next.paused = null;
      return;
    case 'parallelism_changed':
      next.parallel = event.developers;
      return;
    case 'run_ended':
      next.phase = 'ended';
      next.status = event.status;
      return;
  }
}

function resume(next: Next, inputs = next.inputs): void {
  next.phase = 'running';
  next.status = null;
  next.paused = null;
  next.inputs = inputs;
  if (next.halted === null) return;
  next.halted = null;
  reindexJobs(next);
}

function count(
  next: Next,
  requirements: CountedRequirements,
  isMeant: (id: string, path: string | undefined) => boolean,
): void {
  for (const job of each(next.jobs))
    if (job.audit !== null && isMeant(job.id, job.audit.requirements?.path))
      putJob(next, { ...job, audit: { ...job.audit, requirements } });
}

function begin(next: Next, plan: RunPlan): void {
  const jobs = allJobs(plan);
  next.phase = 'running';
  next.plan = plan;
  next.jobs = vectorOf(jobs);
  next.planned = new Map(jobs.map((job) => [job.id, job.index]));
  next.jobByRank = byRank(plan);
  next.dependents = vectorOf(dependentsOf(plan, jobs.length));
  next.ready = emptyReady(plan.overlaps.length);
  next.scopes = allScopes(plan);
  for (const ticket of plan.tickets.keys()) release(next, ticket);
}

/** Tickets first, so that a ticket's index in the plan is its job's index; then baseline and audits. */
function allJobs(plan: RunPlan): Job[] {
  // One unmet condition more than it has, taken back by `release`: that puts free tickets into the queue.
  const tickets = plan.tickets.map((ticket, index) => ({
    ...newJob(index, ticket.id, 'ticket'),
    waitingOn: ticket.needs.length + (isOpenAtOnce(plan, ticket.milestone) ? 0 : 1) + 1,
  }));
  const baseline = newJob(tickets.length, 'baseline', 'baseline');
  const scopes = [...plan.milestones.keys(), -1];
  const audits = scopes.map((scope, nth) => {
    const id = `audit:${plan.milestones[scope]?.id ?? 'run'}`;
    return { ...newJob(tickets.length + 1 + nth, id, 'audit'), audit: newAudit(scope) };
  });
  return [...tickets, baseline, ...audits];
}

export function newAudit(scope: number): Audit {
  return {
    scope,
    round: 0,
    recoveries: 0,
    requirements: null,
    unreviewed: false,
    score: null,
    health: null,
    phase: 'idle',
    move: null,
    failing: 0,
    failOn: null,
    allowed: false,
    asks: null,
    silent: false,
    reports: [],
    groups: 0,
    openFixes: 0,
    fixes: [],
    outcome: null,
  };
}

function isOpenAtOnce(plan: RunPlan, milestone: number): boolean {
  return (plan.milestones[milestone]?.after.length ?? 0) === 0;
}

export function byRank(plan: RunPlan): number[] {
  const jobs: number[] = [];
  for (const [index, ticket] of plan.tickets.entries()) jobs[ticket.rank] = index;
  return jobs;
}

function dependentsOf(plan: RunPlan, jobs: number): number[][] {
  const dependents: number[][] = Array.from({ length: jobs }, () => []);
  for (const [index, ticket] of plan.tickets.entries()) {
    for (const need of ticket.needs) dependents[need]?.push(index);
  }
  return dependents;
}

function allScopes(plan: RunPlan): MilestoneProgress[] {
  const milestones = plan.milestones.map((milestone, index) => ({
    unsettled: plan.tickets.filter((ticket) => ticket.milestone === index).length,
    landed: 0,
    open: milestone.after.length === 0,
  }));
  return [...milestones, { unsettled: plan.tickets.length, landed: 0, open: true }];
}
