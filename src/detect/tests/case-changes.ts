import { type FileChange, removedLines } from '../change.ts';
import { openCases, titles, without } from './compare-cases.ts';
import { suiteOf } from './suite.ts';
import { hasTests } from './weakened-tests.ts';

/** How a change altered the test cases themselves: the rules about tampering judge that. */
export type CaseChanges = {
  /** Titles that the changed files no longer have, each as often. A case that moved to another file is not one. */
  readonly removed: readonly string[];
  /** Cases that cannot be counted changed: tables, computed titles, data beside tests. */
  readonly isOpen: boolean;
  /** A changed test file can skip tests. */
  readonly canSkip: boolean;
};

const SKIP =
  /skip|todo|pending|ignore|xfail|expected_?failure|\bfail(?:s|ing)\b|\bx(?:it|test|describe)\b|\bonly\b/i;

export function caseChanges(changes: readonly FileChange[]): CaseChanges {
  const tests = changes.filter(hasTests);
  const titlesOn = (side: 'before' | 'after'): readonly string[] =>
    tests.flatMap((change) => titles(suiteOf(change.path, change[side]?.text)));
  return {
    removed: without(titlesOn('before'), titlesOn('after')),
    isOpen: tests.some(isOpen),
    canSkip: tests.some(({ after }) => after !== null && SKIP.test(after.text ?? 'skip')),
  };
}

/** A file that only gains lines loses no test. */
function isOpen(change: FileChange): boolean {
  const { path, before, after } = change;
  if (before === null) return false;
  const suite = suiteOf(path, before.text);
  if (suite === undefined || before.text === undefined) return true;
  return openCases(suite) > 0 && (after?.text === undefined || removedLines(change).length > 0);
}

/** The titles of a file's cases. Of a table it is the title that all its rows begin with, or a pattern for them. */
export function writtenTitles(path: string, text: string): readonly string[] {
  const cases = suiteOf(path, text)?.cases ?? [];
  return cases.flatMap(({ name }) => (name === null ? [] : [name]));
}
