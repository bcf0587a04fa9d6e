import type { ReviewChoice, ReviewEvent } from '../model/review-events.ts';
import { addSpend, nothingSpent, type Spend } from '../model/usage.ts';
import { grantRound } from './rounds.ts';

type Opened = Extract<ReviewEvent, { type: 'review_opened' }>;
type Answered = Extract<ReviewEvent, { type: 'reviewer_answered' }>;
type Ended = Extract<ReviewEvent, { type: 'review_ended' }>;

type RoundOutcome = Omit<Answered, 'type' | 'v' | 'seq' | 'at'> & {
  readonly round: number;
  readonly commit: string;
};

export type Assigned = {
  readonly role: 'reviewer' | 'fixer';
  readonly run: number;
  readonly round: number;
  readonly try: number;
  readonly commit: string;
  /** Which reviewer of the round it is, from 0; 0 for a fixer. */
  readonly seat: number;
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
  /** One for each round: what it came to with everybody who answered. */
  readonly answers: readonly RoundOutcome[];
  /** Reviewers of the round who answered. */
  readonly heard: number;
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
  heard: 0,
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
    case 'fixer_dispatched': {
      const { type, run, round, commit, try: tries } = event;
      const seat = 'seat' in event ? (event.seat ?? 0) : 0;
      const at: Assigned = { role: roleOf[type], run, round, try: tries, commit, seat };
      const heard = round === state.round ? state.heard : 0;
      return { ...now, last: type, run: Math.max(state.run, run), round, at, tries, heard, question: null };
    }
    case 'reviewer_answered':
      return isAwaited && state.at.role === 'reviewer' ? reviewed(now, event, state.at) : now;
    case 'reviewer_failed':
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

export const roleOf = {
  reviewer_dispatched: 'reviewer',
  fixer_dispatched: 'fixer',
} as const;

/** Each reviewer of a round says what it comes to with all who were heard before. */
function reviewed(state: ReviewState, event: Answered, { round, commit }: Assigned): ReviewState {
  const before = state.heard > 0 ? state.answers.slice(0, -1) : state.answers;
  return {
    ...settled(state, event.used),
    last: event.type,
    tries: 0,
    answers: [...before, { ...event, round, commit }],
    heard: state.heard + 1,
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

/** Where the branch may stand without anybody else having moved it: a fix may be there before that is on record. */
export function ownCommits({ opened, commits, delivered }: ReviewState): readonly string[] {
  return [opened?.head ?? '', ...commits, ...(delivered === null ? [] : [delivered])];
}
