import { checkName } from '../../model/checks.ts';
import {
  type Detected,
  type FileChange,
  identityIn,
  isTest,
  without,
  writtenTitles,
} from '../../detect/index.ts';
import type { Overlay } from '../../ports/git.ts';
import { listed } from './beyond-base.ts';
import type { CheckResult } from '../checks/check-result.ts';
import { companions } from './companions.ts';
import type { GateContext } from '../context.ts';
import type { WorkSinceBase } from './epic-base.ts';
import { indexInputs } from './input-side.ts';
import { proofOf, knownReport } from '../checks/reports-at.ts';
import { namesPath } from '../changes/may-change.ts';
import { titleIn } from '../test-report/passes.ts';
import { verify } from '../checks/verify.ts';

type SteeredRun = {
  /** Files that are put back to base for its checks. */
  readonly paths: Overlay;
  readonly checks: readonly string[];
};

/**
 * Tests of base that pass only beside test files which a ticket may change (EVID-01). A leave is for the tests of that file,
 * not for others in the same process, so the others run once without it and are compared by name.
 */
export async function steeredTests(
  context: GateContext,
  work: WorkSinceBase,
  { paths, checks }: SteeredRun,
): Promise<readonly Detected[]> {
  const isNamed = namesPath(context, work);
  const own = work.changes.filter((change) => isNamed(change.path));
  // Tests of base can do without a new file, and without one that has cases; helpers of theirs stay.
  const files = [...own, ...work.accepted].filter(
    (change) => isTest(change) && (change.before === null || titlesOf(change).length > 0),
  );
  if (files.length === 0) return [];
  const names = new Set(files.map(({ path }) => path));
  const none = indexInputs([]);
  const asked = companions([...work.changes, ...work.accepted], names, { base: none, now: none });
  const others = await checksWithOthers(context, work, { files, checks });
  if (others.size === 0) return asked;
  const tree = await context.hub.compose(
    work.head,
    new Map([...paths, ...files.map(({ path }) => [path, null] as const)]),
  );
  const ids = [...others.keys()];
  const proof = await proofOf(context, work, { tree, checks: ids });
  if (proof.isKnown()) return asked;
  const { cells } = await verify(context, tree, { checks: ids });
  if (cells.every(({ status }) => status === 'PASS')) proof.keep();
  const steered = cells.flatMap((cell) => {
    const failed = cell.status === 'FAIL' ? (cell.report?.failures ?? []).map(titleIn) : [];
    const known = others.get(cell.check) ?? new Set();
    const titles = failed.filter((title) => known.has(title));
    return titles.length === 0 ? [] : [passesBeside(work, cell, { titles, files })];
  });
  return [...asked, ...steered];
}

/** Checks that run tests of base beside those of these files, with the titles that passed there and pass here. */
async function checksWithOthers(
  context: GateContext,
  work: WorkSinceBase,
  { files, checks }: { readonly files: readonly FileChange[]; readonly checks: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // As base has them: a new case under the title of another must not hide it.
  const own = files.flatMap(({ path, before }) => writtenTitles(path, before?.text ?? ''));
  const found = new Map<string, ReadonlySet<string>>();
  for (const cell of (await work.verified()).cells) {
    if (!checks.includes(cell.check)) continue;
    const known = await knownReport(context, work.base, cell);
    const only = { checks: [cell.check], environments: [cell.environment], observe: true };
    const measured = known === undefined ? (await verify(context, work.base, only)).cells[0] : known;
    const before = measured?.report?.passes ?? [];
    const now = new Set(cell.report?.passes);
    const others = without(before, own).filter((title) => now.has(title));
    if (others.length > 0) found.set(cell.check, new Set([...(found.get(cell.check) ?? []), ...others]));
  }
  return found;
}

function titlesOf({ path, before, after }: FileChange): readonly string[] {
  return [before, after].flatMap((version) => writtenTitles(path, version?.text ?? ''));
}

function passesBeside(
  work: WorkSinceBase,
  cell: CheckResult,
  { titles, files }: { readonly titles: readonly string[]; readonly files: readonly FileChange[] },
): Detected {
  const check = checkName(cell);
  // Dismissals know it by its former words.
  const former = `${check} passes tests in other files only when the test files that the ticket may change are present.`;
  return {
    rule: 'fails-base-checks',
    severity: 'HIGH',
    file: files[0]?.path ?? '',
    line: 0,
    message: `Without the test files that the ticket may change, other tests of ${check} fail.`,
    identity: identityIn(work, former),
    evidence: `removed for this run: ${files.map(({ path }) => path).join(', ')}\nfailed then: ${listed(titles)}`,
    fix: 'Make the work pass the other tests by itself, and let each test file restore what it changes.',
  };
}
