import type { ResultEvent } from '../model/events.ts';
import { addSpend, nothingSpent, subtractSpend } from '../model/usage.ts';
import type { Spend } from '../model/usage.ts';
import { freshSeat, noEvidence } from './job.ts';
import type { Job, Seat } from './job.ts';
import { settleDependents } from './dependents.ts';
import { isAnswerTo, nonsense } from './answers.ts';
import { criticOf, withPass } from './calibration.ts';
import { putJob } from './put-job.ts';
import { jobNamed } from './state.ts';
import type { Next } from './state.ts';

/** A result counts only for the run that the seat is waiting for; anything else is noted and changes nothing. */
export function foldResult(next: Next, event: ResultEvent): void {
  const job = jobNamed(next, event.ticket);
  const index = job?.seats.findIndex((seat) => seat.run === event.run && isTaken(seat)) ?? -1;
  const seat = job?.seats[index];
  if (job === undefined || seat === undefined) {
    next.ignored += 1;
    return;
  }
  next.running -= 1;
  next.spent = addSpend(next.spent, event.used);
  next.estimated = addSpend(next.estimated, estimatedIn(event));
  next.reserved = subtractSpend(next.reserved, seat.reserved);
  const worked = seat.state === 'running' ? event.at - seat.since : 0;
  const heard = isAnswerTo(job, seat, event) ? event : nonsense(event);
  const done: Seat = { ...seat, state: 'done', reserved: nothingSpent, outcome: heard };
  const charged: Job = {
    ...job,
    seats: job.seats.with(index, done),
    spent: addSpend(job.spent, event.used),
    busy: job.busy + worked,
  };
  if (isTelling(heard)) learn(next, charged, heard, index);
  else putJob(next, charged);
}

function estimatedIn({ used, meter }: ResultEvent): Spend {
  return {
    usd: meter?.usd === 'estimated' ? used.usd : 0,
    tokens: meter?.tokens === 'estimated' ? used.tokens : 0,
  };
}

function isTaken(seat: Seat): boolean {
  return seat.state === 'running' || seat.state === 'parked';
}

/** Results that say something about the job itself. All others are told by the outcome in their seat alone. */
const tellingTypes = [
  'developer_ready_for_review',
  'validation_passed',
  'critic_pass',
  'claim_confirmed',
  'merged',
  'landing_gate_passed',
  'task_complete',
  'foreign_tip_found',
  'wait_over',
  'survey_done',
  'audit_scored',
] as const;

type Surveyed = Extract<ResultEvent, { type: 'survey_done' }>;

type Telling = Extract<ResultEvent, { type: (typeof tellingTypes)[number] }>;

const telling: ReadonlySet<string> = new Set(tellingTypes);

function isTelling(event: ResultEvent): event is Telling {
  return telling.has(event.type);
}

function learn(next: Next, job: Job, event: Telling, seat: number): void {
  switch (event.type) {
    case 'developer_ready_for_review':
      return putJob(next, {
        ...job,
        commit: event.commit,
        tree: event.tree,
        mergedFrom: null,
        evidence: noEvidence,
      });
    case 'validation_passed':
      return putJob(next, validated(job, event.commit, event.tree));
    case 'critic_pass':
      next.critics = withPass(next.critics, criticOf(event));
      return putJob(next, reviewed(job));
    case 'claim_confirmed':
      return putJob(next, event.claim === 'audit_pass' ? audited(job) : job);
    case 'merged':
      return putJob(next, {
        ...job,
        candidate: {
          commit: event.commit,
          tree: event.tree,
          gated: event.tree === job.evidence.validatedTree,
        },
      });
    case 'landing_gate_passed':
      return putJob(next, gated(job, event.tree));
    case 'task_complete':
      next.tip = event.commit;
      return landed(next, job);
    case 'foreign_tip_found':
      next.phase = 'ended';
      next.status = 'conflict';
      return putJob(next, job);
    case 'wait_over':
      return putJob(next, waited(job, seat));
    case 'survey_done':
      return putJob(next, surveyed(job, event));
    case 'audit_scored':
      return putJob(next, scored(job, event.move, event.groups));
  }
}

/** Checks that ran on another commit than the one at hand prove nothing about it. */
function validated(job: Job, commit: string, tree: string): Job {
  if (commit !== job.commit) return job;
  return { ...job, evidence: { ...job.evidence, validated: commit, validatedTree: tree } };
}

/** Reviewed means that every critic asked has passed this very commit. */
function reviewed(job: Job): Job {
  const unanimous = job.seats.every(
    (seat) => seat.outcome?.type === 'critic_pass' && seat.outcome.commit === job.commit,
  );
  if (!unanimous) return job;
  const passedBy = job.seats.flatMap(({ outcome }) =>
    outcome?.type === 'critic_pass' ? [criticOf(outcome)] : [],
  );
  return { ...job, evidence: { ...job.evidence, reviewed: job.commit, passedBy } };
}

function audited(job: Job): Job {
  return { ...job, evidence: { ...job.evidence, audited: job.commit } };
}

function gated(job: Job, tree: string): Job {
  if (job.candidate === null || job.candidate.tree !== tree) return job;
  return { ...job, candidate: { ...job.candidate, gated: true } };
}

function waited(job: Job, index: number): Job {
  const seat = job.seats[index] ?? freshSeat;
  const waiting: Seat = { ...seat, state: 'waiting', outcome: null };
  const seats = job.seats.with(index, waiting);
  if (job.stage !== 'develop') return { ...job, seats };
  return { ...job, seats, status: job.attempt === 0 ? 'queued' : 'needs_revision', blocked: null };
}

/** From here on the audit is about this commit, whatever lands meanwhile. */
function surveyed(job: Job, { requirements, commit }: Surveyed): Job {
  if (job.audit === null) return job;
  return { ...job, commit: commit ?? null, audit: { ...job.audit, requirements } };
}

function scored(job: Job, move: 'passed' | 'fix' | 'stop', groups: number): Job {
  return job.audit === null ? job : { ...job, audit: { ...job.audit, move, groups } };
}

function landed(next: Next, job: Job): void {
  next.lander = -1;
  if (job.kind === 'ticket') countLanded(next, job.index);
  // Stopped too late: what has landed is landed.
  putJob(next, {
    ...job,
    status: 'completed',
    stage: null,
    seats: [],
    holds: false,
    candidate: null,
    stop: null,
  });
  settleDependents(next, job.index);
}

function countLanded(next: Next, ticket: number): void {
  const milestone = next.plan.tickets[ticket]?.milestone ?? -1;
  const last = next.scopes.length - 1;
  next.scopes = next.scopes.map((scope, index) =>
    index === milestone || index === last ? { ...scope, landed: scope.landed + 1 } : scope,
  );
}
