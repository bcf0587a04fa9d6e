import { nearest } from './nearest.ts';

export type Suggest = (word: string, known: Iterable<string>) => string;

/** A file full of unknown names must not cost more than reading it: this many comparisons, then no more hints. */
const COMPARISONS = 200_000;

/** Makes `did you mean "x"?` of a word that is close to a known one, else the empty string; one for each reading. */
export function suggester(comparisons = COMPARISONS): Suggest {
  let left = comparisons;
  return (word, known) => {
    const candidates = [...known];
    left -= candidates.length;
    const close = left < 0 ? undefined : nearest(word, candidates);
    return close === undefined ? '' : `did you mean "${close}"?`;
  };
}
