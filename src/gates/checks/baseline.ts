import type { RedAtBase } from '../../model/outcome.ts';
import type { RepairDoubt } from '../../model/events.ts';
import type { GateContext } from '../context.ts';
import { emptySubmodules, repairDoubt } from './repair-doubt.ts';
import { hooksAtBase } from './repository-hooks.ts';
import { isWithoutFolder, verify } from './verify.ts';
import type { CheckResult } from './check-result.ts';

/** How one check came out on one commit: at base, or on a change. */
export type CheckAtBase = {
  readonly id: string;
  readonly state: 'green' | 'red' | 'not-computed' | 'flaky';
  /** A test runner was there and ran no test in some environment. Such a check is red. */
  readonly ranNoTest: boolean;
  /** It was ended before it reported a test. Missing in records of older versions. */
  readonly isUnfinished?: boolean;
  /** Over all environments; null where its output does not say. */
  readonly tests: { readonly passed: number; readonly failed: number; readonly skipped: number } | null;
  /** Why it is not green, in one line: how it ended, and the line of its output that says why. Empty where it is. */
  readonly reason: string;
};

/** Ids of checks by how they stand at base. A check is in at most one list; what passed everywhere is in none. */
export type Baseline = {
  readonly red: readonly string[];
  /** Could not be computed in some environment, and failed in none. */
  readonly inconclusive: readonly string[];
  /** Passed only on the second run; hand these on as `flaky` in the context of later gates. */
  readonly flaky: readonly string[];
  readonly cells: readonly CheckResult[];
  /** Every check that was measured. Missing in records of older versions. */
  readonly checks?: readonly CheckAtBase[];
  /** Why a person is asked before an agent repairs what is red (REAL-03). */
  readonly doubt?: RepairDoubt | undefined;
  /** Keys of what was measured, which other machines take over. Missing in records of older versions. */
  readonly keys?: readonly string[];
};

/** Measures the checks on the base commit, so that nobody is charged for what was red before. */
export async function baseline(context: GateContext, commit: string): Promise<Baseline> {
  const measured = await verify({ ...context, flaky: new Set() }, commit, { observe: true });
  const cells = [...measured.cells, ...(await hooksAtBase(context, commit))];
  const checks = checksIn(context, cells);
  const inState = (state: CheckAtBase['state']): readonly string[] =>
    checks.filter((check) => check.state === state).map(({ id }) => id);
  const bad = cells.filter((cell) => isBad(context, cell));
  const submodules = bad.length === 0 ? [] : await emptySubmodules(context, commit);
  return {
    red: inState('red'),
    inconclusive: inState('not-computed'),
    flaky: inState('flaky'),
    cells,
    checks,
    doubt: repairDoubt(bad, { isEverything: isEverything(context, cells, bad), submodules }),
  };
}

/** A package that is not there yet is not broken: nobody is excused for how it comes. */
function isBad(context: GateContext, cell: CheckResult): boolean {
  return (
    cell.status === 'BROKEN' || (cell.status === 'FAIL' && !cell.flaky && !isWithoutFolder(context, cell))
  );
}

/** Whether every check that could run does not pass. */
function isEverything(
  context: GateContext,
  cells: readonly CheckResult[],
  bad: readonly CheckResult[],
): boolean {
  const measured = cells.filter((cell) => !isWithoutFolder(context, cell));
  return measured.every(({ check }) => bad.some((cell) => cell.check === check));
}

/** The cells of each check put together. */
export function checksIn(context: GateContext, cells: readonly CheckResult[]): readonly CheckAtBase[] {
  return [...Map.groupBy(cells, (cell) => cell.check)].map(([id, own]) => atBase(context, id, own));
}

function atBase(context: GateContext, id: string, cells: readonly CheckResult[]): CheckAtBase {
  const red = cells.find((cell) => cell.status === 'FAIL' && isBad(context, cell));
  const broken = cells.find((cell) => cell.status === 'BROKEN');
  const flaky = cells.find((cell) => cell.flaky);
  const state = red !== undefined ? 'red' : broken !== undefined ? 'not-computed' : flaky ? 'flaky' : 'green';
  const worst = red ?? broken ?? flaky;
  return {
    id,
    state,
    ranNoTest: cells.some((cell) => cell.report?.ranNoTest === true),
    ...(cells.some(isUnfinished) ? { isUnfinished: true } : {}),
    tests: testsOf(cells),
    reason: worst === undefined ? '' : reasonOf(worst),
  };
}

/** It was ended before any test was reported. */
function isUnfinished({ how, report }: CheckResult): boolean {
  return how === 'ended' && (report?.passed ?? 0) + (report?.failed ?? 0) === 0;
}

/** The checks that do not pass at base, with how a person allowed each. */
export function redAtBaseIn(
  checks: readonly CheckAtBase[],
  allowed: (id: string) => RedAtBase['allowed'],
): readonly RedAtBase[] {
  return checks.flatMap(({ id, state, ranNoTest, isUnfinished: ended, reason }) =>
    state === 'red' || state === 'not-computed'
      ? [
          {
            check: id,
            state,
            ranNoTest,
            reason,
            allowed: allowed(id),
            ...(ended === true ? { isUnfinished: true } : {}),
          },
        ]
      : [],
  );
}

/** Tests that cells ran, added up; null where no output says. */
function testsOf(cells: readonly CheckResult[]): CheckAtBase['tests'] {
  const reports = cells.flatMap((cell) => cell.report ?? []);
  if (reports.length === 0) return null;
  const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
    reports.reduce((total, report) => total + report[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** Why a cell is not green, in one line. */
function reasonOf(cell: CheckResult): string {
  const [how = ''] = cell.details.split('\n');
  return how.slice(0, 700);
}
