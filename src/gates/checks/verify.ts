import { namingTests, startedRunners } from '../../detect/index.ts';
import type { TestReport } from '../test-report/test-report.ts';
import { readRun, withResults } from '../test-report/results.ts';
import { EXIT_WITHOUT_FOLDER } from '../../model/config.ts';
import type { Check, Command, Environment } from '../../model/config.ts';
import type { EnvironmentResult } from '../../model/feedback.ts';
import { wallsNote } from '../../model/checks.ts';
import type { GateContext, GatedCandidate } from '../context.ts';
import { asksForNetwork, NETWORK_HINT } from './network-hint.ts';
import { knownInputs, rememberInputs, rememberReport } from './reports-at.ts';
import { type CommandRun, runCheckCommand } from './run-check-command.ts';
import { voidingFiles, voidWords } from './rewritten-files.ts';
import type { CheckRun, CheckResult } from './check-result.ts';
import { checkResultOf, type CheckRunOutcome } from './check-result-of.ts';

export type VerificationResult = {
  readonly commit: string;
  readonly cells: readonly CheckResult[];
  /** `broken` when a cell could not be computed and none failed. */
  readonly status: 'pass' | 'fail' | 'broken';
};

/** Ids of checks and environments; what is left out means all. */
export type Selection = {
  readonly checks?: readonly string[];
  readonly environments?: readonly string[];
  /** Observe the inputs of each check and keep them for this tree. */
  readonly observe?: boolean;
};

/** Runs the checks × environments on a commit or tree, one after the other (ENV-01). */
export async function verify(
  context: GateContext,
  commit: string,
  what: Selection = {},
): Promise<VerificationResult> {
  const checks = context.plan.verify.filter((check) => what.checks?.includes(check.id) !== false);
  const gated = context.candidate?.commit === commit ? context.candidate : undefined;
  const result = await runChecks(context, commit, checks, { ...what, gated });
  await gated?.keep(result.cells);
  for (const cell of result.cells) await rememberReport(context, commit, cell);
  return result;
}

/** The same for checks that are not in the plan: commands of acceptance criteria, for example. */
export async function runChecks(
  context: GateContext,
  commit: string,
  checks: readonly Check[],
  { environments, observe = false, gated }: Omit<Selection, 'checks'> & Pick<CellRun, 'gated'> = {},
): Promise<VerificationResult> {
  const cells: CheckResult[] = [];
  for (const check of checks) {
    const meant = environmentsOf(check, context.plan.environments);
    if (meant.length === 0) cells.push(nowhere(check));
    for (const environment of meant) {
      if (environments?.includes(environment.id) === false) continue;
      cells.push(await cellFor(context, { commit, check, environment, observe, gated }));
    }
  }
  return { commit, cells, status: statusOf(cells) };
}

function statusOf(cells: readonly CheckResult[]): VerificationResult['status'] {
  if (cells.some((cell) => cell.status === 'FAIL')) return 'fail';
  return cells.some((cell) => cell.status === 'BROKEN') ? 'broken' : 'pass';
}

/** The part of a cell that is remembered with an attempt. */
export function resultOf({ environment, check, exitCode, status, details }: CheckResult): EnvironmentResult {
  return { environment, check, exitCode, status, details };
}

/** The commit has no such folder as the check runs in. */
export function isWithoutFolder({ plan }: Pick<GateContext, 'plan'>, cell: CheckResult): boolean {
  const check = plan.verify.find(({ id }) => id === cell.check);
  return check?.dir !== undefined && cell.exitCode === EXIT_WITHOUT_FOLDER;
}

/** The environments in which a check runs. */
export function environmentsOf(check: Check, all: readonly Environment[]): readonly Environment[] {
  if (check.environments.length === 0) return all;
  return all.filter((environment) => check.environments.includes(environment.id));
}

/** A check that no environment runs has no result, and that is not a pass. */
function nowhere(check: Check): CheckResult {
  const because = 'no environment runs this check';
  return checkResultOf(
    { check: check.id, environment: '', note: '' },
    { status: 'BROKEN', exitCode: null, flaky: false, how: 'broken', because, log: '', report: null, ms: 0 },
  );
}

