import { type Detected, identityIn, isTest } from '../../detect/index.ts';
import { bringsOwnWalls } from '../../model/checks.ts';
import type { CheckWithResult } from './blinded.ts';
import type { GateContext, TakenOut } from '../context.ts';
import { askWithout, failsWithBase } from './counterfactual.ts';
import type { Work } from '../gate.ts';
import { knownInputs } from '../checks/reports-at.ts';
import { LONGEST_ASKED, namesOf, treeWithout } from './run-without.ts';

/** Milliseconds of further runs: never more than the first, and less where the checks are quick, but always the second. */
const [MOST, LEAST] = [10_000, 5000];
/** What the proof of a change may cost in all, as a multiple of its checks; a noticed change took two runs already. */
const [SHARE, TAKEN] = [2.8, 2];
/** Milliseconds of a checkout. */
const CHECKOUT = 250;

type Functions = TakenOut['functions'];
type FunctionsToTry = {
  readonly taken: TakenOut;
  readonly removal: 'return' | 'throw';
  /** The green checks in the order they are asked, the first of which notices all functions together. */
  readonly checks: readonly CheckWithResult[];
};

export type UnnoticedFunctions = {
  /** Without which every check passes. */
  readonly unnoticed: Functions;
  /** How many were not tried, as that would have taken too long. */
  readonly untried: number;
};

/**
 * Which of several functions no check notices, once one notices all of them together (EVID-02): that says nothing of each.
 * Functions in files that no check read are not noticed by any. Those that no changed test names are tried together
 * and halved where a check fails, the others one by one.
 */
export async function triedApart(
  context: GateContext,
  work: Work,
  asking: FunctionsToTry,
): Promise<UnnoticedFunctions> {
  const units = unitsOf(asking.taken.functions);
  if (units.length < 2) return { unnoticed: [], untried: 0 };
  const isUnread = await unreadFiles(context, work, asking.checks);
  const free = units.filter(([first]) => isUnread(first?.file ?? ''));
  const rest = units.filter((unit) => !free.includes(unit));
  const budget = { left: budgetFor(asking.checks) };
  const unnoticed: Functions[] = [...free];
  let untried = 0;
  /** `isNoticed`: without these a check fails. */
  const search = async (group: readonly Functions[], isNoticed: boolean): Promise<boolean | undefined> => {
    const passes = isNoticed ? false : await passesWithout(context, work, { ...asking, group, budget });
    if (passes === true) unnoticed.push(...group);
    if (passes === undefined) untried += group.flat().length;
    if (passes !== false || group.length < 2) return passes;
    const half = Math.ceil(group.length / 2);
    const first = await search(group.slice(0, half), false);
    await search(group.slice(half), first === true);
    return false;
  };
  // The only one that is left is what the check noticed.
  if (rest.length > 1) {
    const named = namedByTests(work);
    const unnamed = rest.filter((unit) => !named(unit));
    if (unnamed.length > 0) await search(unnamed, unnamed.length === rest.length);
    for (const unit of rest.filter(named)) await search([unit], false);
  }
  return { unnoticed: unnoticed.flat(), untried };
}

/** Functions of one name in one file are taken out together. */
function unitsOf(functions: Functions): readonly Functions[] {
  return [...Map.groupBy(functions, idOf).values()];
}

function idOf({ file, name }: Functions[number]): string {
  return `${file}:${name}`;
}

function budgetFor(checks: readonly CheckWithResult[]): number {
  const all = checks.reduce((sum, { cell }) => sum + cell.ms, 0);
  return Math.min(MOST, Math.max(LEAST, SHARE * all - TAKEN * (checks[0]?.cell.ms ?? 0)));
}

/** Whether a file was read by no check; setup may have copied or compiled it, and then nobody knows. */
async function unreadFiles(
  context: GateContext,
  { head }: Work,
  checks: readonly CheckWithResult[],
): Promise<(file: string) => boolean> {
  const read = new Set<string>();
  for (const { cell } of checks) {
    const environment = context.plan.environments.find(({ id }) => id === cell.environment);
    const isSetUp = context.plan.setup !== null || (environment?.setup ?? null) !== null;
    const known = await knownInputs(context, head, cell);
    if (isSetUp || bringsOwnWalls(environment?.prefix ?? []) || known?.inputs == null) return () => false;
    for (const path of known.inputs.read) read.add(path);
  }
  return (file) => !read.has(file);
}

function namedByTests({ changes }: Work): (unit: Functions) => boolean {
  const tests = changes.filter((change) => isTest(change)).map(({ after }) => after?.text ?? '');
  return (unit) =>
    unit.some(({ name }) => {
      const own = name.split('.').at(-1) ?? '';
      return own !== '' && tests.some((text) => text.includes(own));
    });
}

type Group = FunctionsToTry & { readonly group: readonly Functions[]; readonly budget: { left: number } };

/** Whether all checks pass without these functions, and with wrong answers of theirs; undefined: nobody knows. */
async function passesWithout(
  context: GateContext,
  work: Work,
  { group, removal, checks, budget }: Group,
): Promise<boolean | undefined> {
  const which = new Set(group.flat().map(idOf));
  const product = work.changes.filter((change) => !isTest(change));
  for (const how of removal === 'return' ? ([removal, 'spoil'] as const) : [removal]) {
    const taken = await context.takeOut?.(product, how, which);
    if (taken === undefined || (how === removal && taken.functions.length === 0)) return undefined;
    if (taken.functions.length === 0) continue;
    const tree = await treeWithout(context, work, taken);
    for (const seeing of checks) {
      if (seeing.cell.ms > LONGEST_ASKED || budget.left < seeing.cell.ms + CHECKOUT) return undefined;
      // The first one has shown with all functions together that it accepts what is put in.
      const control = seeing === checks[0] ? undefined : taken;
      const { answer, ms } = await askWithout(context, work, seeing, { tree, taken: control });
      budget.left -= ms === 0 ? 0 : ms + CHECKOUT;
      if (answer === 'seen') return false;
      if (answer === 'broken') return undefined;
    }
  }
  for (const seeing of checks.filter(({ cell }) => cell.report != null)) {
    if (budget.left < seeing.cell.ms + CHECKOUT) return undefined;
    budget.left -= seeing.cell.ms + CHECKOUT;
    if (await failsWithBase(context, work, seeing, { product, which })) return false;
  }
  return true;
}

/** What a person and the critic are told of functions that others hid. */
export function hiddenFunctions(
  work: Work,
  severity: Detected['severity'],
  { unnoticed }: UnnoticedFunctions,
): Detected[] {
  const [first] = unnoticed;
  if (first === undefined) return [];
  const message = 'No check notices some of the changed functions: all of them pass without these.';
  return [
    {
      rule: 'unnoticed-change',
      severity,
      file: first.file,
      line: first.line,
      message,
      identity: identityIn(work, message),
      evidence: namesOf(unnoticed),
      fix: 'Add a test that calls these functions and fails when they do not do their work, and see that the checks run it.',
    },
  ];
}
