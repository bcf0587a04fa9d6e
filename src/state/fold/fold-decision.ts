import type { Event, Stage, Status } from '../../model/events.ts';
import { leaveChain, leaveLanding } from '../chain.ts';
import { doomDependents, settleDependents } from '../dependents.ts';
import { auditEntering, seatsFor } from '../enter-stage.ts';
import { reviveReopened } from './fold-steering.ts';
import { freshSeat, isMergeReview, noEvidence, withSeat } from '../job.ts';
import { movedInChain } from '../kept-gates.ts';
import type { Job, Seat } from '../job.ts';
import { putJob } from '../put-job.ts';
import { removed } from '../rank-set.ts';
import { jobAt, jobNamed } from '../state.ts';
import { withOverturned } from '../track-record.ts';
import type { Next } from '../state.ts';
import { at, replaced } from '../vector.ts';

type DecisionEvent = Extract<
  Event,
  {
    type:
      | 'ticket_routed'
      | 'agent_retried'
      | 'seat_given_up'
      | 'ticket_sent_back'
      | 'ticket_escalated'
      | 'ticket_blocked'
      | 'workflow_failed'
      | 'dependency_added'
      | 'judges_disagreed';
  }
>;
type Of<Type extends DecisionEvent['type']> = Extract<DecisionEvent, { type: Type }>;

export function foldDecision(next: Next, event: DecisionEvent): void {
  const job = jobNamed(next, event.ticket);
  if (job === undefined) return;
  switch (event.type) {
    case 'ticket_routed':
      return routed(next, job, event);
    case 'agent_retried':
      return retried(next, job, event);
    case 'seat_given_up':
      return givenUp(next, job, event);
    case 'ticket_sent_back':
      return sentBack(next, job, event);
    case 'ticket_escalated':
      return escalated(next, job, event);
    case 'ticket_blocked':
      return blocked(next, job, event);
    case 'workflow_failed':
      return failed(next, job, event);
    case 'dependency_added':
      return waitsFor(next, job, event);
    case 'judges_disagreed':
      next.critics = withOverturned(next.critics, event);
  }
}

const statusByStage: Readonly<Record<Stage, Status>> = {
  baseline: 'validating',
  develop: 'queued',
  validate: 'validating',
  review: 'reviewing',
  audit: 'auditing',
  confirm: 'auditing',
  merge: 'landing',
  gate: 'landing',
  land: 'landing',
  survey: 'auditing',
  recover: 'auditing',
  reconcile: 'auditing',
  team: 'auditing',
  score: 'auditing',
};

function routed(next: Next, job: Job, event: Of<'ticket_routed'>): void {
  const answered = withAnswer(movedInChain(next, job, event), event.stage);
  const onTheWay = event.stage === 'review' ? withMergeUnderReview(answered) : answered;
  if (job.kind === 'fix' && event.stage === 'merge') landRound(next, job);
  reviveReopened(next, job);
  putJob(next, {
    ...onTheWay,
    // Evidence from here on is about this commit, also where a merge made it.
    mergedFrom: event.stage === 'validate' ? null : onTheWay.mergedFrom,
    audit: auditEntering(next, onTheWay, event.stage),
    stage: event.stage,
    seats: seatsFor(onTheWay, event),
    status: statusIn(onTheWay, event),
    blocked: null,
    claim: event.claim,
    question: null,
    answer: null,
    reason: event.because,
  });
}

/** The round was kept: from now on its audit waits for the fixes to land. */
function landRound(next: Next, fix: Job): void {
  const owner = jobAt(next, fix.owner);
  if (owner.audit === null || owner.audit.phase === 'landing') return;
  putJob(next, { ...owner, stage: null, seats: [], audit: { ...owner.audit, phase: 'landing' } });
}

function statusIn(job: Job, event: Of<'ticket_routed'>): Status {
  if (event.stage === 'develop' && job.attempt > 0) return 'needs_revision';
  if (event.stage === 'confirm' && event.claim === 'infra_blocked') return 'validating';
  return statusByStage[event.stage];
}

/** A person's answer takes effect with the decision that follows it. */
function withAnswer(job: Job, stage: Stage): Job {
  const answer = job.answer;
  if (answer?.choice === 'retry' && !isAnotherRound(answer.reason))
    return { ...job, repeats: job.repeats + 1 };
  // Work that is judged by a new text is another round of judging, and the same attempt.
  if (answer?.choice === 'retry')
    return stage === 'validate' ? { ...job, grants: job.grants + 1 } : withAnotherRound(job);
  // The person may have said to deliver the work as it is, so the same commit is judged again.
  if (answer?.choice === 'answer') return { ...job, rejected: null };
  if (answer?.choice !== 'accept') return job;
  return { ...job, evidence: { ...job.evidence, accepted: { by: answer.by, why: answer.why } } };
}

/** Only a bound that the work itself has reached makes a retry another round of work. */
function isAnotherRound(reason: string): boolean {
  return reason.endsWith('_limit');
}

function withAnotherRound(job: Job): Job {
  return {
    ...job,
    grants: job.grants + 1,
    attempt: job.attempt + 1,
    rejected: job.commit,
    mergedFrom: null,
    evidence: noEvidence,
  };
}

/** The merge changed files the ticket changed too, so the critic judges the merge; it uses up a landing retry. */
function withMergeUnderReview(job: Job): Job {
  if (job.candidate === null) return job;
  // The checks have passed on the merged tree: where nothing lands meanwhile they need not run again.
  const validatedTree = job.candidate.gated ? job.candidate.tree : job.evidence.validatedTree;
  return {
    ...job,
    commit: job.candidate.commit,
    tree: job.candidate.tree,
    mergedFrom: job.mergedFrom ?? job.commit,
    candidate: null,
    failures: { ...job.failures, landing: job.failures.landing + 1 },
    evidence: { ...job.evidence, reviewed: null, validatedTree },
  };
}

