import type { Severity } from '../../model/severity.ts';
import type { FileChange } from '../change.ts';
import type { Detected } from '../finding.ts';
import { languageOf } from '../code/language.ts';
import type { Marker, Suite } from './suite.ts';
import type { TestCase } from './test-cases.ts';
import { testWords } from './test-words.ts';

/**
 * Compares the cases of two versions of a test file. Cases are paired by their written titles alone; a case with a computed
 * title is paired with nothing. What could be an honest rewrite is MEDIUM: it is for the critic to look at (REAL-08).
 */
export type Both = { readonly before: Suite; readonly after: Suite };

/** The written titles of a suite, each as often as it is used. */
export function titles(suite: Suite | undefined): readonly string[] {
  return suite?.cases.flatMap(({ name }) => name ?? []) ?? [];
}

/** How many cases have a computed title or a table: each stands for any number of tests. */
export function openCases({ cases }: Suite): number {
  return cases.filter(({ name, isTable }) => name === null || isTable).length;
}

export function removedCases(
  change: FileChange,
  severity: Severity,
  { before, after, moved }: Both & { readonly moved: ReadonlySet<string> },
): readonly Detected[] {
  const gone = without(titles(before), titles(after)).filter((name) => !moved.has(name));
  const fresh = without(titles(after), titles(before)).length;
  const open = openCases(after) - openCases(before);
  if (gone.length === 0 && open + fresh >= 0) return [];
  const { missing, renamed } = lost(gone, { before, after });
  const isCertain = missing.length > fresh - renamed && open <= 0;
  return [
    {
      rule: isCertain ? 'no-removed-test' : 'renamed-test',
      severity: isCertain ? severity : 'MEDIUM',
      file: change.path,
      message: isCertain
        ? `${gone.length - fresh === 1 ? '1 test case that was here is gone' : `${gone.length - fresh} test cases that were here are gone`}: nothing tests that any more.`
        : 'Test cases that were here are gone; they may have been renamed or merged with others.',
      evidence: gone.slice(0, 20).join('\n'),
      fix: 'Restore them. If the behaviour should really be removed, the ticket has to list the file in `mayChange`.',
    },
  ];
}

/**
 * Of the titles that are gone, those whose case does not do the same as another one that is still there. `renamed`: how many
 * new cases do what one of the others did; these make up for no second one.
 */
function lost(
  gone: readonly string[],
  { before, after }: Both,
): { readonly missing: readonly string[]; readonly renamed: number } {
  const left = new Set(after.cases.flatMap(doing));
  const isLeft = (each: TestCase): boolean => doing(each).some((what) => left.has(what));
  const alone = new Set(before.cases.filter((each) => !isLeft(each)).map(({ name }) => name));
  const old = new Set(titles(before));
  const went = new Set(before.cases.filter(({ name }) => gone.includes(name ?? '')).flatMap(doing));
  const renamed = after.cases.filter(
    (each) => each.name !== null && !old.has(each.name) && doing(each).some((what) => went.has(what)),
  );
  return { missing: gone.filter((name) => alone.has(name)), renamed: renamed.length };
}

/** The body of a case without its title and its indentation; none where it asserts too little to be told by it. */
function doing(each: TestCase): readonly string[] {
  return contentOf(each).filter((what) => what.length >= SHORTEST_BODY);
}

function contentOf({ name, body }: TestCase): readonly string[] {
  return name === null || body === null ? [] : [body.text.replace(name, '').replaceAll(/\s+/g, ' ').trim()];
}

/** Of the titles that went with a file, those whose case is not in a new file, word for word, under another title. */
export function notRenamed(
  gone: readonly string[],
  before: Suite,
  added: readonly Suite[],
): readonly string[] {
  const old = new Set(titles(before));
  const fresh = added.flatMap(({ cases }) => cases.filter(({ name }) => name !== null && !old.has(name)));
  const left = new Set(fresh.flatMap(contentOf));
  const isLeft = (each: TestCase): boolean => contentOf(each).some((what) => left.has(what));
  const renamed = new Set(before.cases.filter(isLeft).map(({ name }) => name));
  return gone.filter((name) => !renamed.has(name));
}

/** Shorter ones are alike by chance. */
const SHORTEST_BODY = 60;

/** The entries of a list that another does not have as often. */
export function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const name of other) left.set(name, (left.get(name) ?? 0) + 1);
  return list.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

/**
 * Tells whether a marker belongs to a case that is new, where every case of before is still there beside it: a case that
 * was never on is not switched off. A case around one of before, or around one with a computed title, is not new.
 */
