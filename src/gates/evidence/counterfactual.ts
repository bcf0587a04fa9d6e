import type { FileChange } from '../../detect/index.ts';
import type { CheckWithResult } from './blinded.ts';
import type { GateContext, TakenOut } from '../context.ts';
import type { Work } from '../gate.ts';
import { type OtherRun, runOn, treeWithout } from './run-without.ts';
import { titleIn } from '../test-report/passes.ts';

/**
 * What a green check says of functions that are not there. `blind`: it fails, and also where the same code is put in and
 * changes nothing, as linters and compilers may: that says nothing about the functions.
 */
export type RemovalAnswer = {
  readonly answer: 'seen' | 'unseen' | 'blind' | 'broken';
  readonly calls: readonly string[];
  readonly ms: number;
};

/** Runs a check without these functions; where it fails and names no test, once more with the same insertion idle. */
export async function askWithout(
  context: GateContext,
  work: Work,
  { check, cell }: CheckWithResult,
  { tree, taken }: { readonly tree: string; readonly taken?: TakenOut | undefined },
): Promise<RemovalAnswer> {
  const run = await runOn(context, tree, check, cell);
  const { calls, ms = 0 } = run;
  if (run.status !== 'FAIL') return { answer: run.status === 'PASS' ? 'unseen' : 'broken', calls, ms };
  if (taken === undefined || failsTest(run, cell)) return { answer: 'seen', calls, ms };
  const idle = await runOn(context, await treeWithout(context, work, { texts: taken.idle }), check, cell);
  const answer = { PASS: 'seen', FAIL: 'blind', BROKEN: 'broken' } as const;
  return { answer: answer[idle.status], calls, ms: ms + (idle.ms ?? 0) };
}

/**
 * Whether a test of a green check fails with base's version of the changed functions: then it notices the change, though it
 * may pass without them, as a test that nothing is thrown does. New functions stay, so a missing name proves nothing.
 */
export async function failsWithBase(
  context: GateContext,
  work: Work,
  { check, cell }: CheckWithResult,
  { product, which }: { readonly product: readonly FileChange[]; readonly which?: ReadonlySet<string> },
): Promise<boolean> {
  const back = cell.report === null ? undefined : await context.takeOut?.(product, 'base', which);
  if (back === undefined || back.functions.length === 0) return false;
  const run = await runOn(context, await treeWithout(context, work, back), check, cell);
  return run.status === 'FAIL' && failsTest(run, cell);
}

/** Whether a test that passes in the green run fails in this one: code that does not load fails no test by its name. */
function failsTest({ failed, failures }: OtherRun, { report }: CheckWithResult['cell']): boolean {
  const passes = report?.passes;
  if (passes == null || failures === null) return failed > 0;
  const titles = new Set(passes);
  return failures.some((name) => titles.has(titleIn(name)));
}
