import { type Detected, identityIn, isTest } from '../detect/index.ts';
import type { CheckEvidence } from '../model/evidence.ts';
import type { Cell } from './cell.ts';
import type { GateContext, TakenOut } from './context.ts';
import type { Gate, Work } from './gate.ts';
import { replayed } from './replay.ts';
import { asked, LONGEST_ASKED, namesOf, type Place, runOn, treeWithout } from './run-without.ts';
import { unaffectedCriteria } from './unaffected-criteria.ts';

/**
 * A check proves a change only if it fails without it (EVID-02). One run of it, with the bodies of the changed functions
 * taken out; the first check that fails is enough.
 */
export const noticed: Gate = {
  name: 'noticed',
  asks: 'Does a check fail when the changed functions are taken out?',
  tells: [
    'Tests that pass whether or not the work is there: checks and commands of criteria run once more with the bodies of the changed functions taken out',
  ],
  needsGreen: true,
  applies: ({ takeOut }) => takeOut !== undefined,
  async check(context, work) {
    const green = (await work.verified()).cells.filter(isAsked);
    const product = work.changes.filter((change) => !isTest(change));
    // Code without its guards stays inside the sandbox; without one it must not go on at all.
    const removal = context.processes.enforcement === 'enforced' ? 'return' : 'throw';
    const taken = await context.takeOut?.(product, removal);
    if (taken === undefined || taken.functions.length === 0)
      return { detected: [], evidence: green.slice(0, 1).map((cell) => notAsked(cell, NONE_CHANGED)) };
    const tree = await treeWithout(context, work, taken);
    const asked = await askChecks(context, tree, green, taken);
    const criteria = await unaffectedCriteria(context, work, { tree, taken, product });
    const differing = await replayed(context, work, { taken, noted: asked.calls });
    return {
      detected: [
        ...(asked.isUnnoticed ? [unnoticed(context, work, taken)] : []),
        ...criteria.detected,
        ...differing,
      ],
      evidence: [...asked.evidence, ...criteria.evidence],
    };
  },
};

const NONE_CHANGED = 'no function of the product changed';

function isAsked({ status, flaky }: Cell): boolean {
  return status === 'PASS' && !flaky;
}

type AskedChecks = {
  readonly evidence: readonly CheckEvidence[];
  readonly isUnnoticed: boolean;
  /** Calls of the functions that were taken out. */
  readonly calls: readonly string[];
};

/** Checks that ran tests first: one of them will notice if any does. */
async function askChecks(
  context: GateContext,
  tree: string,
  green: readonly Cell[],
  taken: TakenOut,
): Promise<AskedChecks> {
  const evidence: CheckEvidence[] = [];
  const seen = new Set<string>();
  const calls: string[] = [];
  const tests = (cell: Cell): number => (cell.report == null ? 0 : 1);
  let isUnnoticed = green.length > 0;
  for (const cell of green.toSorted((a, b) => tests(b) - tests(a) || a.ms - b.ms)) {
    const check = context.plan.verify.find(({ id }) => id === cell.check);
    if (check === undefined || seen.has(check.id)) continue;
    seen.add(check.id);
    const run = cell.ms > LONGEST_ASKED ? undefined : await runOn(context, tree, check, cell);
    const status = run?.status;
    calls.push(...(run?.calls ?? []));
    if (status === 'PASS') evidence.push(asked(cell, taken, true));
    else if (status === 'FAIL') return { evidence: [asked(cell, taken, false)], isUnnoticed: false, calls };
    else {
      isUnnoticed = false;
      const because = status === undefined ? 'it takes longer than 5 minutes' : 'that run could not be made';
      evidence.push(notAsked(cell, because));
    }
  }
  return { evidence, isUnnoticed, calls };
}

function notAsked({ check, environment }: Place, because: string): CheckEvidence {
  return { check, environment, noticed: { functions: 0, unnoticed: [], notAsked: because } };
}

function unnoticed({ require = [] }: GateContext, work: Work, { functions }: TakenOut): Detected {
  const message = 'No check notices this change: all of them pass with the changed functions taken out.';
  const [first] = functions;
  return {
    rule: 'unnoticed-change',
    severity: require.includes('noticed') ? 'HIGH' : 'MEDIUM',
    file: first?.file ?? '',
    line: first?.line ?? 0,
    message,
    identity: identityIn(work, message),
    evidence: namesOf(functions),
    fix: 'Add a test that calls the changed functions and fails when they do not do their work, and see that the checks run it.',
  };
}
