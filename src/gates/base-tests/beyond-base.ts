import type { GateContext } from '../context.ts';
import type { CheckResult } from '../checks/check-result.ts';

/** How a check that is red at base compares with base: what is worse now, and what failed there too. */
export type BaseComparison = {
  /** Why it is worse than at base; null where it is not, or where the two cannot be compared. */
  readonly worse: string | null;
  /** Tests that failed at base too. */
  readonly old: readonly string[];
};

const SHOWN = 10;

/**
 * Compares a red check with the same check at base, test by test where both name their failures (REAL-02). A failure
 * counts as new only where it failed in both runs of the check and in no run at base.
 */
export function comparedWithBase(
  { atBase = [] }: Pick<GateContext, 'atBase'>,
  cell: CheckResult,
): BaseComparison {
  const base = atBase.find(
    ({ check, environment }) => check === cell.check && environment === cell.environment,
  );
  if (base === undefined || cell.status !== 'FAIL') return { worse: null, old: [] };
  if (base.status === 'PASS') return { worse: 'it passes at base in the same environment', old: [] };
  const before = failuresOf(base, 'some');
  if (before === null) return { worse: null, old: [] };
  const now = failuresOf(cell, 'all');
  if (now === null)
    return {
      worse: 'the names of its failing tests are known at base but not on this commit',
      old: [...before],
    };
  if (cell.report?.ranNoTest === true && base.report?.ranNoTest !== true)
    return { worse: 'it ran no test, and at base it did', old: [] };
  const fresh = [...now].filter((name) => !before.has(name));
  const old = [...now].filter((name) => before.has(name));
  if (fresh.length > 0) return { worse: `fails here but not at base: ${listed(fresh)}`, old };
  // A title that is computed differs from run to run: then the number of failures tells.
  const [most, fewest] = [Math.max(...failedIn(base)), Math.min(...failedIn(cell))];
  return { worse: fewest > most ? `${fewest} of its tests fail, and ${most} at base` : null, old };
}

/** How many tests failed in each run of a cell. */
function failedIn({ report, again }: CheckResult): readonly number[] {
  return [report, again].flatMap((each) => (each === null || each === undefined ? [] : [each.failed]));
}

export function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return names.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The failed tests of a cell, in some of its runs or in all; null where they cannot be read. */
function failuresOf({ report, again }: CheckResult, which: 'some' | 'all'): ReadonlySet<string> | null {
  const [first, second] = [report, again].map((each) => {
    const isTold = each?.failures !== null && (each?.ranNoTest === true || (each?.failures.length ?? 0) > 0);
    return isTold ? new Set(each?.failures) : null;
  });
  if (first === null || first === undefined) return null;
  if (second === null || second === undefined) return first;
  return which === 'some'
    ? new Set([...first, ...second])
    : new Set([...first].filter((name) => second.has(name)));
}