type CellRun = {
  readonly commit: string;
  readonly check: Check;
  readonly environment: Environment;
  /** Observe its inputs and keep them for this tree. */
  readonly observe?: boolean;
  readonly gated?: GatedCandidate | undefined;
};

/** One run of a check on a tree; a red one is not tried again. */
export async function runOnce(
  context: GateContext,
  what: CellRun & Pick<CommandRun, 'env'> & { readonly around?: (run: Command) => Command },
): Promise<CheckRunOutcome> {
  const { commit, check, environment, env, observe = false, around = (run) => run } = what;
  const { timeout, dir, results = [] } = check;
  const network = check.network === true || environment.network === true;
  const manifest = await manifestOf(context, what);
  const own =
    results.length > 0 ? withResults(around(check.run), results) : around(namingTests(check.run, manifest));
  const run = { commit, run: own, environment, timeout, dir, env, network, observe };
  const ran = await runCheckCommand(context, run);
  const { shown, report } = readRun(ran, startedRunners(check.run, manifest), check.run);
  const outcome = judged(shown, check.expect, report);
  if (observe) {
    const cell = { check: check.id, environment: environment.id };
    await rememberInputs(context, commit, cell, outcome.status === 'PASS' ? ran.inputs : null);
  }
  if (outcome.status === 'FAIL' && asksForNetwork(context, run, outcome.log))
    return { ...outcome, because: `${outcome.because}; ${NETWORK_HINT}` };
  const isGreen = outcome.status === 'PASS' && ran.rewrote !== undefined;
  const voiding = isGreen ? await voidingFiles(context, run, check, ran.rewrote) : [];
  return voiding.length === 0 ? outcome : { ...outcome, status: 'FAIL', because: voidWords(voiding) };
}

/**
 * A red cell is run once more in a fresh checkout. One that then passes is flaky: it counts as a pass only where the
 * baseline measured the same check as flaky too, otherwise the ticket may have brought the race in and it stays red.
 */
async function cellFor(context: GateContext, { observe, gated, ...what }: CellRun): Promise<CheckResult> {
  const { check, environment } = what;
  const earlier = gated?.cells.find((cell) => cell.check === check.id && cell.environment === environment.id);
  const isAcquitted = context.flaky?.has(check.id) === true;
  if (earlier?.status === 'PASS' && (!earlier.flaky || isAcquitted)) return earlier;
  const place = { check: check.id, environment: environment.id, note: wallsNote(environment) };
  // A landing repeats what was observed when the work was validated.
  const isAsked = observe === true && gated === undefined && (await context.processes.observes());
  const canObserve = isAsked && (await worksObserved(context, what));
  const observed = canObserve ? await runOnce(context, { ...what, observe }) : undefined;
  if (observed?.status === 'PASS') return checkResultOf(place, observed);
  // Some programs do not work when they are observed: a red one counts as it is by itself.
  const isRedOnce = earlier?.status === 'FAIL' && !earlier.flaky;
  const first = isRedOnce ? outcomeOf(earlier) : await runOnce(context, what);
  const flickers = (red: CheckRunOutcome, green: CheckRunOutcome): CheckResult =>
    checkResultOf(place, flaky(red, green, context.flaky?.has(check.id) === true));
  if (first.status === 'PASS' && observed?.status === 'FAIL') {
    const again = await runOnce(context, { ...what, observe: true });
    if (again.status === 'PASS') return flickers(observed, first);
    // Work that fails only while it is observed has something to hide, unless base does too.
    const isBent = again.status === 'FAIL' && (await isGreenObserved(context, what));
    return checkResultOf(place, isBent ? withSecond(observed, again) : first);
  }
  const isApart = gated?.apart === true && !isExpectedRed(context, check.id);
  if (first.status !== 'FAIL' || isApart) return checkResultOf(place, first);
  const second = observed?.status === 'FAIL' ? observed : await runOnce(context, what);
  if (second.status === 'FAIL') return checkResultOf(place, withSecond(first, second));
  // Red, and then not computable: whether the work or the machine was at fault is not known.
  return second.status === 'BROKEN' ? checkResultOf(place, second) : flickers(first, second);
}

