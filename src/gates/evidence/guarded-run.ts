import { type Detected, identityIn, isTest } from '../../detect/index.ts';
import { checkName } from '../../model/checks.ts';
import type { Check, Command } from '../../model/config.ts';
import { sha256 } from '../../model/sha256.ts';
import type { CheckWithResult } from './blinded.ts';
import type { Overlay } from '../../ports/git.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext, TakenOut } from '../context.ts';
import { type AtBase, blobAtBase } from '../base-tests/defining-changes.ts';
import type { Work } from '../gate.ts';
import { programs } from '../programs/programs.generated.ts';
import { type OtherRun, overlayOf, runOn } from './run-without.ts';

/**
 * Whether a command passes only because the product alters what judges it (EVID-02). It runs once more with a guard that is
 * loaded before the product: wrong code then either alters nothing and fails, or tries to and is stopped. Base is compared, so
 * that a program which does not work with the guard gives no finding, unless the guard names what only this change alters.
 */
export async function alteredJudges(
  context: GateContext,
  work: Work,
  { check, cell, noting }: CheckWithResult & { readonly noting: Pick<TakenOut, 'texts'> | undefined },
): Promise<Altered> {
  const product = work.changes.filter((change) => !isTest(change)).map(({ path }) => path);
  if (!product.some((path) => PROGRAM.test(path))) return { detected: [], calls: [] };
  const runAt = async (commit: string, nth = 0, files: Overlay = new Map()): Promise<OtherRun> => {
    const { tree, folder } = await guardedTree(context, commit, { product, nth, files });
    return runOn(context, tree, { ...check, run: guardedCommand(check, folder) }, cell);
  };
  const here = await runAt(work.head, 0, noting === undefined ? undefined : overlayOf(work, noting));
  const { calls } = here;
  if (here.status !== 'FAIL') return { detected: [], calls };
  const before = await runAt(work.base);
  const altered = here.altered.filter((each) => !before.altered.includes(each));
  if (altered.length > 0) return { detected: [alters(work, cell, altered)], calls };
  // Nobody is blamed for a test that flickers, for notes of ours, or for what only tests of the change do to built-ins.
  const isRed =
    before.status === 'PASS' &&
    (await runAt(work.head, 1)).status === 'FAIL' &&
    (await runAt(work.head, 2, testsOfBase(work))).status === 'FAIL';
  return { detected: isRed ? [alters(work, cell, altered)] : [], calls };
}

/** What a guarded run finds, and the calls of changed functions in it: unlike others it does not end at the first failure. */
export type Altered = { readonly detected: readonly Detected[]; readonly calls: readonly string[] };

/** Node loads files without an ending too. */
const PROGRAM = /\.(?:[cm]?[jt]sx?|py)$|(?:^|\/)[^./]+$/;

/** What the change did to tests, undone. */
function testsOfBase({ changes }: Work): Overlay {
  return new Map(changes.filter(isTest).map((change) => [change.path, blobAtBase(change)]));
}

/** The commit with the guards in a folder whose name the product cannot guess. It is the same for the same change and run. */
async function guardedTree(
  { hub }: GateContext,
  commit: string,
  {
    product,
    nth,
    files,
  }: { readonly product: readonly string[]; readonly nth: number; readonly files: Overlay },
): Promise<{ readonly tree: string; readonly folder: string }> {
  const folder = `k${sha256(`guard ${nth} ${commit} ${product.join('\n')}`).slice(0, 12)}`;
  const tree = await hub.compose(
    commit,
    new Map<string, AtBase>([
      ...files,
      [`${folder}/guard.cjs`, { text: guardText('node-guard.cjs', product), mode: '100644' }],
      [`${folder}/sitecustomize.py`, { text: guardText('python-guard.py', product), mode: '100644' }],
    ]),
  );
  return { tree, folder };
}

/** A guard that knows the files of the change. */
export function guardText(guard: 'node-guard.cjs' | 'python-guard.py', changed: readonly string[]): string {
  return programs[guard].replace('CHANGED', () => JSON.stringify(changed));
}

/** The same command with the guards in front of every program that it starts. */
export function guardedCommand({ run, dir }: Pick<Check, 'run' | 'dir'>, folder: string): Command {
  const own = typeof run === 'string' ? ['sh', '-c', run] : run;
  const up = dir === undefined ? '.' : dir.replaceAll(/[^/]+/g, '..');
  const options = `NODE_OPTIONS="--require=\\"$here/guard.cjs\\" $NODE_OPTIONS"`;
  const script = `here=$(cd ${up} && pwd)/${folder}; export ${options} PYTHONPATH="$here\${PYTHONPATH:+:$PYTHONPATH}"; exec "$@"`;
  return ['sh', '-c', script, 'sh', ...own];
}

function alters(work: Work, cell: CheckResult, altered: readonly string[]): Detected {
  const check = checkName(cell);
  // Dismissals know it by its former words.
  const former = `${check} passes only because this change alters what judges it: with a guard around the assertions and the runner it fails here.`;
  return {
    rule: 'patched-assertions',
    severity: 'HIGH',
    message: `${check} passes only because this change alters assertions, built-ins or the test runner. With these protected, it fails.`,
    identity: identityIn(work, former),
    evidence: altered.slice(0, 10).join('\n'),
    fix: 'Remove the code that changes assertions, comparisons, built-ins or the runner, and repair what they found.',
  };
}
