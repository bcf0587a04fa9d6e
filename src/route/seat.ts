import type { Draft, ResultEvent } from '../model/events.ts';
import { nothingSpent } from '../model/usage.ts';
import { isInTrouble } from '../state/index.ts';
import type { Job, Seat, State } from '../state/index.ts';
import type { Policy } from './policy.ts';

/**
 * An agent gave no verdict on this commit. That is never the developer's failure and never a pass: ask again in the
 * same conversation, then afresh, then give the seat up (SIGNAL-04, RECOVER-02).
 */
export function decideSeat(state: State, job: Job, policy: Policy): readonly Draft[] | undefined {
  const index = job.seats.findIndex((seat) => isInTrouble(job, seat));
  const seat = job.seats[index];
  const outcome = seat?.outcome ?? null;
  if (seat === undefined || outcome === null) return undefined;
  if (outcome.type === 'agent_unclear' && seat.clarifications < policy.clarifications) {
    return [retry(job, index, 'clarification', outcome.because)];
  }
  if (outcome.type === 'agent_limited') return [park(state, { job, index, until: outcome.until }, policy)];
  if (outcome.type === 'critic_ungrounded') return [secondOpinion(job, index, seat)];
  return [tryAfresh(job, index, seat, policy)];
}

/** Findings that hold on to nothing are neither a pass nor a reason to rework (REWORK-10). */
function secondOpinion(job: Job, index: number, seat: Seat): Draft {
  if (seat.secondOpinions > 0)
    return surrender(job, index, 'two critics in a row found nothing that could be grounded');
  return retry(job, index, 'second_opinion', 'nothing it found could be grounded');
}

function tryAfresh(job: Job, index: number, seat: Seat, policy: Policy): Draft {
  const because = 'the agent gave no usable answer';
  if (isHopeless(seat.outcome) || seat.tries >= policy.agentTries) return surrender(job, index, because);
  return retry(job, index, 'fresh', because);
}

/** A login that failed fails again. */
function isHopeless(outcome: ResultEvent | null): boolean {
  return outcome?.type === 'agent_failed' && outcome.trouble === 'authentication';
}

type How = Extract<Draft, { type: 'agent_retried' }>['how'];

function retry(job: Job, seat: number, how: How, because: string): Draft {
  return { type: 'agent_retried', v: 1, ticket: job.id, seat, how, because };
}

function surrender(job: Job, seat: number, because: string): Draft {
  return { type: 'seat_given_up', v: 1, ticket: job.id, seat, because };
}

type Parked = { readonly job: Job; readonly index: number; readonly until: number | null };

/** Waiting for a provider costs neither a place nor a try. */
function park(state: State, parked: Parked, policy: Policy): Draft {
  const { job, index } = parked;
  const seat = job.seats[index];
  if (seat === undefined || job.stage === null || seat.parks >= policy.maxParks) {
    return surrender(job, index, `still limited after waiting ${policy.maxParks} times`);
  }
  return {
    type: 'wait_started',
    v: 1,
    ticket: job.id,
    run: state.runs,
    stage: job.stage,
    seat: index,
    attempt: job.attempt,
    round: 0,
    try: seat.tries,
    clarification: seat.clarifications,
    commit: job.commit,
    claim: null,
    reserved: nothingSpent,
    until: parked.until ?? state.at + policy.parkMs,
    because: 'usage limit',
  };
}
