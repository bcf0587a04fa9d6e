import type { ReviewDraft, ReviewEvent } from '../model/review-events.ts';
import { type Budget, isReached } from '../model/usage.ts';
import type { Assigned, ReviewState, roleOf } from './loop.ts';
import { hardCapRounds, nextRound } from './rounds.ts';

type Ended = Extract<ReviewEvent, { type: 'review_ended' }>;

export type ReviewPolicy = {
  /** Fresh tries after agent trouble, beside the first. */
  readonly agentTries: number;
  readonly budget: Budget;
  /** How many review each round, and all of them have to answer before anything is clean (TEAM-28). */
  readonly reviewers: number;
};

/** What comes next. `record`: write this down. `perform`: somebody has to work. `ask`: a person has to. `over`: nothing. */
export type ReviewStep =
  | { readonly kind: 'record'; readonly draft: ReviewDraft }
  | { readonly kind: 'perform'; readonly at: Assigned }
  | { readonly kind: 'take'; readonly commit: string }
  | { readonly kind: 'ask' }
  | { readonly kind: 'over' };

/**
 * The loop of seed 004 as one pure function: review, fix, review, … (LOOP-04), bounded by rounds, tries and money. It
 * ends clean only on a clean answer about the commit that counts.
 */
export function nextStep(state: ReviewState, policy: ReviewPolicy): ReviewStep {
  if (state.opened === null || state.ended !== null) return { kind: 'over' };
  if (state.at !== null) return { kind: 'perform', at: state.at };
  switch (state.last) {
    case 'review_opened':
    case 'fix_taken':
      return dispatched(state, policy, 'reviewer_dispatched', state.round + 1);
    case 'reviewer_answered':
      if (state.heard < policy.reviewers)
        return dispatched(state, policy, 'reviewer_dispatched', state.round);
      return afterAnswer(state, policy);
    case 'reviewer_failed':
      if (!state.final && state.tries <= policy.agentTries)
        return dispatched(state, policy, 'reviewer_dispatched', state.round);
      // What the others want fixed has to be fixed, whoever else does not answer.
      if (isUnclean(state)) return afterAnswer({ ...state, tries: 0 }, policy);
      return ended('unknown', state.because);
    case 'fixer_failed':
      if (state.final || state.tries > policy.agentTries) return escalated(state, state.because);
      return dispatched(state, policy, 'fixer_dispatched', state.round);
    case 'fixer_delivered':
      if (state.delivered === null || state.delivered === state.head)
        return escalated({ ...state, delivered: null }, 'the fixer changed nothing');
      return { kind: 'take', commit: state.delivered };
    case 'review_stale':
      return ended('unknown', state.because);
    case 'review_escalated':
      return { kind: 'ask' };
    case 'review_decided':
      return afterDecision(state, policy);
    // Whoever was sent is at work, which was looked at above.
    case 'reviewer_dispatched':
    case 'fixer_dispatched':
    case 'review_ended':
    case null:
      return { kind: 'over' };
  }
}

function isUnclean({ heard, answers }: ReviewState): boolean {
  return heard > 0 && (answers.at(-1)?.mustFix ?? 0) > 0;
}

function afterAnswer(state: ReviewState, policy: ReviewPolicy): ReviewStep {
  const answer = state.answers.at(-1);
  if (answer === undefined || answer.commit !== state.head)
    return ended('unknown', 'the answer is about another commit');
  const next = nextRound({ ...answer, round: state.round, maxRounds: state.maxRounds });
  const missing = policy.reviewers - state.heard;
  if (next === 'clean' && missing > 0)
    return ended('unknown', `${missing} of ${policy.reviewers} reviewers did not answer`);
  if (next === 'clean') return ended('clean', 'nothing has to be fixed');
  if (state.opened?.fix !== true) return ended('unclean', `${answer.mustFix} to fix`);
  if (next !== 'fix')
    return escalated(state, `after ${state.round} rounds ${answer.mustFix} still have to be fixed`);
  if (answer.induced > answer.fixed && state.round > 1)
    return escalated(state, `fixing brought ${answer.induced} new findings and mended ${answer.fixed}`);
  return dispatched(state, policy, 'fixer_dispatched', state.round);
}

function afterDecision(state: ReviewState, policy: ReviewPolicy): ReviewStep {
  const { choice = 'manual', by = '', why = '' } = state.choice ?? {};
  const said = `${by}${why === '' ? '' : `: ${why}`}`;
  if (choice === 'accept') return ended('accepted', said);
  if (choice === 'manual' || state.round >= hardCapRounds) return ended('blocked', said);
  return dispatched({ ...state, tries: 0 }, policy, 'fixer_dispatched', state.round);
}

function dispatched(
  state: ReviewState,
  { budget }: ReviewPolicy,
  type: keyof typeof roleOf,
  round: number,
): ReviewStep {
  if (isReached(state.spent, budget)) {
    const because = 'the budget is used up';
    return { kind: 'record', draft: { type: 'review_ended', status: 'unknown', because, limit: true } };
  }
  const { run, tries, head, heard } = state;
  const draft = { run: run + 1, round, try: tries, commit: head };
  if (type !== 'reviewer_dispatched') return { kind: 'record', draft: { type, ...draft } };
  const seat = round === state.round ? heard : 0;
  return { kind: 'record', draft: { type, ...draft, ...(seat === 0 ? {} : { seat }) } };
}

function escalated(state: ReviewState, because: string): ReviewStep {
  return { kind: 'record', draft: { type: 'review_escalated', round: state.round, because } };
}

function ended(status: Ended['status'], because: string): ReviewStep {
  return { kind: 'record', draft: { type: 'review_ended', status, because, limit: false } };
}
