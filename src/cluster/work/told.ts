import type { Lesson } from '../../model/finding-memory.ts';
import { isMap } from '../../schema/fits.ts';

/** What a worker is told beside the journal when it takes an assignment. */
export type RunDescription = {
  /** Where commits are exchanged. */
  readonly hub: string;
  readonly lessons: readonly Lesson[];
  /** In whose name commits are made; left out: in that of whoever the worker's git knows. */
  readonly author?: { readonly name: string; readonly email: string };
};

/** Only machines of the same release take each other's work: what they write for each other has its form. */
export function isRunDescription(value: unknown): value is RunDescription {
  return isMap(value) && typeof value['hub'] === 'string' && Array.isArray(value['lessons']);
}
