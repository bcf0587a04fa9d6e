import { sha256 } from '../../model/sha256.ts';
import { outputReason, withoutUsage } from '../../formats/index.ts';
import { titleIn } from '../test-report/passes.ts';
import type { TestReport } from '../test-report/test-report.ts';
import type { CheckResult, CheckRun } from './check-result.ts';
import { namesOf } from './rewritten-files.ts';

/** How one run of a check came out; `because`: why it is not green. */
export type CheckRunOutcome = Pick<
  CheckResult,
  'status' | 'exitCode' | 'flaky' | 'how' | 'log' | 'ms' | 'rewrote'
> &
  Pick<CheckRun, 'place'> & {
    readonly because: string;
    readonly report: TestReport | null;
    readonly again?: TestReport | null;
  };

const LONGEST_TAIL = 2400;

type CellPlace = { readonly check: string; readonly environment: string; readonly note: string };

const SHOWN_TESTS = 3;

/** The line that says why, where that was, and the failed tests that it does not name (REAL-04). */
function reasonOf({ log, report, place = '' }: CheckRunOutcome): string {
  const line = outputReason(log);
  const isPlaced = line === '' || place === '' || line.includes(place);
  const reason = isPlaced ? line : `${line} at ${place}`;
  const names = (report?.failures ?? []).filter((name) => !reason.includes(titleIn(name)));
  if (names.length === 0) return reason;
  const more = names.length - SHOWN_TESTS;
  const failed = `failed: ${names.slice(0, SHOWN_TESTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return reason === '' ? failed : `${reason}; ${failed.slice(0, 300)}`;
}

export function checkResultOf(place: CellPlace, outcome: CheckRunOutcome): CheckResult {
  const { status, exitCode, flaky, how, log, because, report, again = null, ms, rewrote } = outcome;
  const tail = because === '' ? '' : withoutUsage(log.trimEnd().split('\n')).join('\n').slice(-LONGEST_TAIL);
  const reason = because === '' ? '' : reasonOf(outcome);
  const first = reason === '' ? because : `${because}: ${reason}`;
  return {
    environment: place.environment,
    check: place.check,
    exitCode,
    status,
    flaky,
    how,
    details: tail === '' ? first : `${first}\n${tail}`,
    logHash: sha256(log),
    log,
    note: [place.note, rewrote === undefined ? '' : `wrote ${namesOf(rewrote)}`].filter(Boolean).join('; '),
    report,
    again,
    ms,
    ...(rewrote === undefined ? {} : { rewrote }),
  };
}
