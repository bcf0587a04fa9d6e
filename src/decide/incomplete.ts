import type { Draft, Event } from '../model/events.ts';
import { at, isSettled, jobNamed } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { broken, fail, giveUp } from './fail.ts';
import { routeTo } from './moves.ts';
import type { Policy } from './policy.ts';

type Incomplete = Extract<Event, { type: 'developer_incomplete' }>;

/** TASK_INCOMPLETE goes to whoever can help (FLOW-09). */
export function decideIncomplete(
  state: State,
  job: Job,
  outcome: Incomplete,
  policy: Policy,
): readonly Draft[] {
  const { because } = outcome;
  // Nobody is sent again to repair what cannot be repaired from within the repository.
  if (job.kind !== 'ticket') return [giveUp(job, { kind: null, reason: 'not_repairable', because }, policy)];
  switch (outcome.blocker) {
    case 'information':
    case 'scope':
      return [giveUp(job, { kind: null, reason: `needs_${outcome.blocker}`, because }, policy)];
    case 'dependency':
      return [afterMissingDependency(state, job, outcome, policy)];
    case 'infrastructure':
      return [afterInfraClaim(state, job, because, policy)];
    case 'other':
      return [fail(job, 'incomplete', because, policy)];
  }
}

function afterMissingDependency(state: State, job: Job, outcome: Incomplete, policy: Policy): Draft {
  const on = outcome.on === null ? undefined : jobNamed(state, outcome.on);
  if (on?.status === 'completed') return fail(job, 'incomplete', outcome.because, policy);
  const usable =
    on !== undefined && on.kind === 'ticket' && !isSettled(on) && !isBehind(state, job.index, on.index);
  if (usable && job.waits < policy.maxWaits)
    return { type: 'dependency_added', v: 1, ticket: job.id, on: on.id };
  const because = `it reports a dependency on ${outcome.on ?? 'an unnamed ticket'}, which cannot run before it`;
  return giveUp(job, { kind: null, reason: 'dependency_unresolvable', because }, policy);
}

/** Whether `other` can only start after `job` has ended: waiting for it would be a circle. */
function isBehind(state: State, job: number, other: number): boolean {
  const seen = new Set<number>([job]);
  const seenMilestones = new Set<number>();
  const queue = [job];
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    if (index === other) return true;
    const milestone = state.plan.tickets[index]?.milestone ?? -1;
    const later = seenMilestones.has(milestone) ? [] : ticketsAfter(state, milestone);
    seenMilestones.add(milestone);
    for (const behind of [...(at(state.dependents, index) ?? []), ...later]) {
      if (seen.has(behind)) continue;
      seen.add(behind);
      queue.push(behind);
    }
  }
  return false;
}

/** Tickets of milestones that wait for the audit of this one, also by way of others. */
function ticketsAfter(state: State, milestone: number): number[] {
  const { tickets, milestones } = state.plan;
  const later = new Set<number>([milestone]);
  for (const known of later) {
    for (const [index, { after }] of milestones.entries()) if (after.includes(known)) later.add(index);
  }
  later.delete(milestone);
  return [...tickets.keys()].filter((index) => later.has(tickets[index]?.milestone ?? -1));
}

/** Nobody halts the epic on an agent's word: the named checks are run on the base commit first (FLOW-12). */
export function afterInfraClaim(state: State, job: Job, because: string, policy: Policy): Draft {
  if (job.kind === 'remediation') return fail(job, 'incomplete', because, policy);
  // It is known to be broken already: the claim is true, and waits with the others.
  if (state.infrastructure.blocked) return broken(job, { because }, policy);
  return routeTo(job, 'confirm', { claim: 'infra_blocked', because });
}
