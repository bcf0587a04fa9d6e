import type { ObservedInputs } from '../../model/checks.ts';
import type { GateContext } from '../context.ts';
import { knownInputs } from '../checks/reports-at.ts';
import { environmentsOf, verify } from '../checks/verify.ts';

/** The inputs of one check in one environment; null where they could not be observed. */
export type CheckInputs = {
  readonly check: string;
  readonly environment: string;
  readonly inputs: ObservedInputs | null;
};

/**
 * The inputs of checks on a tree. A check that was not observed there before is run once for it; its results are kept, so
 * that happens once for each tree, setup and check.
 */
export async function inputsAt(
  context: GateContext,
  commit: string,
  checks: readonly string[],
): Promise<readonly CheckInputs[]> {
  const found: CheckInputs[] = [];
  const canObserve = context.measurements !== undefined && (await context.processes.observes());
  for (const check of context.plan.verify.filter(({ id }) => checks.includes(id))) {
    for (const { id: environment } of environmentsOf(check, context.plan.environments)) {
      const cell = { check: check.id, environment };
      let known = canObserve ? await knownInputs(context, commit, cell) : { inputs: null };
      if (known === undefined) {
        await verify(context, commit, { checks: [check.id], environments: [environment], observe: true });
        known = await knownInputs(context, commit, cell);
      }
      found.push({ ...cell, inputs: known?.inputs ?? null });
    }
  }
  return found;
}
