import type { Draft } from '../model/events.ts';
import { first, isStopping, jobAt } from '../state/index.ts';
import type { State } from '../state/index.ts';
import { decideAnswer } from './answer.ts';
import { decideAudits } from './audits.ts';
import { decideVoid } from './chain.ts';
import { decideEnd } from './end.ts';
import { failed } from './fail.ts';
import { decideInfrastructure } from './infrastructure.ts';
import { decideOutcome } from './outcome.ts';
import type { Policy } from './policy.ts';
import { decideReview } from './review.ts';
import { decideAgentTrouble } from './agent-trouble.ts';
import { decideStart } from './start.ts';

/**
 * What happens next: the events that record one decision, or none when there is nothing to decide until something
 * comes back. Pure: no clock, no disk, no agent. An event that hands out work is carried out by whoever appended it,
 * after it is durable. First rule that has something to say wins, so finished work drains before new work starts.
 */
export function decide(state: State, policy: Policy): readonly Draft[] {
  if (state.phase !== 'running') return [];
  return (
    decideVoid(state) ??
    decideAttention(state, policy) ??
    decideDoomed(state) ??
    decideInfrastructure(state, policy) ??
    decideStart(state, policy) ??
    decideAudits(state, policy) ??
    decideEnd(state, policy) ??
    []
  );
}

function decideAttention(state: State, policy: Policy): readonly Draft[] | undefined {
  const index = first(state.attention);
  if (index === undefined) return undefined;
  const job = jobAt(state, index);
  if (isStopping(job)) return [failed(job, null, job.stop?.how ?? 'cancelled')];
  if (job.review !== null) return decideReview(state, job, job.review, policy);
  if (job.answer !== null) return decideAnswer(state, job, job.answer, policy);
  return decideAgentTrouble(state, job, policy) ?? decideOutcome(state, job, policy);
}

/** Something it needs has failed: it is blocked, by name, and so is everything behind it (DISPATCH-03). */
function decideDoomed(state: State): readonly Draft[] | undefined {
  const index = first(state.doomed);
  if (index === undefined) return undefined;
  const { id } = jobAt(state, index);
  return [{ type: 'ticket_blocked', v: 1, ticket: id, why: 'dependency', because: hindrance(state, index) }];
}

function hindrance(state: State, index: number): string {
  for (const need of state.plan.tickets[index]?.needs ?? []) {
    const { id, status } = jobAt(state, need);
    if (status === 'failed') return `it needs ${id}, which has failed`;
    if (status === 'blocked') return `it needs ${id}, which is blocked`;
  }
  return 'a dependency has failed';
}
