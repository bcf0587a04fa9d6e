import type { Event } from '../../model/events.ts';
import type { Mailbox } from '../../ports/journal.ts';
import type { RunningPrograms } from '../../project/running-programs.ts';
import type { Titles } from '../../report/index.ts';
import type { State } from '../../state/index.ts';

/** What a person sees while a run is on. */
export type View = {
  /** Events that have been recorded, in order and each once: the view folds them by itself. */
  onEvents(events: readonly Event[], state?: State): void;
  /** A line of our own that belongs in the log. */
  note(text: string): void;
  /** Nothing is drawn afterwards; closing twice is no mistake. */
  close(): void;
};

export type ShownRun = {
  readonly titles: Titles;
  readonly maxAttempts?: number;
  readonly budgetUsd?: number | null;
  /** Where a resumed run stood: its history is not told again. */
  readonly from?: State;
  /** When the run began; without it, with the first event that is told. */
  readonly startedAt?: number | null;
  /** The programs that this process runs for it; without it nothing is told of them. */
  readonly programs?: Pick<RunningPrograms, 'list'> | undefined;
};

export type AnswerHere = { look(state: State): void; close(): void };

/** Where a run is shown, and a person asked. */
export type RunScreen = {
  openView(run: ShownRun): View;
  /** Asks the person there, one question at a time, while the run goes on. */
  answerHere(mailbox: Mailbox, view: View): AnswerHere;
};
