import type { Choice } from '../model/events.ts';
import type { Spend } from '../model/usage.ts';
import { jobAt } from './state.ts';
import type { State } from './state.ts';
import type { Review } from './review.ts';

/** Where the newest review of a branch stands. */
export type ReviewState = Review & {
  readonly job: string;
  /** The newest run number ever given out, over all reviews of the branch. */
  readonly run: number;
  /** The number of the event that asked a person; null: nobody is asked. */
  readonly question: number | null;
  /** What a person may answer now. */
  readonly options: readonly Choice[];
  /** The reason of the last trouble or question. */
  readonly because: string;
  readonly spent: Spend;
};

/** Returns the newest review that a journal tells of; undefined in the journal of an epic. */
export function reviewIn(state: State): ReviewState | undefined {
  const job = state.jobs.length === 0 ? undefined : jobAt(state, state.jobs.length - 1);
  if (job === undefined || job.review === null) return undefined;
  const { question, answer, reason: because, review } = job;
  return {
    ...review,
    job: job.id,
    run: state.runs - 1,
    question: question?.id ?? null,
    options: question?.options ?? [],
    // An answer counts from the moment it is recorded, before anything has come of it.
    choice: answer === null ? review.choice : { choice: answer.choice, by: answer.by, why: answer.why },
    because,
    spent: state.spent,
  };
}

/** Where the branch may stand without anybody else having moved it: a fix may be there before that is on record. */
export function ownCommits({ opened, commits, delivered }: Review): readonly string[] {
  return [opened.head, ...commits, ...(delivered === null ? [] : [delivered])];
}

/** The name of the next review of a branch. */
export function nextReview(state: Pick<State, 'jobs'>): string {
  return `review:${state.jobs.length + 1}`;
}
