import { type Draft, type Stage, reworkReasonOf } from '../model/events.ts';
import type { Role } from '../model/team.ts';
import {
  addSpend,
  fits,
  isBounded,
  isReached,
  nothingSpent,
  partOf,
  tighter,
  times,
} from '../model/usage.ts';
import type { Budget, Spend } from '../model/usage.ts';
import { at, baselineOf, first, has, inLane, jobAt, laneOf, nextReady } from '../state/index.ts';
import type { Job, Lane, Seat, State } from '../state/index.ts';
import { nextLanding } from './chain.ts';
import { giveUp } from './fail.ts';
import type { Policy } from './policy.ts';

/** Hand out work where a lane has a free place, finished work first: land, check, judge, rework, then new tickets. */
export function decideStart(state: State, policy: Policy): readonly Draft[] | undefined {
  if (state.halted !== null || state.paused !== null) return undefined;
  return (
    land(state, policy) ??
    fill(state, 'checks', policy) ??
    fill(state, 'judges', policy) ??
    develop(state, policy)
  );
}

/** Work is waiting with a free place, but the budget does not reach. */
export function isOutOfBudget(state: State, policy: Policy): boolean {
  const judge = nextInLane(state, 'judges');
  if (judge !== undefined && !isAffordable(state, estimate(judge, policy), policy)) return true;
  const developer = nextInLane(state, 'developers') ?? nextTicket(state);
  return developer !== undefined && !isAffordable(state, estimate(developer, policy), policy);
}

/** Only the head of the chain lands: the tip cannot move under it. */
function land(state: State, policy: Policy): readonly Draft[] | undefined {
  const closed = isClosed(state);
  const next = nextLanding(state, policy, (job) => !closed || job.index === state.infrastructure.remediation);
  return next === undefined ? undefined : assign(state, next.job, policy, next.onto);
}

function fill(state: State, lane: Lane, policy: Policy): readonly Draft[] | undefined {
  if (inLane(state.busy, lane) >= places(lane, state, policy)) return undefined;
  const job = nextInLane(state, lane);
  return job === undefined ? undefined : assign(state, job, policy);
}

function develop(state: State, policy: Policy): readonly Draft[] | undefined {
  const adopted = adopt(state);
  if (adopted !== undefined) return [adopted];
  if (state.busy.developers >= places('developers', state, policy)) return undefined;
  const job = nextInLane(state, 'developers') ?? nextTicket(state);
  return job === undefined ? undefined : assign(state, job, policy);
}

/** Work that exists already needs no developer: it is checked as it is (QUEUE-05). */
function adopt(state: State): Draft | undefined {
  const job = nextTicket(state);
  const adopts = job === undefined ? undefined : state.plan.tickets[job.index]?.adopts;
  if (job === undefined || adopts === undefined) return undefined;
  const { branch, commit, tree } = adopts;
  return { type: 'manual_work_found', v: 1, ticket: job.id, branch, commit, tree };
}

/** How many may work in a lane at once. */
export function places(lane: Lane, state: Pick<State, 'parallel'>, policy: Policy): number {
  switch (lane) {
    case 'developers':
      return state.parallel ?? policy.maxParallel;
    case 'judges':
      return policy.maxAgents;
    case 'checks':
      return policy.maxVerify;
    case 'lander':
      return 1;
  }
}

function nextInLane(state: State, lane: Lane): Job | undefined {
  const waiting = inLane(state.waiting, lane);
  if (waiting.size === 0) return undefined;
  if (!isClosed(state)) {
    const index = first(waiting);
    return index === undefined ? undefined : jobAt(state, index);
  }
  const baseline = baselineOf(state);
  if (baseline !== undefined && !state.infrastructure.blocked && has(waiting, baseline.index))
    return baseline;
  const { remediation } = state.infrastructure;
  return remediation !== -1 && has(waiting, remediation) ? jobAt(state, remediation) : undefined;
}

