import type { Draft } from '../model/events.ts';
import { guessUnder, has, isStopping, isSuspect, jobAt, landingNow, members } from '../state/index.ts';
import type { Job, Seat, State } from '../state/index.ts';
import { landingLimit } from './fail.ts';
import type { Policy } from './policy.ts';

/** The next step of the chain, and the commit that its candidate is merged onto where that is not the tip. */
type Landing = { readonly job: Job; readonly onto?: string };

/** Candidates that hold one that will not land are merged anew; their runs are called off. */
export function decideVoid({ chain, jobs }: State): readonly Draft[] | undefined {
  if (chain.orphans.length === 0) return undefined;
  const orphans = chain.orphans.map((index) => jobAt({ jobs }, index));
  const runs = orphans.flatMap(({ seats }) => seats.filter(isRunning).map(({ run }) => run));
  const tickets = orphans.map(({ id }) => id);
  const { id: after, because } = chain.left;
  return [{ type: 'candidates_voided', v: 1, after, tickets, runs, because: because.slice(0, 1000) }];
}

/**
 * A decision about a candidate on a guess. Going on is free; everything else is put off until what it is merged onto has
 * landed or gone, because what happens on a guess counts against nobody.
 */
export function orAside(state: State, job: Job, policy: Policy, decidedBy: (policy: Policy) => Draft): Draft {
  const under = guessUnder(state, job);
  if (under === undefined) return decidedBy(policy);
  // No limit is reached by what is put off, so what is decided names the cause and not the limit.
  const decided = decidedBy({ ...policy, maxLandingRetries: Infinity });
  if (decided.type === 'ticket_routed' && decided.stage !== 'review') return decided;
  return { type: 'candidate_set_aside', v: 1, ticket: job.id, until: under.id, because: causeOf(decided) };
}

/** Why it was decided so, in words. The reason of a branch that goes back is its cause; others have a code. */
function causeOf(decided: Draft): string {
  if ('because' in decided && decided.because !== undefined) return decided.because;
  if (decided.type !== 'workflow_failed') return 'it does not count yet';
  return /^[a-z_]+$/.test(decided.reason) ? decided.reason.replaceAll('_', ' ') : decided.reason;
}

/** What a merge conflicts with. The candidate of a ticket that is ahead may still leave the queue. */
export function conflictWords(state: State, job: Job): string {
  const under = guessUnder(state, job);
  if (under === undefined) return 'it conflicts with landed work';
  return `it conflicts with the candidate of ${under.id}, which is ahead of it in the queue`;
}

/** The first thing that can be done for the chain: land its head, gate or merge who is seated, give another seat. */
export function nextLanding(state: State, policy: Policy, mayStart: (job: Job) => boolean) {
  const { merge, gate, land, onto } = surveyed(state, mayStart);
  if (land !== undefined) return { job: land };
  if (gate !== undefined && gatesRunning(state) < policy.maxGates)
    return withOnto(state, gate.job, gate.onto);
  if (merge !== undefined)
    return merge.seats[0]?.state === 'waiting' ? withOnto(state, merge, onto) : undefined;
  const next = nextSeat(state, policy, alone(state, policy, mayStart));
  return next === undefined ? undefined : withOnto(state, next, onto);
}

/**
 * Others landed in its files while a critic judged its merge, as often as a landing is retried. The next time nobody else
 * takes a seat until it has landed or gone back, so that passed work is never kept out by landings of others (QUEUE-03).
 */
function alone(state: State, policy: Policy, mayStart: (job: Job) => boolean): (job: Job) => boolean {
  const owner = [...members(state.remerged)].find((index) => isLastRetry(jobAt(state, index), policy));
  if (owner === undefined) return mayStart;
  const isFree = state.chain.links.length === 0;
  return (job) => mayStart(job) && (job.kind === 'remediation' || (job.index === owner && isFree));
}

/** A further merge that a critic has to judge is the last one. */
function isLastRetry(job: Job, policy: Policy): boolean {
  return job.failures.landing >= landingLimit(job, policy);
}

