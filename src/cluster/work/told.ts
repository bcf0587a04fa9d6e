import type { Lesson } from '../../model/lesson.ts';

/** What a worker is told beside the journal when it takes an assignment. */
export type RunDescription = {
  /** Where commits are exchanged. */
  readonly hub: string;
  readonly lessons: readonly Lesson[];
  /** In whose name commits are made; left out: in that of whoever the worker's git knows. */
  readonly author?: { readonly name: string; readonly email: string };
};
