import { isJudgesMistake, type ResultEvent } from '../../model/events.ts';
import type { CriticName } from '../../model/provenance.ts';
import { addSpend, nothingSpent, subtractSpend, type Spend } from '../../model/usage.ts';
import { advanceChain, moveTip } from '../chain.ts';
import { foldReviewResult } from './fold-review.ts';
import { letThrough, rememberFlakes, rememberValidated, takeCandidate } from '../kept-gates.ts';
import { freshSeat, noEvidence, withSeat } from '../job.ts';
import type { Job, NextJob, Seat } from '../job.ts';
import { settleDependents } from '../dependents.ts';
import { isAnswerTo, nonsense } from '../answers.ts';
import { criticOf, withPass } from '../track-record.ts';
import { putJob } from '../put-job.ts';
import { atBaseIn } from '../red-at-base.ts';
import { isTipCheck, jobNamed } from '../state.ts';
import type { Next } from '../state.ts';

type Scored = Extract<ResultEvent, { type: 'audit_scored' }>;
type Validated = Extract<ResultEvent, { type: 'validation_passed' }>;
type Surveyed = Extract<ResultEvent, { type: 'survey_done' }>;

/** A result counts only for the run that the seat is waiting for; anything else is noted and changes nothing. */
export function foldResult(next: Next, event: ResultEvent): void {
  const job = jobNamed(next, event.ticket);
  const index = job === undefined ? -1 : seatOf(job, event.run);
  const seat = job?.seats[index];
  if (job === undefined || seat === undefined) {
    next.ignored += 1;
    return;
  }
  next.running -= 1;
  next.spent = addSpend(next.spent, event.used);
  if (event.meter !== undefined)
    next.estimated = addSpend(next.estimated, estimatedIn(event.used, event.meter));
  next.reserved = subtractSpend(next.reserved, seat.reserved);
  const worked = seat.state === 'running' ? event.at - seat.since : 0;
  const counted = isAnswerTo(job, seat, event) ? event : nonsense(event);
  const done: Seat = { ...seat, state: 'done', reserved: nothingSpent, outcome: counted };
  const told: NextJob = {
    ...job,
    seats: withSeat(job.seats, index, done),
    spent: addSpend(job.spent, event.used),
    busy: job.busy + worked,
  };
  if (job.stage === 'review' && worked > job.reviewMs) told.reviewMs = worked;
  if (counted.type === 'critic_pass' || counted.type === 'critic_fail') told.score = lowestScore(told);
  if (counted.type === 'baseline_measured' && !isTipCheck(job.id)) next.atBase = atBaseIn(counted);
  if (told.review !== null) foldReviewResult(next, told, told.review, counted);
  else if (isTelling(counted)) learn(next, told, counted, index);
  if ('evidence' in counted && counted.evidence !== undefined)
    told.evidence = { ...told.evidence, checks: counted.evidence };
  if ('flaky' in counted) rememberFlakes(next, job, counted.flaky);
  putJob(next, told);
  if (counted.type === 'task_complete') settleDependents(next, told.index);
}

/** Of the critics who have answered; null where none of them gave scores. */
function lowestScore({ seats }: Job): number | null {
  const scores = seats.flatMap(({ outcome }) =>
    outcome?.type === 'critic_pass' || outcome?.type === 'critic_fail' ? (outcome.score ?? []) : [],
  );
  return scores.length === 0 ? null : Math.min(...scores);
}

/** The seat that waits for this run; -1 if none does. */
function seatOf({ seats }: Job, run: number): number {
  for (let index = 0; index < seats.length; index++) {
    const seat = seats[index];
    if (seat?.run === run && (seat.state === 'running' || seat.state === 'parked')) return index;
  }
  return -1;
}

function estimatedIn(used: Spend, meter: NonNullable<ResultEvent['meter']>): Spend {
  return {
    usd: meter.usd === 'estimated' ? used.usd : 0,
    tokens: meter.tokens === 'estimated' ? used.tokens : 0,
  };
}

/** Results that say something about the job itself. All others are told by the outcome in their seat alone. */
const tellingTypes = [
  'developer_ready_for_review',
  'validation_passed',
  'critic_pass',
  'claim_confirmed',
  'claim_refuted',
  'merged',
  'landing_gate_passed',
  'task_complete',
  'foreign_tip_found',
  'wait_over',
  'survey_done',
  'audit_scored',
] as const;

