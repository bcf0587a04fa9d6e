import type { Choice, Event } from '../model/events.ts';

type Answered = Extract<Event, { type: 'reviewer_answered' }>;

type RoundOutcome = Answered & { readonly round: number; readonly commit: string };

/** What a job that reviews a branch knows beside what every job does. */
export type Review = {
  readonly opened: Extract<Event, { type: 'review_opened' }>;
  readonly round: number;
  readonly maxRounds: number;
  /** The commit that counts: the reviewed one, then each fix that was taken. */
  readonly head: string;
  /** Failed tries of the role whose turn it is. */
  readonly tries: number;
  /** One for each round: what it came to with everybody who answered. */
  readonly answers: readonly RoundOutcome[];
  /** Reviewers of the round who answered. */
  readonly heard: number;
  /** A fix that is delivered and not taken yet. */
  readonly delivered: string | null;
  readonly commits: readonly string[];
  /** Where the last fix was put: the branch, or a ref beside it. */
  readonly ref: string | null;
  /** What a person decided last. */
  readonly choice: { readonly choice: Choice; readonly by: string; readonly why: string } | null;
  readonly ended: Extract<Event, { type: 'review_ended' }> | null;
};
