import { type CaseChanges, without } from '../../detect/index.ts';
import { type CheckEvidence, firstNames, type TestEvidence } from '../../model/evidence.ts';
import type { CheckResult } from '../checks/check-result.ts';
import { FILE, titleIn } from '../test-report/passes.ts';
import type { TestReport } from '../test-report/test-report.ts';
import { listed } from './beyond-base.ts';

/** Tests that passed at base and did not run on the change. */
export type Shortfall = {
  /** It has no honest reason that we know of. */
  readonly isCertain: boolean;
  readonly what: string;
};

/** Everything that may explain why tests of base did not run. */
export type ShortfallContext = CaseChanges & {
  /** A ticket allows changes to a changed test file. */
  readonly isAllowed: boolean;
  /** Whether a test file of the change has a case of this title. */
  readonly isWritten: (title: string) => boolean;
};

/**
 * Compares the tests that ran on a change with those that passed at base (REAL-02): by title where both name them, else by
 * number. Cases that the change itself removed, renamed or skipped are for the rules about tampering. null: none is missing.
 */
export function shortfallOf(
  base: TestReport,
  head: TestReport | null,
  explained: ShortfallContext,
): Shortfall | null {
  if (base.passed === 0) return null;
  const ended = head === null ? base.runners : base.runners.filter((each) => !head.runners.includes(each));
  const ran = head === null ? 0 : head.passed + head.failed;
  if (head === null || (ended.length > 0 && ran < base.passed))
    return {
      isCertain: true,
      what: `${ended.join(', ')} ended before its summary; at base ${base.passed} tests pass`,
    };
  const { passes: before } = base;
  const { passes: now, failures } = head;
  if (before == null || now == null || failures === null) return byNumber(base, head, explained);
  const skipped = Math.max(0, head.skipped - base.skipped);
  return byTitle(before, [...now, ...failures.map(titleIn)], { ...explained, skipped });
}

/** The title of a table's case without its row: `test_twice` of `test_twice[2]`, `Twice` of `Twice(n: 2)`. */
function stemOf(title: string): string {
  return /^([^[(/]+)[[(/]/.exec(title)?.[1]?.trim() ?? title;
}

/** `skipped`: how many more tests are skipped than at base. No changed test file can do that: then the product does. */
function byTitle(
  before: readonly string[],
  now: readonly string[],
  explained: ShortfallContext & { readonly skipped: number },
): Shortfall | null {
  const gone = without(before, [...now, ...explained.removed]);
  const fresh = without(now, before);
  const hollow = fresh.filter((name) => FILE.test(name)).length;
  const [titles, stems] = [new Set(now), new Set(now.map(stemOf))];
  // Rows of a table come and go; a table of which no row runs any more has been kept from running.
  const left = gone.filter((title) =>
    [title, ...(stems.has(stemOf(title)) ? [] : [stemOf(title)])].some(
      (name) => !titles.has(name) && explained.isWritten(name),
    ),
  );
  const excused = explained.canSkip ? explained.skipped : 0;
  const isSkippedElsewhere = !explained.canSkip && explained.skipped > 0;
  const certain = hollow > 0 || isSkippedElsewhere ? gone : left;
  if (certain.length > excused) return { isCertain: true, what: `did not run: ${listed(certain)}` };
  // A computed title may differ from run to run: then as many are new.
  const computed = gone.length - (fresh.length - hollow) - excused;
  return computed <= 0 || explained.isOpen
    ? null
    : { isCertain: false, what: `did not run: ${listed(gone)}` };
}

function byNumber(base: TestReport, head: TestReport, explained: ShortfallContext): Shortfall | null {
  const ran = head.passed + head.failed;
  const short = base.passed - ran - explained.removed.length;
  const skipped = head.skipped - base.skipped;
  if (short <= 0 && (skipped <= 0 || explained.canSkip)) return null;
  // Base's count may be too low where its output was cut, which only makes this milder. Where both were cut, neither is known.
  const isCut = base.isCut === true && head.isCut === true;
  const isCertain =
    !isCut && !explained.isOpen && !explained.isAllowed && (!explained.canSkip || skipped < short);
  const what =
    short > 0
      ? `${ran} tests ran, and ${base.passed} pass at base`
      : `${skipped} more tests are skipped than at base`;
  return { isCertain, what };
}

/** A report as it would be without tests of these titles. */
export function withoutTests(report: TestReport, titles: readonly string[]): TestReport {
  const { passes = null, passed } = report;
  if (passes === null) return { ...report, passed: Math.max(0, passed - titles.length) };
  const left = without(passes, titles);
  return { ...report, passes: left, passed: left.length };
}

/** What the result of a check rests on, beside its report at base. */
export function resultEvidence(
  {
    check,
    environment,
    status,
    report = null,
  }: Pick<CheckResult, 'check' | 'environment' | 'status' | 'report'>,
  base: TestReport | null = null,
): CheckEvidence {
  if (status === 'BROKEN') return { check, environment };
  const failed = status === 'FAIL' ? { failed: true } : {};
  return { check, environment, tests: testEvidence(base, report), ...failed };
}

/** The tests of a check beside those of base; null where its output says nothing of tests. */
export function testEvidence(base: TestReport | null, head: TestReport | null): TestEvidence | null {
  if (head === null) return null;
  const ran = head.passed + head.failed;
  const none = { ran, skipped: head.skipped, same: 0, fresh: 0, missing: 0, failing: 0, names: [] };
  if (base === null) return { ...none, compared: 'nothing' };
  const { passes: before } = base;
  const { passes: now, failures } = head;
  if (before == null || now == null || failures === null) {
    const [same, atBase] = [Math.min(base.passed, ran), base.passed];
    return { ...none, compared: 'number', same, fresh: ran - same, missing: atBase - same };
  }
  const failed = failures.map(titleIn);
  const failedBefore = (base.failures ?? []).map(titleIn);
  const gone = without(before, now);
  const redder = without(failed, failedBefore);
  const missing = without(gone, redder);
  const failing = without(gone, missing);
  const newly = without(now, before);
  const fixed = newly.length - without(newly, failedBefore).length;
  const stillRed = failed.length - redder.length;
  const same = before.length - gone.length + stillRed;
  return {
    ...none,
    compared: 'name',
    same,
    ...(fixed > 0 && { fixed }),
    // Some runners name more failures than they count.
    fresh: Math.max(0, ran - same - fixed - failing.length),
    missing: missing.length,
    failing: failing.length,
    names: firstNames([...failing, ...missing]),
  };
}
