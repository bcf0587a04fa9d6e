import type { AssignmentEvent, Event, ResultEvent } from '../../model/events.ts';
import { grantRound } from '../../model/review.ts';
import { nothingSpent, subtractSpend } from '../../model/usage.ts';
import { freshSeat, newJob } from '../job.ts';
import type { Job, NextJob } from '../job.ts';
import { openJob } from '../open-job.ts';
import { putJob } from '../put-job.ts';
import type { Review } from '../review.ts';
import { jobAt, jobNamed } from '../state.ts';
import type { Next } from '../state.ts';

type Opened = Extract<Event, { type: 'review_opened' }>;
type Ended = Extract<Event, { type: 'review_ended' }>;

/** A review of a branch begins or ends, and the run with it. */
export function foldReview(next: Next, event: Opened | Ended): void {
  if (event.type === 'review_opened') return open(next, event);
  const job = jobNamed(next, event.ticket);
  if (job === undefined || job.review === null || job.review.ended !== null) return;
  // Nobody waits any more for what is still at work.
  for (const seat of job.seats) {
    if (seat.state !== 'running') continue;
    next.running -= 1;
    next.reserved = subtractSpend(next.reserved, seat.reserved);
  }
  const isPass = event.status === 'clean' || event.status === 'accepted';
  next.phase = 'ended';
  next.status = event.limit ? 'limit' : isPass ? 'completed' : 'failed';
  putJob(next, {
    ...job,
    status: isPass ? 'completed' : 'failed',
    stage: null,
    seats: [],
    question: null,
    answer: null,
    review: { ...withChoice(job, job.review), ended: event },
  });
}

/** One review at a time, and none in the run of an epic. What earlier ones used is theirs. */
function open(next: Next, event: Opened): void {
  const { length } = next.jobs;
  const isFree =
    length === 0 ? next.phase === 'idle' : (jobAt(next, length - 1).review?.ended ?? null) !== null;
  if (!isFree || jobNamed(next, event.ticket) !== undefined) return;
  next.phase = 'running';
  next.status = null;
  next.base = event.from;
  next.tip = event.head;
  next.inputs = event.inputs;
  next.runs = Math.max(1, next.runs);
  next.spent = nothingSpent;
  next.estimated = nothingSpent;
  const job = newJob(length, event.ticket, 'review');
  openJob(next, job);
  putJob(next, {
    ...job,
    // Like an audit, it stays so until it ends: the stages say what it does.
    status: 'auditing',
    stage: 'review',
    // Nobody has to come back before it is decided what comes first.
    seats: [{ ...freshSeat, state: 'done' }],
    commit: event.head,
    review: {
      opened: event,
      round: 0,
      maxRounds: event.rounds,
      head: event.head,
      tries: 0,
      answers: [],
      heard: 0,
      delivered: null,
      commits: [],
      ref: null,
      choice: null,
      ended: null,
    },
  });
}

/** A person's answer takes effect with what follows it. */
function withChoice({ answer }: Pick<Job, 'answer'>, review: Review): Review {
  if (answer === null) return review;
  const { choice, by, why } = answer;
  const maxRounds = choice === 'retry' ? grantRound(review.maxRounds) : review.maxRounds;
  return { ...review, maxRounds, choice: { choice, by, why } };
}

/** Somebody is sent: a reviewer, a fixer, or the coordinator itself to take a fix. */
export function enterRound(job: NextJob, { stage, round, try: tries }: AssignmentEvent): void {
  if (job.review === null) return;
  const heard = round === job.review.round ? job.review.heard : 0;
  job.review = { ...withChoice(job, job.review), round, tries, heard };
  job.status = 'auditing';
  job.stage = stage;
  job.question = null;
  job.answer = null;
}

/** What came back from whoever was sent; whatever is no answer is one more failed try. */
export function foldReviewResult(next: Next, job: NextJob, review: Review, event: ResultEvent): void {
  if (event.type === 'reviewer_answered') job.review = reviewed(review, event);
  else if (event.type === 'fixer_delivered') job.review = { ...review, tries: 0, delivered: event.commit };
  else if (event.type === 'fix_taken') take(next, job, review, event);
  else if (event.type === 'review_stale') job.reason = staleText(event);
  else {
    job.review = { ...review, tries: review.tries + 1 };
    if ('because' in event && event.because !== undefined) job.reason = event.because;
  }
}

function take(
  next: Next,
  job: NextJob,
  review: Review,
  { commit, ref }: Extract<ResultEvent, { type: 'fix_taken' }>,
): void {
  if (review.delivered !== commit) return;
  next.tip = commit;
  job.commit = commit;
  job.review = { ...review, delivered: null, head: commit, ref, commits: [...review.commits, commit] };
}

/** Each reviewer of a round says what it comes to with all who were heard before. */
function reviewed(review: Review, event: Extract<ResultEvent, { type: 'reviewer_answered' }>): Review {
  const { round, head: commit, answers, heard } = review;
  const before = heard > 0 ? answers.slice(0, -1) : answers;
  return { ...review, tries: 0, answers: [...before, { ...event, round, commit }], heard: heard + 1 };
}

function staleText({ was, is }: { readonly was: string; readonly is: string }): string {
  return `the branch moved from ${was.slice(0, 12)} to ${is.slice(0, 12)} during the review : the verdict is about another commit`;
}
