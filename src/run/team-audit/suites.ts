import type { AuditFinding } from '../../model/audit.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { ScanCheck } from '../../audit/index.ts';
import { isExcused, verify } from '../../gates/index.ts';
import type { CheckResult } from '../../gates/index.ts';
import { checkName, inEnvironment } from '../../model/checks.ts';
import type { StageContext } from '../stage-context.ts';
import { gateContextFor } from '../stages/checks.ts';
import { lastRecord } from '../records/run-records.ts';

type Suite = CheckResult & {
  /** Red at base, and a person has said that it may be: shown, never charged. */
  readonly isExcused: boolean;
};

/** How the project's own checks came out at the commit that is audited. */
export type Suites = { readonly commit: string; readonly cells: readonly Suite[] };

/** The test auditor does not have to believe anybody: the suites are really run, by our own gates, where it looks. */
export async function runSuites(
  context: StageContext,
  assignment: AssignmentEvent,
  commit: string,
  cancel: AbortSignal,
): Promise<void> {
  // What landed has passed them all; a repository as it is has not, whoever judges it.
  const isWanted =
    context.plan.gating.team.auditors.includes('test') || context.inputs.epic.tickets.length === 0;
  if (!isWanted || context.plan.verify.length === 0) return;
  const gateContext = await gateContextFor(context, assignment, cancel);
  const { cells } = await verify(gateContext, commit);
  if (cancel.aborted) return;
  const suites: Suites = {
    commit,
    cells: cells.map((cell) => ({ ...cell, log: '', isExcused: isExcused(gateContext, cell) })),
  };
  await context.records.put(assignment.run, 'suites', suites);
}

/** What was run for this commit; null where nothing was. */
export async function suitesAt(
  context: StageContext,
  { ticket: job }: AssignmentEvent,
  commit: string,
): Promise<Suites | null> {
  const suites = await lastRecord(context, job, 'survey', 'suites');
  return suites?.commit === commit ? suites : null;
}

/** The tests against a started application count as the suites do. */
export function withPhases(
  suites: Suites | null,
  commit: string,
  phases: readonly CheckResult[],
): Suites | null {
  if (phases.length === 0) return suites;
  const cells = phases.map((cell) => ({ ...cell, log: '', isExcused: false }));
  return { commit, cells: [...(suites?.cells ?? []), ...cells] };
}

/** A suite that could not run may hide anything (P8). */
export function isUnknown({ cells }: Suites): boolean {
  return cells.some(({ status, isExcused }) => status === 'BROKEN' && !isExcused);
}

/** As the test auditor reads them. */
export function suiteLines({ cells }: Suites): readonly string[] {
  return cells.map(({ status, flaky, isExcused, details, ...cell }) =>
    [
      `${checkName(cell)}: ${status}${flaky ? ', flaky' : ''}${isExcused ? ', accepted as it is' : ''}`,
      ...(status === 'PASS' ? [] : [details]),
    ].join('\n'),
  );
}

/** One check of the score for each: a red suite fails, whatever the auditor says, and one that could not run is not known. */
export function suiteChecks({ cells }: Suites): readonly ScanCheck[] {
  return cells
    .filter(({ isExcused }) => !isExcused)
    .map((cell) => ({
      rule: `suite ${checkName(cell)}`,
      ran: cell.status !== 'BROKEN',
      binding: true,
      findings: cell.status === 'PASS' ? [] : [suiteFinding(cell)],
    }));
}

/** Which suites could not run, and why; empty where all of them ran. */
export function couldNotRun(suites: Suites | null): string {
  const broken = (suites?.cells ?? []).filter((cell) => cell.status === 'BROKEN' && !cell.isExcused);
  return broken.map((cell) => `${notRunWords(cell)}: ${cell.details.split('\n', 1)[0]}`).join('; ');
}

function notRunWords({ check, environment }: Suite): string {
  return `${check} could not run${inEnvironment(environment)}`;
}

/** A red suite is the work's fault. One that could not run is not: no fixer is sent, and people read why. */
function suiteFinding(cell: Suite): AuditFinding {
  const { check, environment, details } = cell;
  const about =
    cell.status === 'BROKEN'
      ? ({
          severity: 'INFO',
          id: 'NOT-RUN',
          title: notRunWords(cell),
          fixHint: 'Find out why it could not run. Nothing is known about the work until it does.',
        } as const)
      : ({
          severity: 'HIGH',
          id: 'TEST-RUN',
          title: `${check} fails${inEnvironment(environment)}`,
          fixHint: 'Find out why it fails, and fix the cause; never the check.',
        } as const);
  const evidence = details.slice(0, 2_000);
  return { auditor: 'test', source: 'scan', verdict: 'FAIL', file: '', line: 0, evidence, ...about };
}