/** Known to be flaky, or red at base already: a red one delays nobody. */
function isExpectedRed({ flaky, excused }: GateContext, id: string): boolean {
  return flaky?.has(id) === true || excused?.has(id) === true;
}

/** A cell of an earlier run as the first of two. */
function outcomeOf({ details, report = null, ...cell }: CheckResult): CheckRunOutcome {
  return { ...cell, report, because: details.split('\n', 1)[0] ?? '' };
}

/** Whether a check may work while it is observed: the base of the epic is asked, where it is known. */
async function worksObserved(context: GateContext, { check, environment }: CellRun): Promise<boolean> {
  const { epicBase } = context;
  const cell = { check: check.id, environment: environment.id };
  return epicBase === undefined || (await knownInputs(context, epicBase, cell))?.inputs !== null;
}

/** Whether the base of the epic, if this is not it, passes a check while it is observed; asked only in doubt. */
async function isGreenObserved(
  context: GateContext,
  { commit, check, environment }: CellRun,
): Promise<boolean> {
  const { epicBase } = context;
  if (epicBase === undefined || epicBase === commit) return false;
  const cell = { check: check.id, environment: environment.id };
  if ((await knownInputs(context, epicBase, cell)) === undefined)
    await verify(context, epicBase, { checks: [check.id], environments: [environment.id], observe: true });
  return (await knownInputs(context, epicBase, cell))?.inputs != null;
}

function flaky(red: CheckRunOutcome, green: CheckRunOutcome, isKnown: boolean): CheckRunOutcome {
  return {
    status: isKnown ? 'PASS' : 'FAIL',
    exitCode: red.exitCode,
    flaky: true,
    how: red.how,
    because: `flaky: ${saidEnd(red)} first, then exit code ${green.exitCode} on the same tree`,
    log: red.log,
    report: red.report,
    ms: red.ms,
    ...(red.place !== undefined && { place: red.place }),
  };
}

/** A program that was ended says nothing of why, so it is told that it was tried twice (REAL-02). */
function withSecond(first: CheckRunOutcome, second: CheckRunOutcome): CheckRunOutcome {
  const both = { ...first, again: second.report };
  if (first.exitCode !== null) return both;
  return { ...both, because: `${first.because}; tried again: ${saidEnd(second)}` };
}

/** The scripts of the package that a check runs in. */
async function manifestOf(
  { hub }: GateContext,
  { commit, check }: Pick<CellRun, 'commit' | 'check'>,
): Promise<string | undefined> {
  const path = check.dir === undefined ? 'package.json' : `${check.dir}/package.json`;
  const bytes = await hub.file(commit, path).catch(() => undefined);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function judged(ran: CheckRun, expected: number, report: TestReport | null): CheckRunOutcome {
  const { exitCode, how, log, because, place, ms } = ran;
  const rewrote = ran.rewrote?.map(({ path }) => path);
  const common = {
    exitCode,
    flaky: false,
    how,
    log,
    report,
    ms,
    ...(place !== undefined && { place }),
    ...(rewrote && { rewrote }),
  };
  if (how === 'ended') return { ...common, status: 'FAIL', because };
  if (how !== 'exited') return { ...common, status: 'BROKEN', because };
  const wrong = wrongEnd(exitCode, expected, report);
  return { ...common, status: wrong === '' ? 'PASS' : 'FAIL', because: wrong };
}

/** Why a program that exited has not passed; empty where it has. A report makes it stricter, never milder (REAL-02). */
export function wrongEnd(exitCode: number | null, expected: number, report: TestReport | null): string {
  const none = report?.ranNoTest === true ? 'ran no test' : '';
  if (exitCode !== expected)
    return `exit code ${exitCode}, expected ${expected}${none === '' ? '' : `; ${none}`}`;
  if (none !== '') return `${none}, exit code ${exitCode}`;
  const failed = expected === 0 ? (report?.failed ?? 0) : 0;
  return failed === 0 ? '' : `exit code 0, but its report says that ${failed} failed`;
}

function saidEnd(outcome: CheckRunOutcome): string {
  return outcome.exitCode === null ? outcome.because : `exit code ${outcome.exitCode}`;
}
