import { type Detected, identityIn, without } from '../../detect/index.ts';
import { checkName } from '../../model/checks.ts';
import { listed } from './beyond-base.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext } from '../context.ts';
import type { Work } from '../gate.ts';
import { knownReport } from '../checks/reports-at.ts';
import { titleIn } from '../test-report/passes.ts';
import type { TestReport } from '../test-report/test-report.ts';

/**
 * A repair makes failing tests pass. One that turns a check green by running less does not count (EVID-05): each test that
 * fails before it has to run and pass after it. Checks that report no tests cannot be compared.
 */
export async function narrowedBy(
  context: GateContext,
  work: Work,
  cells: readonly CheckResult[],
): Promise<readonly Detected[]> {
  const found: Detected[] = [];
  for (const cell of cells.filter(({ status }) => status === 'PASS')) {
    const before = (await knownReport(context, work.base, cell))?.report;
    const what = before == null ? '' : notRunOf(before, cell.report ?? null);
    if (what !== '') found.push(narrowed(cell, what, work));
  }
  return found;
}

/** The failing tests of base that did not run, in words; empty where all of them did. */
function notRunOf(base: TestReport, head: TestReport | null): string {
  if (base.failed === 0) return '';
  const all = base.passed + base.failed;
  if (head === null) return `it reports no tests any more; at base it ran ${all}`;
  if (base.failures === null || head.passes == null)
    return head.passed < all ? `${head.passed} tests pass now, and ${all} ran at base` : '';
  const gone = without(base.failures.map(titleIn), head.passes);
  return gone.length === 0 ? '' : `these tests failed at base and no longer run: ${listed(gone)}`;
}

function narrowed(cell: CheckResult, what: string, work: Work): Detected {
  const message = `The repair turns ${checkName(cell)} green by running less: ${what}.`;
  return {
    rule: 'narrowed-check',
    severity: 'HIGH',
    message,
    identity: identityIn(work, message),
    fix: 'Repair what the tests found and let them run. If a test is wrong, a person has to decide: end with a question.',
  };
}
