import { checkName } from '../../model/checks.ts';
import type { RepairDoubt } from '../../model/events.ts';
import type { CheckResult } from './check-result.ts';
import type { GateContext } from '../context.ts';
import { emptySubmodules, repairDoubt } from './repair-doubt.ts';
import { reasonsOf } from '../verification.ts';
import { verify } from './verify.ts';

/**
 * Runs the checks a blocked agent named on the base commit (all of them where none it named is known). Red or not
 * computable there: the infrastructure is broken. Green: the claim is false (FLOW-12).
 */
export async function confirmBlocked(
  context: GateContext,
  base: string,
  checks: readonly string[],
): Promise<Blocked> {
  const named = new Set(checks.map(folded));
  const known = context.plan.verify.map((check) => check.id).filter((id) => named.has(folded(id)));
  const { cells } = await verify(context, base, known.length === 0 ? {} : { checks: known });
  const bad = cells.filter((cell) => cell.status !== 'PASS' && !cell.flaky);
  if (bad.length > 0) {
    const because = `not green at base: ${reasonsOf(bad)}`;
    const isEverything = context.plan.verify.every(({ id }) => bad.some(({ check }) => check === id));
    const submodules = await emptySubmodules(context, base);
    return { confirmed: true, because, red: bad, doubt: repairDoubt(bad, { isEverything, submodules }) };
  }
  if (cells.length === 0)
    return { confirmed: false, red: [], because: 'no check is configured that could confirm it' };
  return {
    confirmed: false,
    red: [],
    because: `green at base: ${cells.map(checkName).join(', ')}`.slice(0, 2000),
  };
}

type Blocked = {
  readonly confirmed: boolean;
  readonly because: string;
  /** The checks that are not green at base, as they came out. */
  readonly red: readonly CheckResult[];
  /** Why a person is asked before an agent repairs it. */
  readonly doubt?: RepairDoubt | undefined;
};

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
