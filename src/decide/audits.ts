import type { Draft } from '../model/events.ts';
import { jobAt } from '../state/index.ts';
import type { Job, MilestoneProgress, State } from '../state/index.ts';
import { routeTo } from './moves.ts';
import type { Policy } from './policy.ts';

/** Audits begin when every ticket of their scope has come to its end; the run's comes after all others are over. */
export function decideAudits(state: State, policy: Policy): readonly Draft[] | undefined {
  if (state.halted !== null) return undefined;
  const last = state.scopes.length - 1;
  let allOver = true;
  let index = -1;
  for (const scope of state.scopes) {
    index++;
    const job = jobAt(state, state.plan.tickets.length + 1 + index);
    const mayBegin = job.status === 'pending' && isReached(state, scope, index) && (index < last || allOver);
    if (mayBegin) return [begin(state, job, scope, policy)];
    if (job.audit?.phase !== 'over') allOver = false;
  }
  return undefined;
}

/** A closed milestone is reached only by losing all its tickets; an empty one has none to lose. */
function isReached(state: State, scope: MilestoneProgress, index: number): boolean {
  return scope.unsettled === 0 && (scope.open || hasTickets(state, index));
}

function hasTickets(state: State, milestone: number): boolean {
  return state.plan.tickets.some((ticket) => ticket.milestone === milestone);
}

function begin(state: State, job: Job, scope: MilestoneProgress, policy: Policy): Draft {
  const isRun = job.audit?.scope === -1;
  if (!(isRun ? policy.endOfRun : policy.perMilestone) || policy.auditors === 0) {
    const isTested = isRun && policy.phases && scope.landed > 0;
    return isTested
      ? routeTo(job, 'score', { because: 'the run has no auditor' })
      : end(job, 'off', 'switched off');
  }
  if (!isRun && !hasTickets(state, job.audit?.scope ?? -1))
    return end(job, 'off', 'the milestone has no tickets');
  // A plan without tickets is an audit of what is there.
  if (scope.landed === 0 && state.plan.tickets.length > 0)
    return end(job, 'skipped', 'no ticket in its scope has landed');
  return routeTo(job, 'survey');
}

function end(job: Job, outcome: 'off' | 'skipped', because: string): Draft {
  return { type: 'audit_ended', v: 1, ticket: job.id, outcome, because };
}
