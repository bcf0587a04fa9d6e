import { count } from '../model/amounts.ts';
import type { Choice, Draft, FailureKind, RepairDoubt } from '../model/events.ts';
import { failedAttempts, isMergeReview } from '../state/index.ts';
import { reviewChoices } from '../model/review.ts';
import type { Job } from '../state/index.ts';
import { strand } from './moves.ts';
import { failureLimit, mayGrant } from './policy.ts';
import type { Policy } from './policy.ts';

/** A stage failed: back to the developer, or to a person when the bound is reached. */
export function fail(job: Job, kind: FailureKind, because: string, policy: Policy): Draft {
  // No developer stands behind a branch: it goes back to whoever brought it, and the cause with it.
  if (job.adopted) return failed(job, kind, firstLine(because));
  const reason = limitReached(job, kind, policy);
  if (reason === undefined) return { type: 'ticket_sent_back', v: 1, ticket: job.id, kind, because };
  return giveUp(job, { kind, reason, because }, policy);
}

const LONGEST_REASON = 200;

function firstLine(because: string): string {
  const [line = ''] = because.split('\n');
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON - 1)}…` : line;
}

/** Which bound this failure reaches, if any (REWORK-04). Landing retries have one of their own (REWORK-08). */
function limitReached(job: Job, kind: FailureKind, policy: Policy): string | undefined {
  if (kind === 'landing') {
    // The review of a merge was counted when it began; the one while nobody else lands is the last.
    const before = isMergeReview(job) ? job.failures.landing - 1 : job.failures.landing;
    return before >= landingLimit(job, policy) ? 'landing_retry_limit' : undefined;
  }
  const limit =
    job.kind === 'remediation' ? policy.remediationAttempts + job.grants : failureLimit(policy, job.grants);
  if (job.failures[kind] + 1 >= limit) return `${kind}_failure_limit`;
  return failedAttempts(job) + 1 >= limit ? 'attempt_limit' : undefined;
}

export function landingLimit(job: Job, policy: Policy): number {
  return policy.maxLandingRetries + job.grants;
}

type End = { readonly kind: FailureKind | null; readonly reason: string; readonly because: string };

/**
 * Nothing more can be done without a person. A fix is not worth one: it fails, and the audit that asked for it says
 * what is left.
 */
export function giveUp(job: Job, end: End, policy: Policy): Draft {
  const failsByItself =
    job.kind === 'fix' || (job.kind === 'ticket' && policy.onLimit === 'fail' && end.kind !== null);
  if (failsByItself) return failed(job, end.kind, end.reason);
  return {
    type: 'ticket_escalated',
    v: 1,
    ticket: job.id,
    kind: end.kind,
    reason: end.reason,
    options: options(job, end.reason, policy),
    because: end.because,
  };
}

export function failed(job: Job, kind: FailureKind | null, reason: string): Draft {
  const counts = (wanted: FailureKind): number => job.failures[wanted] + (kind === wanted ? 1 : 0);
  return {
    type: 'workflow_failed',
    v: 1,
    ticket: job.id,
    kind,
    reason,
    reviewAttempts: counts('review'),
    auditAttempts: counts('audit'),
  };
}

/** Rounds that people grant have a bound too (LOOP-06). */
export function mayRetry(job: Job, reason: string, policy: Policy): boolean {
  return reason.endsWith('_limit') ? mayGrant(policy, job.grants) : job.repeats < policy.hardCapRounds;
}

/** Accepting a risk is only offered for work whose own checks have passed: it never replaces the gate (P1). */
function options(job: Job, reason: string, policy: Policy): Choice[] {
  const retry: Choice[] = mayRetry(job, reason, policy) ? ['retry'] : [];
  switch (job.kind) {
    case 'ticket': {
      const accept: Choice[] = job.commit !== null && isValidated(job) ? ['accept'] : [];
      const manual: Choice[] = job.adopted ? [] : ['manual'];
      return [...retry, ...accept, ...manual, 'fail'];
    }
    case 'audit':
      return [...retry, 'accept', 'fail'];
    case 'baseline':
    case 'remediation': {
      const repair: Choice[] = isBeforeRepair(reason) && mayReturn(job, policy) ? ['repair'] : [];
      return [...retry, ...repair, 'override', 'halt'];
    }
    case 'fix':
      return ['fail'];
    case 'review':
      return [...reviewChoices(job.review?.round ?? 0)];
  }
}

export function isValidated(job: Job): boolean {
  return isAbout(job, job.evidence.validated);
}

/** Evidence about the ticket's commit, or about the one that the merge under review was made from. */
export function isAbout(job: Job, commit: string | null): boolean {
  return commit !== null && (commit === job.commit || commit === job.mergedFrom);
}

type Cause = { readonly because: string; readonly doubt?: RepairDoubt | undefined };

/** Our side broke, not the work: nobody loses an attempt, and the infrastructure is fixed first (REMEDY-01). */
export function broken(job: Job, { because, doubt }: Cause, policy: Policy): Draft {
  if (job.kind === 'remediation') return fail(job, 'validation', because, policy);
  // What only a person can repair may have been a hiccup: it is run once more before the epic waits for one.
  const [seat] = job.seats;
  if (doubt !== undefined && seat?.tries === 0 && seat.outcome?.type !== 'claim_confirmed')
    return { type: 'agent_retried', v: 1, ticket: job.id, seat: 0, how: 'fresh', because };
  if (mayReturn(job, policy)) return strand(job, because, doubt);
  return giveUp(job, { kind: null, reason: 'infrastructure', because }, policy);
}

function mayReturn(job: Job, policy: Policy): boolean {
  return job.infrastructureReturns < policy.maxInfrastructureReturns;
}

const BEFORE_REPAIR = 'base_';

/** The reason of the question whether an agent may repair the base. */
export function doubtReason({ reason }: RepairDoubt): string {
  return `${BEFORE_REPAIR}${reason}`;
}

export function isBeforeRepair(reason: string): boolean {
  return reason.startsWith(BEFORE_REPAIR);
}

/** No agent is sent to a base that it most likely cannot repair before a person has agreed (REAL-03). */
export function askBeforeRepair(job: Job, doubt: RepairDoubt, policy: Policy): Draft {
  return giveUp(job, { kind: null, reason: doubtReason(doubt), because: doubt.because }, policy);
}

/** The reason of the question what to do when two auditors in a row made a claim that does not hold. */
export const refutedAudit = 'refuted_audit';

/** An agent that answered, and whose answers could not be read, is not away. */
const unreadableAnswer = 'unreadable_answer';

export function noAnswer(job: Job, policy: Policy): Draft {
  const ungrounded = job.seats.some((seat) => seat.secondOpinions > 0);
  const unscored = job.seats.some((seat) => seat.scoresAsked && seat.gaveUp !== undefined);
  const given = job.seats.find(({ gaveUp }) => (gaveUp?.because ?? '') !== '');
  const isUnread = given?.gaveUp?.lacks === 'answer';
  const plain = isUnread ? unreadableAnswer : 'agent_unavailable';
  const reason = unscored ? 'unscored_review' : ungrounded ? 'ungrounded_review' : plain;
  const stage = job.stage ?? 'no';
  const why = given?.gaveUp === undefined ? '' : `: ${given.gaveUp.because}`;
  const asked = count((given?.clarifications ?? 0) + 1, 'time');
  const because = isUnread
    ? `no answer of the ${stage} stage could be read, asked ${asked} (see gauntlet logs ${job.id})${why}`
    : `no usable answer in ${stage} stage${why}`;
  return giveUp(job, { kind: null, reason, because: because.slice(0, 1200) }, policy);
}
