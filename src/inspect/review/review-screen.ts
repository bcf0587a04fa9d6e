import type { Mailbox } from '../../ports/journal.ts';
import type { RunningPrograms } from '../../project/running-programs.ts';
import type { ReviewInputs } from '../../run/index.ts';
import type { ReviewState } from '../../state/index.ts';

/** What is seen of programs while a command works that has no board: a line each, or one a minute. */
export type StepView = {
  readonly programs: RunningPrograms;
  /** A line of our own that stays. */
  note(text: string): void;
  close(): void;
};

export type AskHere = {
  /** Told where the review stands; asks when it waits for a person. */
  look(state: ReviewState): void;
  /** Aborted when the person has left without an answer. */
  readonly left: AbortSignal;
  close(): void;
};

/** Where a review is shown, and a person asked. */
export type ReviewScreen = {
  openSteps(): StepView;
  askHere(mailbox: Mailbox, inputs: Pick<ReviewInputs, 'id'>): AskHere;
};
