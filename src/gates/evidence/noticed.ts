import { checkRole, type Detected, identityIn, isTest, languageOf } from '../../detect/index.ts';
import { askChecks, type AskedChecks, inOrder, notAsked, type BranchWithoutChange } from './ask-checks.ts';
import { spoiledBy } from './blinded.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext, TakenOut } from '../context.ts';
import { criteriaChecks } from '../criteria/criteria.ts';
import { blobAtBase } from '../base-tests/defining-changes.ts';
import type { Gate, Work } from '../gate.ts';
import { type Altered, alteredJudges } from './guarded-run.ts';
import { hiddenFunctions, triedApart } from './noticed-apart.ts';
import { replayed } from './replay.ts';
import { filesOf, type RemovedCode, LONGEST_ASKED, namesOf, treeWithout, withHidden } from './run-without.ts';
import { unaffectedCriteria } from '../criteria/unaffected-criteria.ts';

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
    const isConfined = context.processes.enforcement === 'enforced';
    const spoiled =
      isConfined && context.takeOut !== undefined ? await spoiledBy(context.takeOut, product) : undefined;
    const noting = isConfined ? await context.takeOut?.(product, 'keep') : undefined;
    const { detected: patched, calls } = await patchedIn(context, work, { green, noting });
    const taken = await context.takeOut?.(product, isConfined ? 'return' : 'throw');
    const put = await asAtBase(context, work, taken);
    const unread = (taken?.unread ?? []).map((file) => notRead(context, file));
    if (taken === undefined || taken.functions.length === 0) {
      const asked = await askChecks(context, work, { without: put, green, spoiled });
      return {
        detected: [...patched, ...unread, ...unseenIn(context, work, asked, put)],
        evidence:
          put === undefined ? green.slice(0, 1).map((cell) => notAsked(cell, NONE_CHANGED)) : asked.evidence,
      };
    }
    const tree = await treeWithout(context, work, taken);
    const without = { tree, gone: taken, taken, product };
    const asked = await askChecks(context, work, { without, green, spoiled });
    const others =
      put === undefined || asked.blinded.length > 0
        ? undefined
        : await askChecks(context, work, { without: put, green, spoiled: undefined });
    const criteria = await unaffectedCriteria(context, work, { tree, taken, product });
    const { seeing } = asked;
    const apart =
      seeing === undefined
        ? { unnoticed: [], untried: 0 }
        : await triedApart(context, work, {
            taken,
            removal: isConfined ? 'return' : 'throw',
            checks: [seeing, ...inOrder(context, green).filter(({ check }) => check !== seeing.check)],
          });
    const noted = [...new Set([...calls, ...asked.calls])];
    const differing = await replayed(context, work, { taken, noted, product, seeing });
    return {
      detected: [
        ...patched,
        ...unread,
        ...unseenIn(context, work, asked, without),
        ...(others === undefined ? [] : unseenIn(context, work, others, put)),
        ...hiddenFunctions(work, severityIn(context), apart),
        ...criteria.detected,
        ...differing,
      ],
      evidence: [
        ...(others?.isUnnoticed === true
          ? others.evidence
          : asked.evidence.map((each) => withHidden(each, apart))),
        ...criteria.evidence,
      ],
    };
  },
};

/** The branch with the programs of which nothing could be taken out as they are at base; undefined where there are none. */
async function asAtBase(
  { hub }: GateContext,
  work: Work,
  taken: TakenOut | undefined,
): Promise<BranchWithoutChange | undefined> {
  const others = new Set(taken?.others);
  // A value that moved is missing where only its new file goes: all that nothing was taken out of goes back together.
  const changes = work.changes.filter(
    (each) =>
      languageOf(each.path) !== undefined &&
      !isTest(each) &&
      checkRole(each) === undefined &&
      taken?.texts.has(each.path) !== true,
  );
  const files = changes.map(({ path }) => path).filter((path) => others.has(path));
  if (files.length === 0) return undefined;
  const tree = await hub.compose(work.head, new Map(changes.map((each) => [each.path, blobAtBase(each)])));
  return { tree, gone: { functions: [], files } };
}

async function patchedIn(
  context: GateContext,
  work: Work,
  { green, noting }: { readonly green: readonly CheckResult[]; readonly noting: TakenOut | undefined },
): Promise<Altered> {
  const tests = inOrder(
    context,
    green.filter(({ report }) => report != null),
  );
  const proofs = work.ticket === null ? [] : criteriaChecks(work.ticket);
  const proved = proofs.length === 0 ? [] : (await work.proved()).cells.filter(isAsked);
  const criteria = proofs.flatMap((check) =>
    proved.filter((cell) => cell.check === check.id).map((cell) => ({ check, cell })),
  );
  const calls: string[] = [];
  for (const each of [...tests, ...criteria].filter(({ cell }) => cell.ms <= LONGEST_ASKED)) {
    const found = await alteredJudges(context, work, { ...each, noting });
    calls.push(...found.calls);
    if (found.detected.length > 0) return found;
  }
  return { detected: [], calls };
}

const NONE_CHANGED = 'no function of the product changed';

function isAsked({ status, flaky }: CheckResult): boolean {
  return status === 'PASS' && !flaky;
}

/** What a run says that left nothing unnoticed, or did. */
function unseenIn(
  context: GateContext,
  work: Work,
  { isUnnoticed, blind, blinded }: AskedChecks,
  without: BranchWithoutChange | undefined,
): readonly Detected[] {
  if (!isUnnoticed || without === undefined || blinded.length > 0) return blinded;
  const found = unnoticed(context, work, without.gone);
  if (blind === 'none') return [found];
  const message =
    blind === 'all'
      ? 'No check can tell whether this change works: each also fails on inserted code that does nothing.'
      : found.message.replace('all of them pass', 'those that can tell pass');
  const fix =
    'Give the tests a check of their own, without linters, formatters and compilers that refuse inserted code.';
  return [{ ...found, message, ...(blind === 'all' && { fix }) }];
}

function unnoticed(context: GateContext, work: Work, { functions, files = [] }: RemovedCode): Detected {
  const how = files.length > 0 ? 'changed files as they are at base' : 'changed functions taken out';
  const message = `No check notices this change: all of them pass with the ${how}.`;
  const [first] = functions;
  return {
    rule: 'unnoticed-change',
    severity: severityIn(context),
    file: first?.file ?? files[0] ?? '',
    line: first?.line ?? 0,
    message,
    identity: identityIn(work, message),
    evidence: files.length > 0 ? filesOf(files) : namesOf(functions),
    fix:
      files.length > 0
        ? 'Add a test that fails without what these files changed, and see that the checks run it.'
        : 'Add a test that calls the changed functions and fails when they do not do their work, and see that the checks run it.',
  };
}

function notRead(context: GateContext, file: string): Detected {
  return {
    rule: 'unread-program',
    severity: severityIn(context),
    file,
    message:
      'The functions of this file could be read at base and cannot be now: nothing shows that the checks notice them.',
    fix: 'Write it in the syntax of the file at base.',
  };
}

function severityIn({ require = [] }: GateContext): Detected['severity'] {
  return require.includes('noticed') ? 'HIGH' : 'MEDIUM';
}
