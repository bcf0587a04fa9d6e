import {
  caseChanges,
  type Detected,
  type FileChange,
  identityIn,
  isTest,
  writtenTitles,
} from '../../detect/index.ts';
import { lastLines } from '../../formats/index.ts';
import { checkName } from '../../model/checks.ts';
import type { CheckEvidence } from '../../model/evidence.ts';
import type { TestReport } from '../test-report/test-report.ts';
import type { GateContext } from '../context.ts';
import type { GateResult, Gate, Work } from '../gate.ts';
import { mayChange } from '../changes/may-change.ts';
import { knownReport } from '../checks/reports-at.ts';
import {
  type ShortfallContext,
  type Shortfall,
  resultEvidence,
  shortfallOf,
  withoutTests,
} from './shortfall.ts';
import { isExcused } from '../verification.ts';
import { verify } from '../checks/verify.ts';
import type { CheckResult } from '../checks/check-result.ts';

/** A green check proves something only if it ran what it runs at base (REAL-02). */
export const testsRun: Gate = {
  name: 'tests-run',
  asks: 'Did every test that passes at base run?',
  tells: [
    'Code that keeps existing tests from running: it ends the process, skips them, or empties their lists',
  ],
  async check(context, work) {
    const { cells } = await work.verified();
    return testsNotRun(context, work, { head: work.head, cells, changes: work.changes });
  },
};

/** The checks as they came out on one tree, and the changes that lead to it from base. */
type Compared = {
  readonly head: string;
  readonly cells: readonly CheckResult[];
  readonly changes: readonly FileChange[];
};

/**
 * Tests that pass at base and did not run here: product code ended the run, skipped them or emptied their lists. A
 * remembered result of base clears a change; before it charges one, base is measured again.
 */
export async function testsNotRun(
  context: GateContext,
  work: Work,
  { head: commit, cells, changes }: Compared,
): Promise<Required<Pick<GateResult, 'detected' | 'evidence'>>> {
  const may = mayChange(context, work);
  const isAllowed = changes.some((change) => isTest(change) && may(change.path));
  const explained = { ...caseChanges(changes), isAllowed, isWritten: () => true };
  const detected: Detected[] = [];
  const evidence: CheckEvidence[] = [];
  for (const cell of cells) {
    const { report: head = null } = cell;
    const compare = (
      base: TestReport | null | undefined,
      more: Partial<ShortfallContext> = {},
    ): Shortfall | null => (base == null ? null : shortfallOf(base, head, { ...explained, ...more }));
    const known = await knownReport(context, work.base, cell);
    const isTaken = cell.status === 'PASS' || isExcused(context, cell);
    const isSettled =
      !isTaken || changes.length === 0 || (known !== undefined && compare(known.report) === null);
    const base = isSettled ? known?.report : await measured(context, work.base, cell);
    evidence.push(resultEvidence(cell, base ?? null));
    if (!isSettled && compare(base) !== null) {
      const short = compare(base, { isWritten: await writtenAt(context, commit) });
      if (short !== null) detected.push(notRun(cell, short, work));
    } else if (isTaken && base != null && head !== null) {
      const short = await hiddenBy(context, { commit, changes, isAllowed }, { cell, base, head });
      if (short !== null) detected.push(notRun(cell, short, work));
    }
  }
  return { detected, evidence };
}

type Standing = Pick<Compared, 'changes'> & { readonly commit: string; readonly isAllowed: boolean };

/**
 * New tests can stand in for tests of base that were kept from running, under the same titles. Where they could, the
 * check runs once more without the new files (EVID-03).
 */
async function hiddenBy(
  context: GateContext,
  { commit, changes, isAllowed }: Standing,
  { cell, base, head }: { readonly cell: CheckResult; readonly base: TestReport; readonly head: TestReport },
): Promise<Shortfall | null> {
  const fresh = changes.filter((change) => change.before === null && isTest(change));
  const added = fresh.flatMap(({ path, after }) => writtenTitles(path, after?.text ?? ''));
  const left = caseChanges(changes.filter((change) => !fresh.includes(change)));
  const explained = { ...left, isAllowed, isWritten: () => true };
  if (added.length === 0 || shortfallOf(base, withoutTests(head, added), explained) === null) return null;
  const tree = await context.hub.compose(commit, new Map(fresh.map(({ path }) => [path, null])));
  const { check, environment } = cell;
  const { cells } = await verify(context, tree, { checks: [check], environments: [environment] });
  const alone = cells.find(({ status }) => status === 'PASS');
  if (alone === undefined) return null;
  return shortfallOf(base, alone.report ?? null, { ...explained, isWritten: await writtenAt(context, tree) });
}

async function measured(
  context: GateContext,
  base: string,
  { check, environment }: CheckResult,
): Promise<TestReport | null | undefined> {
  // Its inputs are asked for next.
  const only = { checks: [check], environments: [environment], observe: true };
  const { cells } = await verify(context, base, only);
  return cells.find(({ status }) => status !== 'BROKEN')?.report;
}

const MOST_FILES = 5000;

/** The titles that the test cases of a tree have. */
async function writtenAt({ hub }: GateContext, head: string): Promise<ShortfallContext['isWritten']> {
  const written = new Set<string>();
  for (const path of (await hub.paths(head)).slice(0, MOST_FILES)) {
    const bytes = await hub.file(head, path);
    const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
    for (const title of writtenTitles(path, text)) written.add(title);
  }
  // Some reporters put the groups before a title, with blanks alone.
  return (name) =>
    [0, ...[...name.matchAll(/ /g)].map(({ index }) => index + 1)].some((at) => written.has(name.slice(at)));
}

function notRun(cell: CheckResult, { isCertain, what }: Shortfall, work: Work): Detected {
  const message = `The check ${checkName(cell)} did not run every test that passes at base: ${what}.`;
  return {
    rule: 'tests-not-run',
    severity: isCertain ? 'HIGH' : 'MEDIUM',
    file: '',
    line: 0,
    message,
    identity: identityIn(work, message),
    evidence: lastLines(cell.log, MOST_LINES).join('\n'),
    fix: 'Let these tests run again: look for code that ends the process, skips tests or empties the lists they come from. If the tests have to go, the ticket has to name their files in `mayChange`; without a ticket, a person dismisses this finding.',
  };
}

const MOST_LINES = 12;
