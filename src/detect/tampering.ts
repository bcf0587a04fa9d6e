import type { Severity } from '../model/severity.ts';
import { addedShortLines, type FileChange, removedLines } from './change.ts';
import type { Detected } from './finding.ts';
import { languageOf } from './language.ts';
import { type Marker, type Suite, suiteOf, type TestCase } from './suite.ts';
import { isSnapshot, isTest } from './test-files.ts';

/**
 * Tests that were made to say less: deleted, skipped, focused, emptied, weakened. `mayChange` says which files the
 * ticket may rewrite: removing and weakening is then for the critic to judge, switching off never is.
 */
export function detectTampering(
  changes: readonly FileChange[],
  mayChange: (path: string) => boolean,
): readonly Detected[] {
  const tests = changes.filter(hasTests);
  const moved = newNames(tests);
  return tests.flatMap((change) => {
    const severity: Severity = mayChange(change.path) ? 'MEDIUM' : 'HIGH';
    if (isSnapshot(change.path)) return change.before === null ? [] : [snapshot(change)];
    if (change.after === null) return deleted(change, severity, { moved, all: changes });
    return [...compared(change, severity, moved), ...commentedOut(change)];
  });
}

/** Unit tests of Rust, and those that Vitest finds in sources, stand in the file they test. */
const INSIDE = /#\[\s*(?:\w+::)*test\b|\bimport\.meta\.vitest\b/;

function hasTests(change: FileChange): boolean {
  const { path, before, after } = change;
  if (isTest(change)) return true;
  return /\.(?:rs|[cm]?[jt]sx?)$/.test(path) && INSIDE.test(`${before?.text ?? ''}${after?.text ?? ''}`);
}

/** Names of cases that a file did not have before: where a case that is gone elsewhere may have moved to. */
function newNames(tests: readonly FileChange[]): ReadonlySet<string> {
  return new Set(
    tests.flatMap(({ path, before, after }) => {
      const old = new Set(suiteOf(path, before?.text)?.cases.map((each) => each.name));
      const now = suiteOf(path, after?.text)?.cases ?? [];
      return now.map((each) => each.name).filter((name) => !old.has(name));
    }),
  );
}

type Surroundings = { readonly moved: ReadonlySet<string>; readonly all: readonly FileChange[] };

function deleted(change: FileChange, severity: Severity, { moved, all }: Surroundings): readonly Detected[] {
  const isSame = ({ before, after }: FileChange) => before === null && after?.blob === change.before?.blob;
  const home = all.find((other) => isSame(other) && hasTests(other));
  if (home !== undefined) return [];
  const names = suiteOf(change.path, change.before?.text)?.cases.map((each) => each.name) ?? [];
  const gone = names.filter((name) => !moved.has(name));
  if (names.length > 0 && gone.length === 0) return [];
  return [
    {
      rule: 'no-deleted-test',
      severity,
      file: change.path,
      line: 0,
      message: `This file of the tests was deleted${gone.length === 0 ? '' : `, with ${gone.length} test cases`}: what it proved is no longer proved.`,
      evidence: gone.slice(0, 20).join('\n'),
      fix: 'Bring it back. If the behaviour it tests is really to go, the ticket has to say so in `mayChange`.',
    },
  ];
}

function snapshot({ path, after }: FileChange): Detected {
  return {
    rule: 'changed-snapshot',
    severity: 'MEDIUM',
    file: path,
    line: 0,
    message: `A recorded result was ${after === null ? 'deleted' : 'changed'}: the test now agrees with whatever the code does.`,
    evidence: '',
    fix: 'Make sure the ticket asks for every difference in it; put back what it does not ask for.',
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
    ...weakened(change, severity, { before, after }),
    ...switchedOff(change, { before, after, isNew }),
  ];
}

/** Data beside the tests (fixtures) has no cases; a test in a language we cannot read is said to be unread. */
function notRead(change: FileChange): readonly Detected[] {
  const isCode =
    languageOf(change.path) !== undefined || /\.(?:exs?|dart|lua|pl|r|jl|hs|clj|erl)$/i.test(change.path);
  if (!isCode || change.before === null) return [];
  return [
    {
      rule: 'test-not-read',
      severity: 'INFO',
      file: change.path,
      line: 0,
      message: 'This test was changed and could not be read, so nobody has looked for weakened checks in it.',
      evidence: '',
      fix: '',
    },
  ];
}