function nextTicket(state: State): Job | undefined {
  const next = nextReady(state.ready, state.overtaking);
  if (next === undefined || isClosed(state)) return undefined;
  const index = 'rank' in next ? state.jobByRank[next.rank] : at(state.ready.jobByAge, next.age);
  return index === undefined ? undefined : jobAt(state, index);
}

/** Until the base is known and sound nothing is assigned but the work that makes it so. */
function isClosed(state: State): boolean {
  return state.infrastructure.blocked || baselineOf(state)?.status !== 'completed';
}

/** Every dispatch is paid for before it happens; a budget that only gates developers is no budget (TEAM-16). */
function assign(state: State, job: Job, policy: Policy, onto?: string): readonly Draft[] | undefined {
  const reserved = estimate(job, policy);
  if (!isAffordable(state, reserved, policy)) return undefined;
  const exhausted = ticketLimit(state, job, reserved, policy);
  const seat = job.seats.findIndex((candidate) => candidate.state === 'waiting');
  if (exhausted !== undefined) return [stopAt(job, seat, exhausted, policy)];
  const asked = job.seats[seat];
  const handedOut: AssignmentDraft = Object.assign(
    handOut(state, job, seat, reserved),
    howGated(job, seat, policy),
  );
  if (onto !== undefined) return [Object.assign(handedOut, { onto })];
  const extra = policy.sharesOut ? extraFor(state, job, { seat: asked, reserved }, policy) : undefined;
  return [extra === undefined ? handedOut : { ...handedOut, extra }];
}

/** A red check is confirmed apart where others go on without it meanwhile; what is known of this tree is taken over. */
function howGated({ stage, candidate, seats }: Job, seat: number, { maxGates }: Policy): object {
  if (stage !== 'gate' || candidate === null) return {};
  const { suspect, runs } = candidate;
  const own = candidate.checks.filter((_, nth) => nth % seats.length === seat);
  return {
    ...(maxGates > 1 && !suspect && { apart: true }),
    ...(runs.length > 0 && { reuse: runs }),
    ...(seats.length > 1 && { checks: own }),
  };
}

function handOut(state: State, job: Job, seat: number, reserved: Spend): AssignmentDraft {
  const stage = job.stage ?? 'develop';
  const asked = job.seats[seat];
  const type = eventFor(job, stage);
  const assigned = {
    v: 1,
    ticket: job.id,
    run: state.runs,
    stage,
    seat,
    attempt: job.attempt,
    round: (job.audit?.round ?? job.attempt) + 1,
    try: asked?.tries ?? 0,
    clarification: asked?.clarifications ?? 0,
    commit: job.candidate?.commit ?? job.commit,
    claim: job.claim,
    reserved,
    until: null,
    because: job.reason.slice(0, 400),
  } as const;
  if (type !== 'developer_rework_dispatched' || job.sentBackFor === null) return { type, ...assigned };
  return { type, ...assigned, reason: reworkReasonOf[job.sentBackFor] };
}

/** Others may still be at work in the stage: then only this seat is given up, and the stage ends without a verdict. */
function stopAt(job: Job, seat: number, reason: string, policy: Policy): Draft {
  const alone = job.seats.every((other) => other.state === 'waiting' || other.state === 'done');
  if (alone) return giveUp(job, { kind: null, reason, because: reason }, policy);
  return { type: 'seat_given_up', v: 1, ticket: job.id, seat, because: reason };
}

/** Whether the run's budget reaches for one more beside what is set aside for others. */
export function isAffordable(state: State, more: Spend, policy: Policy): boolean {
  if (more === nothingSpent) return true;
  const taken = addSpend(addSpend(state.spent, state.reserved), policy.excess(state).all);
  // One that is taken to cost nothing may cost something after all: where nothing is left it is not tried.
  return fits(addSpend(taken, more), policy.budget) && !isReached(taken, policy.budget);
}