type Survey = {
  land?: Job;
  gate?: { readonly job: Job; readonly onto: string };
  /** The first that is not merged: whoever is behind it waits for it. */
  merge?: Job;
  /** What the next candidate is merged onto. */
  onto: string;
};

function surveyed(state: State, mayStart: (job: Job) => boolean): Survey {
  const found: Survey = { onto: state.tip };
  let isOpen = true;
  for (const { job: index, onto, on, aside } of state.chain.links) {
    const job = jobAt(state, index);
    if (aside !== null || !mayStart(job)) continue;
    const waits = job.seats.some((seat) => seat.state === 'waiting') && has(state.waiting.lander, index);
    if (job.stage === 'merge') {
      found.merge = job;
      return found;
    }
    if (job.stage === 'gate' && waits) found.gate ??= { job, onto };
    // While a red is confirmed nobody behind it lands: its verdict would be about a tip that is gone.
    isOpen &&= !isSuspect(job);
    if (job.stage === 'land' && waits && isOpen && on === -1 && onto === state.tip) found.land ??= job;
    if (job.candidate !== null && mayLand(state, job)) found.onto = job.candidate.commit;
  }
  return found;
}

/** Whether others may be merged onto its candidate. One that is landing lands, whatever a person says by now. */
function mayLand(state: State, job: Job): boolean {
  const isStaying = !isStopping(job) || job === landingNow(state);
  return isStaying && !isSuspect(job) && !needsLook(state, job);
}

/** Nobody has a seat behind it. */
export function isLast({ chain }: State, { index }: Job): boolean {
  return chain.links.at(-1)?.job === index;
}

function withOnto({ tip }: State, job: Job, onto: string): Landing {
  return onto === tip ? { job } : { job, onto };
}

function gatesRunning(state: State): number {
  const jobs = state.chain.links.map(({ job }) => jobAt(state, job));
  return jobs.flatMap(({ stage, seats }) => (stage === 'gate' ? seats.filter(isRunning) : [])).length;
}

function isRunning({ state }: Seat): boolean {
  return state === 'running';
}

/** As many as a stage can have. */
const MOST_SEATS = 15;

/** Its checks run side by side, each in a seat of its own, where there is room for more than one. */
export function gateSeats({ candidate }: Job, { maxGates }: Policy): number {
  if (candidate === null || maxGates === 1 || candidate.runs.length > 0) return 1;
  return Math.min(MOST_SEATS, Math.max(1, candidate.checks.length));
}

/** The first who waits without a seat, where there is one left. A repair takes none from anybody: all others have stopped. */
function nextSeat(state: State, policy: Policy, mayStart: (job: Job) => boolean): Job | undefined {
  const { links } = state.chain;
  for (const index of members(state.waiting.lander)) {
    const job = jobAt(state, index);
    if (!mayStart(job) || links.some((link) => link.job === index)) continue;
    const isFree =
      job.kind === 'remediation'
        ? links.every((link) => isAtRest(jobAt(state, link.job)))
        : links.length < policy.window && isLikely(state, policy);
    return isFree ? job : undefined;
  }
  return undefined;
}

/** Seated with no candidate, and none being made. */
function isAtRest({ candidate, seats }: Job): boolean {
  return candidate === null && seats[0]?.state === 'waiting';
}

/** Whether all that are seated will most likely land, by how many gates were red of late. */
function isLikely({ chain }: State, { confidence }: Policy): boolean {
  return (1 - chain.red / chain.seen) ** chain.links.length >= confidence;
}

/** The merge changes files that the ticket changed itself: a critic judges it before it may land (REAL-08). */
export function needsLook(state: State, job: Job): boolean {
  return job.candidate?.overlapping === true && isJudged(state, job) && job.evidence.accepted === null;
}

/** Only a ticket may have review switched off (EPIC-10); fixes and remediations never (P10). */
export function isJudged(state: State, job: Job): boolean {
  return job.kind !== 'ticket' || state.plan.tickets[job.index]?.review !== false;
}
