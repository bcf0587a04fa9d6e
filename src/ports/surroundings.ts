/** Milliseconds since 1970, and waking up at a time of day. The only sources of time there are. */
export type Clock = {
  now(): number;
  /** Calls back once it is `at` or later; answers how to call that off. */
  wake(at: number, callback: () => void): () => void;
};

/** Chance. Seeded in tests, so that the same seed gives the same journal (P7). */
export type Ids = {
  /** A random word of letters and digits that nobody can guess: tokens, delimiters. */
  word(length: number): string;
};
