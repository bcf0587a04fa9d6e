import type { Runner } from '../../detect/index.ts';

/** What one runner said in one stream of output: all its summaries added up, and every failed test it named. */
export type ReportPart = {
  readonly runner: Runner;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly names: readonly string[];
  /** The titles of the tests that passed, where the report has them. */
  readonly passes?: readonly string[] | undefined;
};

/** Reads the output of one runner; undefined where the output has no summary of it. */
export type PartReader = (lines: readonly string[]) => ReportPart | undefined;

/** Adds up the summaries of one runner. */
export class Tally {
  readonly names: string[] = [];
  #counts: Map<string, number> | undefined;

  /** The figures of `2 failed, 1 skipped, 4 total`, by their words; an empty text is a summary without any. */
  read(text: string): void {
    this.#counts ??= new Map();
    for (const [, amount, word = ''] of text.matchAll(/(\d+) ([a-z]+)/g)) this.add(word, Number(amount));
  }

  add(word: string, amount: number): void {
    (this.#counts ??= new Map()).set(word, this.of(word) + amount);
  }

  of(...words: readonly string[]): number {
    return words.reduce((total, word) => total + (this.#counts?.get(word) ?? 0), 0);
  }

  /** Undefined where no summary was seen. */
  part(runner: Runner): ReportPart | undefined {
    if (this.#counts === undefined) return undefined;
    return {
      runner,
      passed: this.of('passed', 'pass', 'passing', 'xpassed'),
      failed: this.of('failed', 'fail', 'failing', 'error', 'errors', 'cancelled'),
      // A failure that is expected (pytest, Vitest) has not passed: code under test can say that it expects one.
      skipped: this.of('skipped', 'skip', 'todo', 'pending', 'deselected', 'xfailed', 'expected'),
      names: this.names,
    };
  }
}
