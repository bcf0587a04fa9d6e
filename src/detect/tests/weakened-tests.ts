import type { GateRule } from '../../model/feedback.ts';
import type { Severity } from '../../model/severity.ts';
import { addedShortLines, type FileChange, removedLines } from '../change.ts';
import type { Detected } from '../finding.ts';
import { languageOf } from '../code/language.ts';
import {
  additionalCases,
  notRenamed,
  openCases,
  removedCases,
  titles,
  weakenedCases,
} from './compare-cases.ts';
import { type Marker, type Suite, suiteOf } from './suite.ts';
import { isSnapshot, isTest } from './test-files.ts';

/**
 * Tests that were made to say less: deleted, skipped, focused, emptied, weakened. `mayChange` says which files the
 * ticket may rewrite: removing and weakening is then for the critic to judge, switching off never is.
 */
export function detectWeakenedTests(
  changes: readonly FileChange[],
  mayChange: (path: string) => boolean,
): readonly Detected[] {
  const tests = changes.filter(hasTests);
  const moved = newNames(tests);
  return tests.flatMap((change) => {
    const severity: Severity = mayChange(change.path) ? 'MEDIUM' : 'HIGH';
    if (isSnapshot(change.path)) return change.before === null ? [] : [snapshot(change)];
    if (change.after === null) return deleted(change, severity, { moved, all: changes });
    const whole = withOrigin(change, tests);
    return [...compared(whole, severity, moved), ...commentedOut(whole)];
  });
}

/** A test file that was renamed, with the version it was renamed from: what it had before is not news (REAL-08). */
function withOrigin(change: FileChange, tests: readonly FileChange[]): FileChange {
  if (change.before !== null || change.after?.text === undefined) return change;
  const origin = tests.find(({ before, after }) => {
    if (after !== null || before?.text === undefined) return false;
    const lost = removedLines({ ...change, before }).length;
    return lost <= before.text.split('\n').length * MOST_LOST;
  });
  return origin === undefined ? change : { ...change, before: origin.before };
}

/** A file that lost a larger share of its lines is another file. */
const MOST_LOST = 0.4;

/** Unit tests of Rust, and those that Vitest finds in sources, stand in the file they test. */
const INSIDE = /#\[\s*(?:\w+::)*test\b|\bimport\.meta\.vitest\b/;

export function hasTests(change: FileChange): boolean {
  const { path, before, after } = change;
  if (isTest(change)) return true;
  return /\.(?:rs|[cm]?[jt]sx?)$/.test(path) && INSIDE.test(`${before?.text ?? ''}${after?.text ?? ''}`);
}

/** Names of cases that a file did not have before: where a case that is gone elsewhere may have moved to. */
function newNames(tests: readonly FileChange[]): ReadonlySet<string> {
  return new Set(
    tests.flatMap(({ path, before, after }) => {
      const old = new Set(titles(suiteOf(path, before?.text)));
      return titles(suiteOf(path, after?.text)).filter((name) => !old.has(name));
    }),
  );
}

type Surroundings = { readonly moved: ReadonlySet<string>; readonly all: readonly FileChange[] };

function deleted(change: FileChange, severity: Severity, { moved, all }: Surroundings): readonly Detected[] {
  const isSame = ({ before, after }: FileChange) => before === null && after?.blob === change.before?.blob;
  const home = all.find((other) => isSame(other) && hasTests(other));
  if (home !== undefined) return [];
  const suite = suiteOf(change.path, change.before?.text);
  const names = titles(suite);
  const gone = names.filter((name) => !moved.has(name));
  if (names.length > 0 && gone.length === 0) return [];
  const added = all.filter((other) => other.before === null && hasTests(other));
  const suites = added.flatMap(({ path, after }) => suiteOf(path, after?.text) ?? []);
  const lost = suite === undefined ? gone : notRenamed(gone, suite, suites);
  const isCertain =
    lost.length > 0 || (gone.length === 0 && provesByItself(change, suite) && !isRewritten(change, all));
  return [
    {
      rule: 'no-deleted-test',
      severity: isCertain ? severity : 'MEDIUM',
      file: change.path,
      line: 0,
      message: `This file of the tests was deleted${gone.length === 0 ? '' : `, with ${gone.length} test cases`}: nothing tests that behaviour any more.`,
      evidence: gone.slice(0, 20).join('\n'),
      fix: 'Restore it. If the behaviour should really be removed, the ticket has to list the file in `mayChange`.',
    },
  ];
}

/** Data and helpers beside the tests prove nothing by themselves. */
function provesByItself(change: FileChange, suite: Suite | undefined): boolean {
  if (suite === undefined) return isCode(change.path);
  return openCases(suite) > 0 || ASSERTION.test(change.before?.text ?? '');
}

