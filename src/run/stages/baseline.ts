import { type Baseline, baseline as measure, isExcused, measuredAt } from '../../gates/index.ts';
import type { GateContext } from '../../gates/index.ts';
import { isTipCheck } from '../../state/index.ts';
import { nameList } from '../records/name-list.ts';
import { head } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { gateContextFor, inDoubt } from './checks.ts';

/** Every check at the base, before anybody is charged with one that was red before (design: baseline). */
export const baseline: StageWork = async (context, assignment, cancel) => {
  const tip = context.tipWhenSent(assignment.run);
  const gateContext = await gateContextFor(context, assignment, cancel);
  const isLast = isTipCheck(assignment.ticket);
  const measured = isLast ? await lastLook(context, gateContext, tip) : await measure(gateContext, tip);
  if (cancel.aborted) return undefined;
  const known = await measuredAt(gateContext, tip, measured.cells);
  await context.records.put(assignment.run, 'measured', Object.fromEntries(known));
  await context.records.put(assignment.run, 'baseline', { ...measured, keys: [...known.keys()] });
  const { red, inconclusive, checks = [] } = measured;
  const none = checks.filter(({ ranNoTest }) => ranNoTest).map(({ id }) => id);
  const ended = checks.filter(({ isUnfinished }) => isUnfinished === true).map(({ id }) => id);
  const named = { red: nameList(red), inconclusive: nameList(inconclusive) };
  const tests = {
    checks: context.plan.verify.length,
    ...(none.length === 0 ? {} : { noTest: nameList(none) }),
    ...(ended.length === 0 ? {} : { unfinished: nameList(ended) }),
  };
  const bad = checks.filter(({ id }) => red.includes(id) || inconclusive.includes(id));
  const because = bad
    .map(({ id, reason }) => `${id}: ${reason}`)
    .join('; ')
    .slice(0, 1000);
  const why = { ...(because === '' ? {} : { because }), ...inDoubt(measured.doubt) };
  return { ...head(assignment), type: 'baseline_measured', ...named, ...tests, ...why };
};

/** The checks that have not run on the final tip (EVID-07); those that a person accepted as red at base are not charged. */
async function lastLook(context: StageContext, gateContext: GateContext, tip: string): Promise<Baseline> {
  const { unproved } = context.state();
  const verify = gateContext.plan.verify.filter(({ id }) => unproved.includes(id));
  const measured = await measure(
    { ...gateContext, plan: { ...gateContext.plan, verify }, hooks: undefined },
    tip,
  );
  const isCharged = (id: string): boolean =>
    measured.cells.some(
      (cell) => cell.check === id && cell.status !== 'PASS' && !isExcused(gateContext, cell),
    );
  const { red, inconclusive, doubt } = measured;
  return {
    ...measured,
    red: red.filter(isCharged),
    inconclusive: inconclusive.filter(isCharged),
    // The other checks have passed on this very tip.
    doubt: doubt?.reason === 'all_red' && verify.length < gateContext.plan.verify.length ? undefined : doubt,
  };
}
