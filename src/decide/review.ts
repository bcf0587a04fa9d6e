import type { AssignmentEvent, Draft, ResultEvent } from '../model/events.ts';
import { count } from '../model/amounts.ts';
import { hardCapRounds, nextRound } from '../model/review.ts';
import { isReached, nothingSpent } from '../model/usage.ts';
import type { DecisionAnswer, Job, Review, State } from '../state/index.ts';
import { giveUp } from './fail.ts';
import type { Policy } from './policy.ts';

type Ended = Extract<Draft, { type: 'review_ended' }>;

type Deciding = {
  readonly state: State;
  readonly job: Job;
  readonly review: Review;
  readonly policy: Policy;
};

/**
 * The loop of seed 004: review, fix, review, … (LOOP-04), bounded by rounds, tries and money. It ends clean only on a
 * clean answer about the commit that counts.
 */
export function decideReview(state: State, job: Job, review: Review, policy: Policy): readonly Draft[] {
  const deciding = { state, job, review, policy };
  if (job.answer !== null) return [afterDecision(deciding, job.answer)];
  const outcome = job.seats[0]?.outcome ?? null;
  return [outcome === null ? sendReviewer(deciding, review.round + 1) : afterResult(deciding, outcome)];
}

function afterResult(deciding: Deciding, outcome: ResultEvent): Draft {
  const { job, review, policy } = deciding;
  if (outcome.type === 'fix_taken') return sendReviewer(deciding, review.round + 1);
  if (outcome.type === 'review_stale') return ended(job, 'unknown', job.reason);
  if (outcome.type === 'reviewer_answered') {
    const isHeard = review.heard >= review.opened.reviewers;
    return isHeard ? afterAnswer(deciding) : sendReviewer(deciding, review.round);
  }
  if (outcome.type !== 'fixer_delivered') return afterTrouble(deciding, 'final' in outcome && outcome.final);
  if (outcome.commit === review.head) return giveUp(job, asked('the fixer changed nothing'), policy);
  return assigned(deciding, { type: 'landing_started', stage: 'land' }, nothingSpent);
}

/** Nobody answered, or nothing that counts: a fresh try, or the end of what can be done without a person. */
function afterTrouble(deciding: Deciding, isFinal: boolean): Draft {
  const { job, review, policy } = deciding;
  const mayTry = !isFinal && review.tries <= policy.agentTries;
  if (job.stage !== 'review') return mayTry ? sendFixer(deciding) : giveUp(job, asked(job.reason), policy);
  if (mayTry) return sendReviewer(deciding, review.round);
  // What the others want fixed has to be fixed, whoever else does not answer.
  const isUnclean = review.heard > 0 && (review.answers.at(-1)?.mustFix ?? 0) > 0;
  if (isUnclean) return afterAnswer({ ...deciding, review: { ...review, tries: 0 } });
  return ended(job, 'unknown', job.reason);
}

function afterAnswer(deciding: Deciding): Draft {
  const { job, review, policy } = deciding;
  const answer = review.answers.at(-1);
  if (answer === undefined || answer.commit !== review.head)
    return ended(job, 'unknown', 'the answer is about another commit');
  const next = nextRound({ ...answer, round: review.round, maxRounds: review.maxRounds });
  const { reviewers, fix } = review.opened;
  const missing = reviewers - review.heard;
  if (next === 'clean' && missing > 0)
    return ended(job, 'unknown', `${missing} of ${reviewers} reviewers did not answer`);
  if (next === 'clean') return ended(job, 'clean', 'nothing has to be fixed');
  if (!fix) return ended(job, 'unclean', `findings to fix: ${answer.mustFix}`);
  if (next !== 'fix')
    return giveUp(
      job,
      asked(`findings to fix after ${count(review.round, 'round')}: ${answer.mustFix}`),
      policy,
    );
  if (answer.induced > answer.fixed && review.round > 1)
    return giveUp(
      job,
      asked(`the fixes introduced ${answer.induced} new findings and resolved ${answer.fixed}`),
      policy,
    );
  return sendFixer(deciding);
}

function afterDecision(deciding: Deciding, { choice, by, why }: DecisionAnswer): Draft {
  const { job, review } = deciding;
  const said = `${by}${why === '' ? '' : `: ${why}`}`.slice(0, 4000);
  if (choice === 'accept') return ended(job, 'accepted', said);
  if (choice !== 'retry' || review.round >= hardCapRounds) return ended(job, 'blocked', said);
  return sendFixer({ ...deciding, review: { ...review, tries: 0 } });
}

function asked(because: string): Parameters<typeof giveUp>[1] {
  return { kind: null, reason: 'review_rounds', because };
}

function sendReviewer(deciding: Deciding, round: number): Draft {
  const to = { type: 'reviewer_dispatched', stage: 'review' } as const;
  return paid({ ...deciding, review: { ...deciding.review, round } }, to, 'reviewer');
}

function sendFixer(deciding: Deciding): Draft {
  return paid(deciding, { type: 'fixer_dispatched', stage: 'develop' }, 'fixer');
}

type To = Pick<AssignmentEvent, 'stage'> & {
  readonly type: 'reviewer_dispatched' | 'fixer_dispatched' | 'landing_started';
};

function paid(deciding: Deciding, to: To, role: 'reviewer' | 'fixer'): Draft {
  const { state, job, policy } = deciding;
  if (!isReached(state.spent, policy.budget)) return assigned(deciding, to, policy.estimates[role]);
  return { ...ended(job, 'unknown', 'the budget is used up'), limit: true };
}

function assigned({ state, job, review }: Deciding, to: To, reserved: AssignmentEvent['reserved']): Draft {
  return {
    ...to,
    v: 1,
    ticket: job.id,
    run: state.runs,
    seat: 0,
    attempt: review.round - 1,
    round: review.round,
    try: review.tries,
    clarification: 0,
    commit: to.stage === 'land' ? review.delivered : review.head,
    claim: null,
    reserved,
    until: null,
    because: '',
  };
}

function ended(job: Job, status: Ended['status'], because: string): Ended {
  return { type: 'review_ended', v: 1, ticket: job.id, status, because, limit: false };
}
