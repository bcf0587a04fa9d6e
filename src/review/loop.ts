import type { ReviewChoice, ReviewDraft, ReviewEvent } from '../model/review-events.ts';
import type { Budget, Spend } from '../model/usage.ts';
import { addSpend, isReached, nothingSpent } from '../model/usage.ts';
import { grantRound, hardCapRounds, nextRound } from './rounds.ts';

type Opened = Extract<ReviewEvent, { type: 'review_opened' }>;
type Answered = Extract<ReviewEvent, { type: 'reviewer_answered' }>;
type Ended = Extract<ReviewEvent, { type: 'review_ended' }>;

type Judged = Extract<ReviewEvent, { type: 'critic_answered' }>;

type RoundOutcome = Omit<Answered | Judged, 'type' | 'v' | 'seq' | 'at'> & {
  readonly round: number;
  readonly commit: string;
};

export type Assigned = {
  readonly role: 'reviewer' | 'critic' | 'fixer';
  readonly run: number;
  readonly round: number;
  readonly try: number;
  readonly commit: string;
};

/** Where the newest review of a branch stands: the fold of its events. */
export type ReviewState = {
  readonly seq: number;
  /** The newest run number ever given out, over all reviews of the branch. */
  readonly run: number;
  readonly opened: Opened | null;
  readonly round: number;
  readonly maxRounds: number;
  /** The commit that counts: the reviewed one, then each fix that was taken. */
  readonly head: string;
  /** Who is at work. */
  readonly at: Assigned | null;
  /** Failed tries of the role whose turn it is. */
  readonly tries: number;
  readonly answers: readonly RoundOutcome[];
  /** Judges who answered about the last of them, and how many claims they have not settled. */
  readonly opinions: number;
  readonly undecided: number;
  readonly last: ReviewEvent['type'] | null;
  readonly because: string;
  readonly final: boolean;
  /** A fix that is delivered and not taken yet. */
  readonly delivered: string | null;
  readonly commits: readonly string[];
  readonly ref: string | null;
  /** The number of the event that asked a person; null: nobody is asked. */
  readonly question: number | null;
  readonly choice: { readonly choice: ReviewChoice; readonly by: string; readonly why: string } | null;
  readonly spent: Spend;
  readonly ended: Ended | null;
};

export const noReview: ReviewState = {
  seq: 0,
  run: 0,
  opened: null,
  round: 0,
  maxRounds: 0,
  head: '',
  at: null,
  tries: 0,
  answers: [],
  opinions: 0,
  undecided: 0,
  last: null,
  because: '',
  final: false,
  delivered: null,
  commits: [],
  ref: null,
  question: null,
  choice: null,
  spent: nothingSpent,
  ended: null,
};

/** Total: every event is a fact. A result nobody waits for changes nothing. */
export function evolveReview(state: ReviewState, event: ReviewEvent): ReviewState {
  const now = { ...state, seq: event.seq };
  const isAwaited = 'run' in event && state.at?.run === event.run;
  switch (event.type) {
    case 'review_opened':
      return opened(now, event);
    case 'reviewer_dispatched':
    case 'critic_dispatched':
    case 'fixer_dispatched': {
      const { type, run, round, commit, try: tries } = event;
      const at: Assigned = { role: roleOf[type], run, round, try: tries, commit };
      return { ...now, last: type, run: Math.max(state.run, run), round, at, tries, question: null };
    }
    case 'reviewer_answered':
      if (!isAwaited || state.at.role !== 'reviewer') return now;
      return {
        ...settled(now, event.used),
        last: event.type,
        tries: 0,
        answers: [...state.answers, { ...event, round: state.at.round, commit: state.at.commit }],
        opinions: 0,
        undecided: event.doubted ?? 0,
      };
    case 'critic_answered':
      return isAwaited && state.at.role === 'critic' ? judged(now, event) : now;
    case 'reviewer_failed':
    case 'critic_failed':
    case 'fixer_failed':
      if (!isAwaited) return now;
      return {
        ...settled(now, event.used),
        last: event.type,
        tries: state.tries + 1,
        because: event.because,
        final: event.final,
      };
    case 'fixer_delivered':
      if (!isAwaited || state.at.role !== 'fixer') return now;
      return { ...settled(now, event.used), last: event.type, tries: 0, delivered: event.commit };
    case 'fix_taken':
      return state.delivered === event.commit ? taken(now, event) : now;
    case 'review_stale':
      return { ...now, last: event.type, at: null, because: staleText(event) };
    case 'review_escalated':
      return { ...now, last: event.type, question: event.seq, because: event.because };
    case 'review_decided':
      // The first answer wins (LOOP-08).
      return state.question === null ? now : decided(now, event);
    case 'review_ended':
      return { ...now, last: event.type, at: null, question: null, ended: event };
  }
}

