import { type Detected, type FileChange, identityIn } from '../../detect/index.ts';
import type { CheckEvidence } from '../../model/evidence.ts';
import type { Check } from '../../model/config.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext, TakenOut } from '../context.ts';
import { askWithout, failsWithBase } from '../evidence/counterfactual.ts';
import { criteriaChecks } from './criteria.ts';
import type { Work } from '../gate.ts';
import {
  blindEvidence,
  evidenceOf,
  LONGEST_ASKED,
  namesOf,
  runOn,
  treeWithout,
} from '../evidence/run-without.ts';

type Without = {
  /** The branch without its changed functions. */
  readonly tree: string;
  readonly taken: TakenOut;
  readonly product: readonly FileChange[];
};

type Unaffected = { readonly detected: readonly Detected[]; readonly evidence: readonly CheckEvidence[] };

/** Criteria whose command stays green without the changed functions (EVID-02). */
export async function unaffectedCriteria(
  context: GateContext,
  work: Work,
  without: Without,
): Promise<Unaffected> {
  const detected: Detected[] = [];
  const evidence: CheckEvidence[] = [];
  const { cells } = await work.proved();
  for (const check of work.ticket === null ? [] : criteriaChecks(work.ticket)) {
    const cell = cells.find((each) => each.check === check.id && each.status === 'PASS' && !each.flaky);
    if (cell === undefined || cell.ms > LONGEST_ASKED) continue;
    const seeing = { check, cell };
    const { answer } = await askWithout(context, work, seeing, without);
    if (answer === 'broken') continue;
    const isBase = answer === 'unseen' && (await failsWithBase(context, work, seeing, without));
    const isUnseen = answer === 'unseen' && !isBase;
    evidence.push(
      answer === 'blind' ? blindEvidence(cell) : evidenceOf(cell, without.taken, isUnseen, isBase),
    );
    if (isUnseen) detected.push(await unaffected(context, work, without, seeing));
  }
  return { detected, evidence };
}

type Proof = { readonly check: Check; readonly cell: CheckResult };

/**
 * A build, a linter and a look at a document stay green too, and were green before or are about another part of the
 * change: those are told. The delivery is at fault where its command runs the functions and sees nothing of them, or where
 * it made the command pass and has nothing but functions that could have.
 */
async function unaffected(
  context: GateContext,
  work: Work,
  { taken, product }: Without,
  { check, cell }: Proof,
): Promise<Detected> {
  const isBlind = async (): Promise<boolean> => {
    const thrown = await context.takeOut?.(product, 'throw');
    if (thrown === undefined) return false;
    const tree = await treeWithout(context, work, thrown);
    return (await askWithout(context, work, { check, cell }, { tree, taken: thrown })).answer === 'seen';
  };
  const isMadeGreen = async (): Promise<boolean> =>
    !taken.hasMore && (await runOn(context, work.base, check, cell)).status === 'FAIL';
  const isAtFault = (await isBlind()) || (await isMadeGreen());
  const id = check.id.replace(/^criterion /, '');
  const message = isAtFault
    ? `${id}'s proof does not depend on the change: its command passes with the changed functions taken out.`
    : `${id}'s command passes with the changed functions taken out: it proves nothing about them.`;
  const [first] = taken.functions;
  return {
    rule: 'proof-unaffected',
    severity: isAtFault ? 'HIGH' : 'LOW',
    file: first?.file ?? '',
    line: first?.line ?? 0,
    message,
    identity: identityIn(work, message),
    evidence: namesOf(taken.functions),
    fix: "Make the criterion's command depend on the work: a test that calls the changed functions and asserts their results.",
  };
}
