import type { Draft, ResultEvent } from '../model/events.ts';
import { isBounded, nothingSpent } from '../model/usage.ts';
import type { Budget } from '../model/usage.ts';
import { isInTrouble } from '../state/index.ts';
import type { Job, Seat, State } from '../state/index.ts';
import type { Policy } from './policy.ts';
import { estimate, isAffordable } from './start.ts';

/**
 * An agent gave no verdict on this commit. That is never the developer's failure and never a pass. An unreadable answer is
 * asked for again in the same conversation; after a crash a fresh agent starts. Then the seat is given up (SIGNAL-04, RECOVER-02).
 */
export function decideAgentTrouble(state: State, job: Job, policy: Policy): readonly Draft[] | undefined {
  const index = job.seats.findIndex((seat) => isInTrouble(job, seat));
  const seat = job.seats[index];
  const outcome = seat?.outcome ?? null;
  if (seat === undefined || outcome === null) return undefined;
  if (outcome.type === 'agent_unclear' && outcome.lacks === 'scores')
    return [askForScores({ job, index, seat }, policy, outcome.because)];
  if (outcome.type === 'agent_unclear') return [askAgain({ job, index, seat }, policy, outcome.because)];
  if (outcome.type === 'agent_limited') return [park(state, { job, index, until: outcome.until }, policy)];
  if (isStoppedForMoney(outcome, policy)) return [afterItsShare(state, { job, index, seat }, policy)];
  if (outcome.type === 'critic_ungrounded') return [secondOpinion(job, index, seat)];
  return [tryAfresh({ job, index, seat }, policy, troubleOf(outcome))];
}

function troubleOf(outcome: ResultEvent): string {
  if (outcome.type === 'agent_failed') return `the agent failed (${outcome.trouble}): ${outcome.because}`;
  const said = outcome.type === 'agent_unclear' ? `: ${outcome.because}` : '';
  return `the agent gave no usable answer${said}`;
}

type Seated = { readonly job: Job; readonly index: number; readonly seat: Seat };

/** Findings that hold on to nothing are neither a pass nor a reason to rework (REWORK-10). */
function secondOpinion(job: Job, index: number, seat: Seat): Draft {
  if (seat.secondOpinions > 0)
    return surrender(job, index, 'two critics in a row reported no finding that could be tied to the code');
  return retry(job, index, 'second_opinion', 'none of its findings could be tied to the code');
}

/** A pass without scores is asked for them once. A second one is the critic's failure, so no developer pays for it. */
function askForScores({ job, index, seat }: Seated, policy: Policy, because: string): Draft {
  if (!seat.scoresAsked && seat.clarifications < policy.clarifications)
    return retry(job, index, 'scores', because);
  return surrender(job, index, `the critic passed the work without scores\n${because}`.slice(0, 1000));
}

/** Asks for a readable answer, up to the bound of clarifications. Then the agent has failed: a fresh run costs as much again. */
function askAgain({ job, index, seat }: Seated, policy: Policy, because: string): Draft {
  if (seat.clarifications < policy.clarifications) return retry(job, index, 'clarification', because);
  return { ...surrender(job, index, because), lacks: 'answer' };
}

function tryAfresh({ job, index, seat }: Seated, policy: Policy, because: string): Draft {
  if (isHopeless(seat.outcome) || seat.tries >= policy.agentTries) return surrender(job, index, because);
  return retry(job, index, 'fresh', because);
}

const STOPPED = 'the agent was stopped because the budget was reached';
const USED_UP = 'the agent used up its share of the budget';

/**
 * In a cluster an agent is stopped at its share, though there may be money left: then it is tried again with more, as
 * often as any agent is. Where the budget itself is reached it waits for that and costs no try.
 */
function afterItsShare(state: State, { job, index, seat }: Seated, policy: Policy): Draft {
  if (!policy.sharesOut || !isAffordable(state, estimate(job, policy), policy))
    return retry(job, index, 'resumed', STOPPED);
  return tryAfresh({ job, index, seat }, policy, USED_UP);
}

/**
 * Its money was gone, which is nobody's failure: it starts afresh once the budget reaches for it, and until then the
 * budget itself keeps it waiting. One that was stopped without having cost anything could go on like that for ever.
 */
function isStoppedForMoney(outcome: ResultEvent, { budget, ticketBudget }: Policy): boolean {
  if (outcome.type !== 'agent_failed' || outcome.trouble !== 'budget') return false;
  const { usd, tokens } = outcome.used;
  const costs: Budget = { usd: usd > 0 ? budget.usd : null, tokens: tokens > 0 ? budget.tokens : null };
  return isBounded(costs) || (usd > 0 && isBounded(ticketBudget));
}

/** A login that failed fails again. */
function isHopeless(outcome: ResultEvent | null): boolean {
  return outcome?.type === 'agent_failed' && outcome.trouble === 'authentication';
}

type How = Extract<Draft, { type: 'agent_retried' }>['how'];

function retry(job: Job, seat: number, how: How, because: string): Draft {
  return { type: 'agent_retried', v: 1, ticket: job.id, seat, how, because };
}

function surrender(job: Job, seat: number, because: string): Extract<Draft, { type: 'seat_given_up' }> {
  return { type: 'seat_given_up', v: 1, ticket: job.id, seat, because };
}

type Parked = { readonly job: Job; readonly index: number; readonly until: number | null };

/** Waiting for a provider costs neither a place nor a try. */
function park(state: State, parked: Parked, policy: Policy): Draft {
  const { job, index } = parked;
  const seat = job.seats[index];
  if (seat === undefined || job.stage === null || seat.parks >= policy.maxParks) {
    return surrender(job, index, `still rate-limited after waiting ${policy.maxParks} times`);
  }
  const until = parked.until ?? state.at + policy.parkMs;
  if (until - state.at > policy.maxParkMs) {
    const days = Math.floor(policy.maxParkMs / (24 * 3_600_000));
    return surrender(job, index, `its usage limit ends more than ${days} days from now`);
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
    until,
    because: 'usage limit',
  };
}