type Both = { readonly before: Suite; readonly after: Suite };

function removedCases(
  change: FileChange,
  severity: Severity,
  { before, after, moved }: Both & { readonly moved: ReadonlySet<string> },
): readonly Detected[] {
  const kept = new Set(after.cases.map((each) => each.name));
  const gone = before.cases.filter((each) => !kept.has(each.name) && !moved.has(each.name));
  const fresh = after.cases.filter((each) => !before.cases.some((old) => old.name === each.name));
  const renamed = Math.min(gone.length, fresh.length);
  const elsewhere = before.cases.filter((each) => !kept.has(each.name) && moved.has(each.name)).length;
  const count = Math.max(gone.length, before.cases.length - after.cases.length - elsewhere) - renamed;
  if (gone.length === 0 && count <= 0) return [];
  const isRename = count <= 0;
  return [
    {
      rule: isRename ? 'renamed-test' : 'no-removed-test',
      severity: isRename ? 'MEDIUM' : severity,
      file: change.path,
      line: 0,
      message: isRename
        ? 'Test cases that were here are gone and others came: they may have been renamed.'
        : `${count} test cases that were here are gone: what they proved is no longer proved.`,
      evidence: gone
        .map((each) => each.name)
        .slice(0, 20)
        .join('\n'),
      fix: 'Bring them back. If the behaviour is really to go, the ticket has to say so in `mayChange`.',
    },
  ];
}

function weakened(change: FileChange, severity: Severity, { before, after }: Both): readonly Detected[] {
  const old = byName(before.cases);
  return [...byName(after.cases)].flatMap(([name, now]) => {
    const then = old.get(name);
    if (then === undefined) return [];
    const isFewer = now.assertions < then.assertions;
    const isVaguer = now.weak > then.weak && now.assertions - now.weak < then.assertions - then.weak;
    if (!isFewer && !isVaguer) return [];
    return [
      {
        rule: 'no-weakened-test',
        severity,
        file: change.path,
        line: now.line,
        message: isFewer
          ? `This test made ${then.assertions} assertions and now makes ${now.assertions}: it notices less than before.`
          : 'This test compared exactly and now only looks whether there is something: it notices less than before.',
        evidence: name,
        fix: 'Put the assertions back. If what they compared with has to change, change the value and keep the comparison.',
      },
    ];
  });
}

/** Cases of one name (a table, two groups) are counted together. */
function byName(cases: readonly TestCase[]): ReadonlyMap<string, TestCase> {
  const all = new Map<string, TestCase>();
  for (const each of cases) {
    const same = all.get(each.name);
    const sum = {
      assertions: (same?.assertions ?? 0) + each.assertions,
      weak: (same?.weak ?? 0) + each.weak,
    };
    all.set(each.name, { name: each.name, line: same?.line ?? each.line, ...sum });
  }
  return all;
}

function switchedOff(
  change: FileChange,
  { before, after, isNew }: Both & { readonly isNew: boolean },
): readonly Detected[] {
  const say =
    (rule: string, severity: Severity, message: string, fix: string) =>
    (marker: Marker): Detected => ({
      rule,
      severity,
      file: change.path,
      line: marker.line,
      message,
      evidence: marker.text.slice(0, 300),
      fix,
    });
  return [
    ...added(before.skips, after.skips).map((marker) =>
      say(
        'no-skipped-test',
        isNew || marker.conditional ? 'MEDIUM' : 'HIGH',
        'This switches a test off: a check that does not run cannot fail.',
        'Let it run, and repair what makes it fail.',
      )(marker),
    ),
    ...added(before.focused, after.focused).map(
      say(
        'no-focused-test',
        'HIGH',
        'A focused test makes the rest pass by not running it.',
        'Remove the focus.',
      ),
    ),
    ...added(before.trivial, after.trivial).map(
      say(
        'no-empty-assertion',
        'HIGH',
        'This assertion cannot fail: it proves nothing.',
        'Assert what the code did.',
      ),
    ),
    ...added(before.swallowed, after.swallowed).map(
      say(
        'no-swallowed-failure',
        'HIGH',
        'A failed assertion is caught here and dropped, so the test passes whatever the code does.',
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
        fix: 'Bring the assertion back and repair what makes it fail.',
      },
    ];
  });
}
