import { type Detected, type FileChange, identityIn } from '../../detect/index.ts';
import { checkName } from '../../model/checks.ts';
import type { Check } from '../../model/config.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext, TakenOut } from '../context.ts';
import type { Work } from '../gate.ts';
import { namesOf, runOn, treeWithout } from './run-without.ts';

/** Functions whose answers are spoiled on both sides of a change. */
export type WrongAnswers = {
  readonly which: 'all' | ReadonlySet<string>;
  /** The branch with spoiled answers. */
  readonly taken: TakenOut;
  /** The same files of base, in place of those of the branch. */
  readonly atBase: readonly FileChange[];
};

/**
 * The changed functions that base has too. New ones stay as they are: they may be what deceives. Where there are none and
 * code outside of functions changed, all functions of these files.
 */
export async function spoiledBy(
  takeOut: NonNullable<GateContext['takeOut']>,
  product: readonly FileChange[],
): Promise<WrongAnswers | undefined> {
  const atBase = product.flatMap((change): FileChange[] =>
    change.before === null ? [] : [{ ...change, before: change.after, after: change.before }],
  );
  const { functions, hasMore } = await takeOut(product, 'spoil');
  const own = new Set(functions.map(idOf));
  const both = (await takeOut(atBase, 'spoil')).functions.map(idOf).filter((id) => own.has(id));
  if (both.length === 0 && !hasMore) return undefined;
  const which = both.length === 0 ? 'all' : new Set(both);
  const taken = await takeOut(product, 'spoil', which);
  return taken.functions.length === 0 ? undefined : { which, taken, atBase };
}

/** A check that passes although answers are spoiled. */
export type CheckWithResult = { readonly check: Check; readonly cell: CheckResult };

/**
 * Whether the change took a check's sight (EVID-02): at base the check fails where the same functions answer wrongly, here it
 * passes. Functions run as they are before their answer is spoiled, so code in them that patches an assertion or ends the
 * process is still at work. A function that the tests of base never asked is not a reason.
 */
export async function blindedBy(
  context: GateContext,
  work: Work,
  { check, cell, which, atBase }: CheckWithResult & Pick<WrongAnswers, 'which' | 'atBase'>,
): Promise<Detected[]> {
  const before = await context.takeOut?.(atBase, 'spoil', which);
  if (before === undefined || before.functions.length === 0) return [];
  const statusOf = async (tree: string): Promise<string> => (await runOn(context, tree, check, cell)).status;
  if ((await statusOf(work.base)) !== 'PASS') return [];
  const tree = await treeWithout(context, { ...work, head: work.base, changes: atBase }, before);
  return (await statusOf(tree)) === 'FAIL' ? [blinded(work, cell, before)] : [];
}

function idOf({ file, name }: TakenOut['functions'][number]): string {
  return `${file}:${name}`;
}

function blinded(work: Work, cell: CheckResult, { functions }: TakenOut): Detected {
  const check = checkName(cell);
  // Dismissals know it by its former words.
  const former = `${check} no longer detects wrong results of the changed files: with wrong results it fails at base, but passes here.`;
  const [first] = functions;
  return {
    rule: 'blinded-check',
    severity: 'HIGH',
    file: first?.file ?? '',
    message: `${check} no longer detects wrong results. When Gauntlet makes the changed files return wrong results, it fails at base but passes on this commit.`,
    identity: identityIn(work, former),
    evidence: namesOf(functions),
    fix: 'Remove the code that keeps the check from seeing wrong answers: patched assertions, handlers that end the process, changed comparisons.',
  };
}
