import type { Detected, FileChange } from '../../detect/index.ts';
import type { Check } from '../../model/config.ts';
import type { CheckEvidence } from '../../model/evidence.ts';
import { blindedBy, type CheckWithResult, type WrongAnswers } from './blinded.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext, TakenOut } from '../context.ts';
import { type RemovalAnswer, askWithout, failsWithBase } from './counterfactual.ts';
import type { Work } from '../gate.ts';
import {
  blindEvidence,
  type CheckKey,
  evidenceOf,
  type RemovedCode,
  LONGEST_ASKED,
  treeWithout,
} from './run-without.ts';

export type AskedChecks = {
  readonly evidence: readonly CheckEvidence[];
  readonly isUnnoticed: boolean;
  /** How many checks fail on code that is put in, whatever it does. */
  readonly blind: 'none' | 'some' | 'all';
  /** Checks that base's functions could not deceive, and these do. */
  readonly blinded: readonly Detected[];
  /** Calls of the functions that were taken out. */
  readonly calls: readonly string[];
  /** The check that notices. */
  readonly seeing?: CheckWithResult;
};

/** The branch without what it changes. */
export type BranchWithoutChange = {
  readonly tree: string;
  readonly gone: RemovedCode;
  /** Missing where files are as they are at base. */
  readonly taken?: TakenOut | undefined;
  readonly product?: readonly FileChange[];
};

export type ChecksToAsk = {
  readonly green: readonly CheckResult[];
  /** undefined: nothing can be left out. */
  readonly without: BranchWithoutChange | undefined;
  /** Functions with wrong answers; undefined where there are none, or nothing confines them. */
  readonly spoiled: WrongAnswers | undefined;
};

/** Checks that ran tests first: one of them will notice if any does. */
export async function askChecks(context: GateContext, work: Work, asking: ChecksToAsk): Promise<AskedChecks> {
  const { green, without, spoiled } = asking;
  const evidence: CheckEvidence[] = [];
  const calls: string[] = [];
  const gone = without?.gone ?? { functions: [] };
  const wrong = spoiled === undefined ? undefined : await treeWithout(context, work, spoiled.taken);
  const all = inOrder(context, green);
  let [unseen, blind] = [0, 0];
  const result = (): AskedChecks => {
    const isUnnoticed = all.length > 0 && unseen + blind === all.length;
    const which = blind === 0 ? 'none' : blind === all.length ? 'all' : 'some';
    return { evidence, isUnnoticed, blind: which, blinded: [], calls };
  };
  for (const seeing of all) {
    const { cell } = seeing;
    const asked =
      cell.ms > LONGEST_ASKED ? undefined : await askOne(context, work, seeing, { ...asking, wrong });
    calls.push(...(asked?.calls ?? []));
    const { answer, isBase = false, blinded = [] } = asked ?? {};
    if (blinded.length > 0) return { ...result(), evidence: [evidenceOf(cell, gone, true)], blinded };
    if (answer === 'seen')
      return { ...result(), isUnnoticed: false, evidence: [evidenceOf(cell, gone, false, isBase)], seeing };
    if (answer === 'unseen') unseen += 1;
    if (answer === 'blind') blind += 1;
    if (answer === 'unseen') evidence.push(evidenceOf(cell, gone, true));
    else if (answer === 'blind') evidence.push(blindEvidence(cell));
    else
      evidence.push(
        notAsked(cell, asked === undefined ? 'it takes longer than 5 minutes' : 'that run was not possible'),
      );
  }
  return result();
}

type OneAsked = {
  readonly answer?: RemovalAnswer['answer'] | undefined;
  readonly calls: readonly string[];
  /** It notices the functions of base, not that there are none. */
  readonly isBase?: boolean;
  readonly blinded?: readonly Detected[];
};

async function askOne(
  context: GateContext,
  work: Work,
  seeing: CheckWithResult,
  { without, spoiled, wrong }: ChecksToAsk & { readonly wrong: string | undefined },
): Promise<OneAsked> {
  const calls: string[] = [];
  const ask = async (what: Parameters<typeof askWithout>[3]): Promise<RemovalAnswer['answer']> => {
    const { answer, calls: own } = await askWithout(context, work, seeing, what);
    calls.push(...own);
    return answer;
  };
  let answer = wrong === undefined ? undefined : await ask({ tree: wrong, taken: spoiled?.taken });
  if (answer === 'unseen' && spoiled !== undefined) {
    const blinded = await blindedBy(context, work, { ...seeing, ...spoiled });
    if (blinded.length > 0) return { calls, blinded };
  }
  // A function that answers nothing is seen by what it does, and a new one was not spoiled.
  if (without !== undefined && (answer !== 'seen' || spoiled?.which === 'all')) answer = await ask(without);
  if (answer !== 'unseen' || without?.product === undefined) return { answer, calls };
  const isBase = await failsWithBase(context, work, seeing, { product: without.product });
  return { answer: isBase ? 'seen' : 'unseen', calls, isBase };
}

/** Each check once, those with tests first. */
export function inOrder(
  { plan }: GateContext,
  green: readonly CheckResult[],
): { check: Check; cell: CheckResult }[] {
  const tests = (cell: CheckResult): number => (cell.report == null ? 0 : 1);
  const seen = new Set<string>();
  return green
    .toSorted((a, b) => tests(b) - tests(a) || a.ms - b.ms)
    .flatMap((cell) => {
      const check = plan.verify.find(({ id }) => id === cell.check);
      if (check === undefined || seen.has(check.id)) return [];
      seen.add(check.id);
      return [{ check, cell }];
    });
}

export function notAsked({ check, environment }: CheckKey, because: string): CheckEvidence {
  return { check, environment, noticed: { functions: 0, unnoticed: [], notAsked: because } };
}