/** Each round that a person grants brings the same allowance again. */
function ticketLimit(state: State, job: Job, more: Spend, policy: Policy): string | undefined {
  if (job.kind !== 'ticket' || more === nothingSpent) return undefined;
  const rounds = 1 + job.grants + job.repeats;
  const budget = times(policy.ticketBudget, rounds);
  const excess = policy.excess(state).byJob.get(job.id) ?? nothingSpent;
  const taken = job.seats.reduce((sum, seat) => addSpend(sum, seat.reserved), addSpend(job.spent, excess));
  if (!fits(addSpend(taken, more), budget) || isReached(taken, budget)) return 'ticket_budget';
  return job.busy >= policy.ticketTimeout * rounds ? 'ticket_time' : undefined;
}

type Sent = { readonly seat: Seat | undefined; readonly reserved: Spend };

/**
 * Where nobody sees all meters, a part of what is left over goes with the assignment: each may use it without asking, and
 * whatever they all use stays within the budget. The rest is for those who are sent meanwhile. One that is sent again
 * gets all of it: to begin anew with as little as before, or less, would only cost the same again.
 */
function extraFor(state: State, job: Job, sent: Sent, policy: Policy): Spend | undefined {
  const { seat, reserved } = sent;
  if (reserved === nothingSpent) return undefined;
  const isAgain = (seat?.tries ?? 0) > 0;
  const taken = addSpend(addSpend(state.spent, state.reserved), reserved);
  const ofRun = partOf(policy.budget, taken, isAgain ? 1 : places('developers', state, policy) + 1);
  const bound = job.kind === 'ticket' ? tighter(ofRun, ticketPart(job, reserved, policy, isAgain)) : ofRun;
  return isBounded(bound) ? { usd: bound.usd ?? 0, tokens: bound.tokens ?? 0 } : undefined;
}

/**
 * Those who sit at one ticket share what is left of its own budget, once all who are still to be sent have their estimate:
 * who comes last must not be left without.
 */
function ticketPart(job: Job, reserved: Spend, policy: Policy, isAgain: boolean): Budget {
  const budget = times(policy.ticketBudget, 1 + job.grants + job.repeats);
  const taken = job.seats.reduce(
    (sum, seat) => addSpend(sum, seat.state === 'waiting' ? reserved : seat.reserved),
    job.spent,
  );
  return partOf(budget, taken, isAgain ? 1 : Math.max(1, job.seats.length));
}

export function estimate(job: Job, policy: Policy): Spend {
  const role = job.stage === null ? undefined : roleIn(job, job.stage);
  return role === undefined ? nothingSpent : policy.estimates[role];
}

function roleIn(job: Job, stage: Stage): Role | undefined {
  if (stage === 'develop') {
    if (job.kind === 'fix') return 'fixer';
    return job.kind === 'remediation' ? 'remediator' : 'developer';
  }
  if (stage === 'recover') return 'reviewer';
  if (stage === 'review') return 'critic';
  return laneOf(stage) === 'judges' ? 'auditor' : undefined;
}

type AssignmentDraft = Extract<Draft, { reserved: unknown }>;
type AssignmentType = AssignmentDraft['type'];

function eventFor(job: Job, stage: Stage): AssignmentType {
  if (stage !== 'develop') return eventByStage[stage];
  if (job.kind === 'fix') return 'fixer_dispatched';
  if (job.kind === 'remediation') return 'remediation_dispatched';
  const isFirst = job.attempt === 0 && job.sentBackFor === null;
  return isFirst ? 'developer_dispatched' : 'developer_rework_dispatched';
}

const eventByStage: Readonly<Record<Exclude<Stage, 'develop'>, AssignmentType>> = {
  baseline: 'baseline_started',
  validate: 'validation_started',
  review: 'critic_dispatched',
  audit: 'auditor_dispatched',
  confirm: 'claim_check_started',
  merge: 'merge_started',
  gate: 'landing_gate_started',
  land: 'landing_started',
  survey: 'survey_started',
  recover: 'recovery_dispatched',
  reconcile: 'reconciliation_dispatched',
  team: 'team_auditor_dispatched',
  score: 'scoring_started',
};