const roleOf = {
  reviewer_dispatched: 'reviewer',
  critic_dispatched: 'critic',
  fixer_dispatched: 'fixer',
} as const;

/** What a round came to is what is left of it after the second look. */
function judged(state: ReviewState, event: Judged): ReviewState {
  const last = state.answers.at(-1);
  if (last === undefined) return state;
  const { round, commit } = last;
  return {
    ...settled(state, event.used),
    last: event.type,
    tries: 0,
    answers: [...state.answers.slice(0, -1), { ...event, round, commit }],
    opinions: state.opinions + 1,
    undecided: event.undecided,
    because: event.because,
  };
}

type Taken = Extract<ReviewEvent, { type: 'fix_taken' }>;
type Decided = Extract<ReviewEvent, { type: 'review_decided' }>;

function taken(state: ReviewState, { type, commit, ref }: Taken): ReviewState {
  return { ...state, last: type, delivered: null, head: commit, ref, commits: [...state.commits, commit] };
}

function decided(state: ReviewState, { type, choice, by, why }: Decided): ReviewState {
  const maxRounds = choice === 'retry' ? grantRound(state.maxRounds) : state.maxRounds;
  return { ...state, last: type, question: null, choice: { choice, by, why }, maxRounds };
}

function opened(state: ReviewState, event: Opened): ReviewState {
  const { seq, run } = state;
  return {
    ...noReview,
    seq,
    run,
    opened: event,
    last: event.type,
    maxRounds: event.rounds,
    head: event.head,
  };
}

function settled(state: ReviewState, used: Spend): ReviewState {
  return { ...state, at: null, spent: addSpend(state.spent, used) };
}

function staleText({ was, is }: { readonly was: string; readonly is: string }): string {
  return `the branch moved from ${was.slice(0, 12)} to ${is.slice(0, 12)} during the review: what was judged is not what is there`;
}

export type ReviewPolicy = {
  /** Fresh tries after agent trouble, beside the first. */
  readonly agentTries: number;
  readonly budget: Budget;
  /** How many are asked, at most, whether a reviewer's findings hold. */
  readonly judges: number;
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
    case 'critic_answered':
      if (state.undecided > 0 && state.opinions < policy.judges)
        return dispatched(state, policy, 'critic_dispatched', state.round);
      return afterAnswer(state, policy);
    case 'critic_failed':
      // Nobody refuted what is left: it stays.
      if (state.final || state.tries > policy.agentTries) return afterAnswer({ ...state, tries: 0 }, policy);
      return dispatched(state, policy, 'critic_dispatched', state.round);
    case 'reviewer_failed':
      if (state.final || state.tries > policy.agentTries) return ended('unknown', state.because);
      return dispatched(state, policy, 'reviewer_dispatched', state.round);
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
    case 'critic_dispatched':
    case 'fixer_dispatched':
    case 'review_ended':
    case null:
      return { kind: 'over' };
  }
}

function afterAnswer(state: ReviewState, policy: ReviewPolicy): ReviewStep {
  const answer = state.answers.at(-1);
  if (answer === undefined || answer.commit !== state.head)
    return ended('unknown', 'the answer is about another commit');
  const next = nextRound({ ...answer, round: state.round, maxRounds: state.maxRounds });
  if (next === 'unreviewed') return ended('unknown', state.because);
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
  const { run, tries, head } = state;
  return { kind: 'record', draft: { type, run: run + 1, round, try: tries, commit: head } };
}

function escalated(state: ReviewState, because: string): ReviewStep {
  return { kind: 'record', draft: { type: 'review_escalated', round: state.round, because } };
}

function ended(status: Ended['status'], because: string): ReviewStep {
  return { kind: 'record', draft: { type: 'review_ended', status, because, limit: false } };
}

/** Where the branch may stand without anybody else having moved it: a fix may be there before that is on record. */
export function ownCommits({ opened, commits, delivered }: ReviewState): readonly string[] {
  return [opened?.head ?? '', ...commits, ...(delivered === null ? [] : [delivered])];
}