function retried(next: Next, job: Job, event: Of<'agent_retried'>): void {
  const seat = job.seats[event.seat];
  if (seat === undefined) return;
  const again: Seat = { ...seat, ...retryCounters(seat, event.how), state: 'waiting', outcome: null };
  const status = job.stage === 'develop' ? waitingStatus(job) : job.status;
  putJob(next, { ...job, seats: withSeat(job.seats, event.seat, again), status, reason: event.because });
}

function retryCounters(seat: Seat, how: Of<'agent_retried'>['how']): Partial<Seat> {
  switch (how) {
    case 'clarification':
      return { clarifications: seat.clarifications + 1 };
    case 'scores':
      return { clarifications: seat.clarifications + 1, scoresAsked: true };
    case 'fresh':
      return { tries: seat.tries + 1, clarifications: 0 };
    case 'second_opinion':
      return { secondOpinions: seat.secondOpinions + 1, tries: 0, clarifications: 0 };
    case 'resumed':
      return {};
  }
}

function waitingStatus(job: Job): Status {
  return job.attempt === 0 ? 'queued' : 'needs_revision';
}

/** No outcome at all: the seat counts as having given no report. */
function givenUp(next: Next, job: Job, event: Of<'seat_given_up'>): void {
  const seat = job.seats[event.seat];
  if (seat === undefined) return;
  const done: Seat = { ...seat, state: 'done', outcome: null, gaveUp: event };
  putJob(next, { ...job, seats: job.seats.with(event.seat, done) });
}

function sentBack(next: Next, job: Job, event: Of<'ticket_sent_back'>): void {
  leaveLanding(next, job, event);
  putJob(next, {
    // The review of a merge was counted when it began.
    ...counted(job, isMergeReview(job) ? null : event.kind),
    sentBackFor: event.kind,
    attempt: event.kind === 'landing' ? job.attempt : job.attempt + 1,
    stage: 'develop',
    seats: [freshSeat],
    status: 'needs_revision',
    blocked: null,
    claim: null,
    rejected: job.commit,
    mergedFrom: null,
    candidate: null,
    evidence: noEvidence,
    reason: event.because,
  });
}

/** No counter is ever reset, and each kind has its own (REWORK-04). */
function counted(job: Job, kind: keyof Job['failures'] | null): Job {
  if (kind === null) return job;
  return { ...job, failures: { ...job.failures, [kind]: job.failures[kind] + 1 }, sentBackFor: kind };
}

function escalated(next: Next, job: Job, event: Of<'ticket_escalated'>): void {
  leaveLanding(next, job, event);
  putJob(next, {
    ...counted(job, event.kind),
    status: 'escalated',
    blocked: null,
    holds: false,
    candidate: null,
    question: { id: event.seq, reason: event.reason, options: event.options },
    answer: null,
    reason: event.because,
  });
}

function blocked(next: Next, job: Job, event: Of<'ticket_blocked'>): void {
  leaveChain(next, job, event.because);
  const doomed = event.why === 'dependency';
  putJob(next, {
    ...job,
    status: 'blocked',
    blocked: event.why,
    holds: false,
    stage: doomed ? null : job.stage,
    seats: doomed ? [] : job.seats,
    question: questionWhile(event),
    questions: job.questions + (event.why === 'question' ? 1 : 0),
    answer: null,
    reason: event.because,
  });
  if (!doomed) return;
  next.doomed = removed(next.doomed, job.index);
  doomDependents(next, job.index);
}

function questionWhile({ why, seq }: Of<'ticket_blocked'>): Job['question'] {
  if (why === 'question') return { id: seq, reason: 'question', options: ['answer', 'fail'] };
  return why === 'manual' ? { id: seq, reason: 'manual', options: ['fail'] } : null;
}

function failed(next: Next, job: Job, event: Of<'workflow_failed'>): void {
  leaveLanding(next, job, { kind: event.kind, because: event.reason });
  next.failed += 1;
  next.doomed = removed(next.doomed, job.index);
  if (next.infrastructure.remediation === job.index) {
    next.infrastructure = { ...next.infrastructure, remediation: -1 };
  }
  putJob(next, {
    ...counted(job, event.kind),
    status: 'failed',
    blocked: null,
    stage: null,
    seats: [],
    holds: false,
    candidate: null,
    question: null,
    answer: null,
    reason: stopWords(job) ?? event.reason,
  });
  if (job.stop?.released === true) settleDependents(next, job.index);
  else doomDependents(next, job.index);
}

function stopWords({ stop }: Job): string | undefined {
  return stop === null ? undefined : `${stop.how} by ${stop.by}: ${stop.why}`.slice(0, 400);
}

function waitsFor(next: Next, job: Job, event: Of<'dependency_added'>): void {
  const on = jobNamed(next, event.on);
  if (on === undefined) return;
  next.dependents = replaced(next.dependents, on.index, [
    ...(at(next.dependents, on.index) ?? []),
    job.index,
  ]);
  putJob(next, {
    ...job,
    status: 'blocked',
    blocked: 'dependency',
    stage: 'develop',
    seats: [freshSeat],
    holds: false,
    waits: job.waits + 1,
    waitingOn: job.waitingOn + 1,
    reason: `waits for ${event.on}`,
  });
}