export function additionalCases(before: Suite, after: Suite): (marker: Marker) => boolean {
  const old = new Set(titles(before));
  if (without(titles(before), titles(after)).length > 0 || openCases(after) < openCases(before))
    return () => false;
  const isOld = ({ name }: TestCase): boolean => name === null || old.has(name);
  const oldLines = after.cases.filter(isOld).map(({ line }) => line);
  const fresh = after.cases.flatMap(({ line, body }) =>
    body === null ? [] : [{ from: line, to: line + body.text.split('\n').length }],
  );
  let left = MOST_MARKERS;
  return ({ line: at }) => {
    if ((left -= 1) < 0) return false;
    const around = fresh.filter(({ from, to }) => from <= at && at < to);
    const isAround = (line: number): boolean => around.some(({ from, to }) => from <= line && line < to);
    return around.length > 0 && !oldLines.some(isAround);
  };
}

/** A file with more of them was written to keep us busy. */
const MOST_MARKERS = 200;

export function weakenedCases(
  change: FileChange,
  severity: Severity,
  { before, after }: Both,
): readonly Detected[] {
  const language = languageOf(change.path);
  if (language === undefined) return [];
  const { assertions, weak } = testWords[language];
  const measure = ({ code }: Body): Measure => {
    const all = countIn(code, assertions);
    return { all, exact: all - (weak === null ? 0 : countIn(code, weak)) };
  };
  const old = byTitle(before.cases);
  return [...byTitle(after.cases)].flatMap(([name, now]) => {
    const then = old.get(name);
    if (then === undefined || then.count !== now.count || then.body === null || now.body === null) return [];
    const [was, is] = [measure(then.body), measure(now.body)];
    const isFewer = is.all < was.all;
    if (!isFewer && (is.exact >= was.exact || is.all - is.exact <= was.all - was.exact)) return [];
    const isCertain = (isFewer ? isCutOut : isTheSameBeside)(then.body, now.body, assertions);
    return [
      {
        rule: 'no-weakened-test',
        severity: isCertain ? severity : 'MEDIUM',
        file: change.path,
        line: now.line,
        message: isFewer
          ? `This test made ${was.all} assertions and now makes ${is.all}: it notices less than before.`
          : 'This test compared exactly and now only checks that something exists: it notices less than before.',
        evidence: name,
        fix: 'Put the assertions back. If the expected value has to change, change only that value and keep the comparison.',
      },
    ];
  });
}

type Measure = { readonly all: number; readonly exact: number };
type Body = NonNullable<TestCase['body']>;
type Titled = { readonly line: number; readonly count: number; readonly body: Body | null };

/** Cases of one title (two groups have one each) are looked at together. */
function byTitle(cases: readonly TestCase[]): ReadonlyMap<string, Titled> {
  const all = new Map<string, Titled>();
  for (const { name, line, body } of cases) {
    if (name === null) continue;
    const same = all.get(name);
    all.set(name, same === undefined ? { line, count: 1, body } : together(same, body));
  }
  return all;
}

function together({ line, count, body }: Titled, more: Body | null): Titled {
  const isRead = body !== null && more !== null;
  const both = isRead ? { text: `${body.text}\n${more.text}`, code: `${body.code}\n${more.code}` } : null;
  return { line, count: count + 1, body: both };
}

/** Assertions were taken out, and nothing came that may assert in their place: no other assertion, nobody else called. */
function isCutOut(before: Body, after: Body, assertions: RegExp): boolean {
  const known = new Set(named(before.code));
  return (
    !freshLines(before, after, assertions).asserting && named(after.code).every((name) => known.has(name))
  );
}

/** Nothing but assertions is different, so they look at the same things as before. */
function isTheSameBeside(before: Body, after: Body, assertions: RegExp): boolean {
  return !freshLines(before, after, assertions).other;
}

function freshLines(before: Body, after: Body, assertions: RegExp): { asserting: boolean; other: boolean } {
  const known = new Set(before.text.split('\n').map((line) => line.trim()));
  const code = after.code.split('\n');
  const fresh = after.text
    .split('\n')
    .flatMap((line, at) => (known.has(line.trim()) ? [] : (code[at] ?? '')));
  const isAsserting = (line: string): boolean => line.search(assertions) !== -1;
  return {
    asserting: fresh.some(isAsserting),
    other: fresh.some((line) => /\w/.test(line) && !isAsserting(line)),
  };
}

/** Functions that are called, or handed to a call: each may be a helper that asserts. */
function named(code: string): readonly string[] {
  return [
    ...code.matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*(?=\s*[(,])|(?<=[(,]\s{0,80})[A-Za-z_$][\w$]*(?=\s*[,)])/g),
  ].map(([name]) => name);
}

function countIn(code: string, pattern: RegExp): number {
  return [...code.matchAll(pattern)].length;
}