/** The same test in another language of its kind: `a.js` became `a.ts`. */
function isRewritten({ path }: FileChange, all: readonly FileChange[]): boolean {
  const stem = (of: string): string => of.replace(/\.[^./]+$/, '');
  return all.some(({ path: other, before }) => before === null && stem(other) === stem(path));
}

function snapshot({ path, after }: FileChange): Detected {
  return {
    rule: 'changed-snapshot',
    severity: 'MEDIUM',
    file: path,
    line: 0,
    message: `A recorded test result (snapshot) was ${after === null ? 'deleted' : 'changed'}: the test now accepts what the code currently does.`,
    evidence: '',
    fix: 'Keep only the differences in this file that the ticket asks for; revert the rest.',
  };
}

function compared(change: FileChange, severity: Severity, moved: ReadonlySet<string>): readonly Detected[] {
  const before = suiteOf(change.path, change.before?.text);
  const after = suiteOf(change.path, change.after?.text);
  if (before === undefined || after === undefined || change.after?.text === undefined) return notRead(change);
  if (change.before !== null && change.before.text === undefined) return notRead(change);
  const isNew = change.before === null;
  return [
    ...removedCases(change, severity, { before, after, moved }),
    ...weakenedCases(change, severity, { before, after }),
    ...switchedOff(change, { before, after, isNew }),
  ];
}

/** Data beside the tests (fixtures) has no cases; a test in a language we cannot read is said to be unread. */
function notRead(change: FileChange): readonly Detected[] {
  if (!isCode(change.path) || change.before === null) return [];
  return [
    {
      rule: 'test-not-read',
      severity: 'INFO',
      file: change.path,
      line: 0,
      message: 'This test was changed and could not be parsed: it was not checked for weakened assertions.',
      evidence: '',
      fix: '',
    },
  ];
}

function isCode(path: string): boolean {
  return languageOf(path) !== undefined || /\.(?:exs?|dart|lua|pl|r|jl|hs|clj|erl)$/i.test(path);
}

function switchedOff(
  change: FileChange,
  { before, after, isNew }: { readonly before: Suite; readonly after: Suite; readonly isNew: boolean },
): readonly Detected[] {
  const isAdded = additionalCases(before, after);
  const say =
    (rule: GateRule, message: string, fix: string) =>
    (marker: Marker): Detected => ({
      rule,
      severity:
        marker.isUncertain || (rule === 'no-skipped-test' && (isNew || isAdded(marker))) ? 'MEDIUM' : 'HIGH',
      file: change.path,
      line: marker.line,
      message,
      evidence: marker.text.slice(0, 300),
      fix,
    });
  return [
    ...added(before.skips, after.skips).map(
      say(
        'no-skipped-test',
        'This skips a test: a skipped test cannot fail.',
        'Switch it on again, and fix the cause of its failure.',
      ),
    ),
    ...added(before.focused, after.focused).map(
      say('no-focused-test', 'A focused test keeps the other tests from running.', 'Remove the focus.'),
    ),
    ...added(before.trivial, after.trivial).map(
      say(
        'no-empty-assertion',
        'This assertion cannot fail: it proves nothing.',
        'Assert what the code did.',
      ),
    ),
    ...added(before.swallowed, after.swallowed).map(
      say(
        'no-swallowed-failure',
        'A failed assertion is caught and ignored, so the test always passes.',
        'Let the failure reach the test runner.',
      ),
    ),
  ];
}

/** Markers of the new version that the old one did not have, told by their lines. */
function added(before: readonly Marker[], after: readonly Marker[]): readonly Marker[] {
  const left = new Map<string, number>();
  for (const { text } of before) left.set(text, (left.get(text) ?? 0) + 1);
  return after.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

const ASSERTION = /\b(?:expect|assert|should|verify|require|refute|XCTAssert)\w*/i;

function commentedOut(change: FileChange): readonly Detected[] {
  const gone = new Set(removedLines(change).map(({ text }) => text.trim()));
  return addedShortLines(change).flatMap(({ line, text }) => {
    const rest = /^\s*(?:\/\/|\/\*|\*|#|--)\s*(.*?)(?:\*\/)?\s*$/.exec(text)?.[1]?.trim() ?? '';
    if (rest === '' || !gone.has(rest) || !ASSERTION.test(rest)) return [];
    return [
      {
        rule: 'no-commented-assertion',
        severity: 'HIGH' as const,
        file: change.path,
        line,
        message: 'An assertion was turned into a comment: the test notices less than before.',
        evidence: text.trim(),
        fix: 'Restore the assertion, and fix the cause of its failure.',
      },
    ];
  });
}