type Telling = Extract<ResultEvent, { type: (typeof tellingTypes)[number] }>;

const telling: ReadonlySet<string> = new Set(tellingTypes);

function isTelling(event: ResultEvent): event is Telling {
  return telling.has(event.type);
}

function learn(next: Next, job: NextJob, event: Telling, seat: number): void {
  switch (event.type) {
    case 'developer_ready_for_review':
      job.commit = event.commit;
      job.tree = event.tree;
      job.mergedFrom = null;
      job.evidence = noEvidence;
      return;
    case 'validation_passed':
      rememberValidated(next, event);
      return validated(job, event);
    case 'critic_pass':
      next.critics = withPass(next.critics, criticOf(event));
      return reviewed(job);
    case 'claim_confirmed':
      if (event.claim === 'audit_pass') job.evidence = { ...job.evidence, audited: job.commit };
      else {
        const { infrastructure } = next;
        const confirmed = [...infrastructure.confirmed, event.run];
        next.infrastructure = { ...infrastructure, confirmed };
      }
      return;
    case 'claim_refuted':
      if (isJudgesMistake(event)) job.evidence = { ...job.evidence, refuted: job.evidence.refuted + 1 };
      return;
    case 'merged':
      return takeCandidate(next, job, event);
    case 'landing_gate_passed':
      return letThrough(next, job, event);
    case 'task_complete':
      moveTip(next, event);
      next.unproved = job.evidence.spared;
      return landed(next, job);
    case 'foreign_tip_found':
      next.phase = 'ended';
      next.status = 'conflict';
      return;
    case 'wait_over':
      return waited(job, seat);
    case 'survey_done':
      return surveyed(job, event);
    case 'audit_scored':
      return scored(job, event);
  }
}

/** Checks that ran on another commit than the one at hand prove nothing about it. */
function validated(job: NextJob, { commit, tree, spared = [] }: Validated): void {
  if (commit !== job.commit) return;
  job.evidence = { ...job.evidence, validated: commit, validatedTree: tree, spared };
}

/** Reviewed means that every critic asked has passed this very commit. */
function reviewed(job: NextJob): void {
  const passedBy: CriticName[] = [];
  for (const { outcome } of job.seats) {
    if (outcome?.type !== 'critic_pass' || outcome.commit !== job.commit) return;
    passedBy.push(criticOf(outcome));
  }
  job.evidence = { ...job.evidence, reviewed: job.commit, passedBy };
}

function waited(job: NextJob, index: number): void {
  const seat = job.seats[index] ?? freshSeat;
  job.seats = withSeat(job.seats, index, { ...seat, state: 'waiting', outcome: null });
  if (job.stage !== 'develop') return;
  job.status = job.attempt === 0 ? 'queued' : 'needs_revision';
  job.blocked = null;
}

/** From here on the audit is about this commit, whatever lands meanwhile. */
function surveyed(job: NextJob, { requirements, commit }: Surveyed): void {
  if (job.audit === null) return;
  job.commit = commit ?? null;
  job.audit = { ...job.audit, requirements };
}

/** A round that was discarded leaves the audit as the round before it did. */
function scored(job: NextJob, event: Scored): void {
  if (job.audit === null) return;
  const { move, groups, kept, overall, health = null, asks, failing = 0, failOn = null } = event;
  const now = kept ? { score: overall, health, failing, failOn } : {};
  job.audit = { ...job.audit, move, groups, asks: asks ?? null, allowed: false, ...now };
}

function landed(next: Next, job: NextJob): void {
  advanceChain(next, job);
  if (job.kind === 'ticket') countLanded(next, job.index);
  job.status = 'completed';
  job.stage = null;
  job.seats = [];
  job.holds = false;
  job.candidate = null;
  // Stopped too late: what has landed is landed.
  job.stop = null;
}

function countLanded(next: Next, ticket: number): void {
  const milestone = next.plan.tickets[ticket]?.milestone ?? -1;
  const last = next.scopes.length - 1;
  next.scopes = next.scopes.map((scope, index) =>
    index === milestone || index === last ? { ...scope, landed: scope.landed + 1 } : scope,
  );
}
