import type { Check } from '../../model/config.ts';
import type { ObservedInputs } from '../../model/checks.ts';
import { sha256 } from '../../model/sha256.ts';
import type { CheckResult } from './check-result.ts';
import type { GateContext } from '../context.ts';
import type { Ticket } from '../../model/epic.ts';
import type { TestReport } from '../test-report/test-report.ts';
import { isMap } from '../../schema/fits.ts';

type Ran = Pick<CheckResult, 'check' | 'environment'>;

type Known = {
  readonly report: TestReport | null;
  /** Missing in those of older versions. */
  readonly rewrote?: readonly string[];
};

function isReport(value: unknown): value is Known {
  return isMap(value) && 'report' in value;
}

type Inputs = { readonly inputs: ObservedInputs | null };

function isInputs(value: unknown): value is Inputs {
  return isMap(value) && 'inputs' in value;
}

/** Remembers which tests a check ran on a tree, for changes on top of it. */
export async function rememberReport(context: GateContext, commit: string, cell: CheckResult): Promise<void> {
  const { status, flaky, report = null, rewrote = [] } = cell;
  if (context.measurements === undefined || status === 'BROKEN' || flaky) return;
  const key = await keyOf(context, commit, cell);
  if (key !== undefined) context.measurements.put(key, { report, rewrote });
}

/** What is remembered of that, or what the gate of a candidate's parent finds; undefined where nothing is. */
export async function knownReport(
  context: GateContext,
  commit: string,
  cell: Ran & { readonly ms?: number },
): Promise<Known | undefined> {
  const key = context.measurements === undefined ? undefined : await keyOf(context, commit, cell);
  if (key === undefined) return undefined;
  const known = context.measurements?.get(key);
  if (isReport(known)) return known;
  const { ms, ...ran } = cell;
  if (commit !== context.tip || ms === undefined) return undefined;
  const found = await context.candidate?.parent({ ...ran, ms });
  return found === undefined ? undefined : { report: found.report ?? null, rewrote: found.rewrote ?? [] };
}

/** Remembers what a check looked at on a tree; null: that could not be observed. */
export async function rememberInputs(
  context: GateContext,
  commit: string,
  cell: Ran,
  inputs: ObservedInputs | null | undefined,
): Promise<void> {
  const key = context.measurements === undefined ? undefined : await keyOf(context, commit, cell);
  if (key !== undefined) context.measurements?.put(`${key}-inputs`, { inputs: inputs ?? null });
}

/** The inputs that are remembered; undefined where nothing is. */
export async function knownInputs(
  context: GateContext,
  commit: string,
  cell: Ran,
): Promise<Inputs | undefined> {
  const key = context.measurements === undefined ? undefined : await keyOf(context, commit, cell);
  const known = key === undefined ? undefined : context.measurements?.get(`${key}-inputs`);
  return isInputs(known) ? known : undefined;
}

/** What is remembered of checks on a tree, by key, for machines that did not run them there; what could not be observed is not. */
export async function measuredAt(
  context: GateContext,
  commit: string,
  cells: readonly Ran[],
): Promise<ReadonlyMap<string, unknown>> {
  const known = new Map<string, unknown>();
  for (const cell of cells) {
    const inputs = await knownInputs(context, commit, cell);
    const key = inputs?.inputs == null ? undefined : await keyOf(context, commit, cell);
    const report = key === undefined ? undefined : context.measurements?.get(key);
    if (key !== undefined && report !== undefined) known.set(key, report).set(`${key}-inputs`, inputs);
  }
  return known;
}

/** Everything that decides which tests run. */
async function keyOf(context: GateContext, commit: string, cell: Ran): Promise<string | undefined> {
  const check = context.plan.verify.find(({ id }) => id === cell.check);
  return check === undefined ? undefined : runKey(context, commit, check, cell.environment);
}

/** Everything that decides how a check comes out on a tree; undefined where that is not known. */
export async function runKey(
  { hub, plan }: GateContext,
  commit: string,
  check: Check,
  environmentId: string,
): Promise<string | undefined> {
  const environment = plan.environments.find(({ id }) => id === environmentId);
  const { tree } = await hub.commit(commit).catch(() => ({ tree: undefined }));
  if (tree === undefined || environment === undefined) return undefined;
  return sha256(JSON.stringify([VERSION, tree, check, environment, plan.setup]));
}

/** Goes up when reports are read differently. */
const VERSION = 3;

/** Remembers that this very tree passed: a landing whose merged tree is the validated one asks the same again. */
export async function proofOf(
  { hub, plan, measurements }: GateContext,
  { base, ticket }: { readonly base: string; readonly ticket: Ticket | null },
  { tree, checks }: { readonly tree: string; readonly checks: readonly string[] },
): Promise<{ readonly isKnown: () => boolean; readonly keep: () => void }> {
  const [held, was] = await Promise.all([hub.commit(tree), hub.commit(base)]);
  const { setup, environments } = plan;
  const asked = plan.verify.filter(({ id }) => checks.includes(id));
  const about = [held.tree, was.tree, asked, setup, environments, ticket];
  const key = `${sha256(JSON.stringify(about))}-put-back`;
  return {
    isKnown: () => {
      const known = measurements?.get(key);
      return isMap(known) && known['passed'] === true;
    },
    keep: () => measurements?.put(key, { passed: true }),
  };
}
