import { type Detected, type FileChange, identityIn, isTest, isTestFile } from '../../detect/index.ts';
import { checkName } from '../../model/checks.ts';
import type { CheckEvidence } from '../../model/evidence.ts';
import type { Overlay } from '../../ports/git.ts';
import { criteriaAtBase } from '../criteria/base-criteria.ts';
import { companions } from './companions.ts';
import type { GateContext } from '../context.ts';
import { criteriaChecks } from '../criteria/criteria.ts';
import { type AtBase, blobAtBase, type Defining, definingChanges, partsAtBase } from './defining-changes.ts';
import { type WorkSinceBase, sinceEpicBase, sinceTip } from './epic-base.ts';
import type { GateResult, Gate, Work } from '../gate.ts';
import { indexInputs, type InputIndex, isLookedAt } from './input-side.ts';
import { type CheckInputs, inputsAt } from './inputs-at.ts';
import { proofOf } from '../checks/reports-at.ts';
import { mayChange, namesPath } from '../changes/may-change.ts';
import { steeredTests } from './named-tests.ts';
import { narrowedBy } from './narrowed.ts';
import { observedChanges } from '../changes/observed-changes.ts';
import { testsNotRun } from './tests-not-run.ts';
import { unneededChanges } from './unneeded-changes.ts';
import { uncommittedInputs } from './uncommitted-inputs.ts';
import { brokenIn } from '../verification.ts';
import { isWithoutFolder, verify } from '../checks/verify.ts';
import type { CheckResult } from '../checks/check-result.ts';

/**
 * Verification proves the work, not the branch's own settings (EPIC-19): where files that define the checks changed,
 * everything is run again with base's versions of them over the branch.
 */
export const baseChecks: Gate = {
  name: 'base-checks',
  asks: 'Does the work pass the checks as they were at base?',
  tells: [
    'Work that fails the base version of the existing tests and check scripts, which gauntlet also runs',
  ],
  async check(context, work) {
    const own = await definingChanges(context, work);
    const detected = own.flatMap((each) => reported(work, each));
    if (work.changes.length === 0) return { detected };
    const isRepair = work.ticket?.id.startsWith('remediation:') === true;
    const narrowed = isRepair ? await narrowedBy(context, work, (await work.verified()).cells) : [];
    const founded = await sinceEpicBase(context, work);
    const written = await uncommittedInputs(context, founded, (await work.verified()).cells);
    const first = await heldAgainst(context, founded);
    // A check that is red at the epic's base was repaired since: there the tip says what it is.
    const second =
      first.isRedThere && founded.base !== work.base ? await heldAgainst(context, sinceTip(work)) : noResult;
    return {
      detected: [...detected, ...narrowed, ...written, ...first.detected, ...second.detected],
      broken: first.broken ?? second.broken,
      evidence: first.evidence ?? [],
    };
  },
};

type Held = GateResult & { readonly isRedThere: boolean };

const noResult: Held = { detected: [], isRedThere: false };

/** The checks with everything that defines them as it was at `work.base`. */
async function heldAgainst(context: GateContext, work: WorkSinceBase): Promise<Held> {
  const green = greenIn((await work.verified()).cells, context);
  const changed = await definingChanges(context, work);
  const known = new Set(changed.map(({ change }) => change.path));
  const isNamed = namesPath(context, work);
  const open = work.changes.filter(({ path }) => !known.has(path) && !isNamed(path));
  const isMixed = changed.some(({ role }) => role === 'mixed');
  const seen = open.length === 0 && !isMixed ? [] : await inputsAt(context, work.base, green);
  const observed = await observedChanges(
    context,
    { base: work.base, changes: open },
    seen.flatMap(({ inputs }) => inputs ?? []),
  );
  // A new test of an earlier ticket may wait for this one.
  const waiting = open.filter(
    (change) => change.before === null && work.earlier.has(change.path) && isTest(change),
  );
  const certain = await replaced(context, work, changed, [...observed.defines, ...waiting]);
  const perhaps = (isWanted: (change: FileChange) => boolean) =>
    observed.perhaps.filter(isWanted).map((change) => [change.path, blobAtBase(change)] as const);
  const withoutNew = new Map([...certain, ...perhaps(({ before }) => before === null)]);
  const all = new Map([...withoutNew, ...perhaps(() => true), ...manifestsRead(changed, seen)]);
  const sets = [certain, withoutNew, all].filter((set, nth, each) => set.size !== each[nth - 1]?.size);
  const evidence = seen.map(({ check, environment, inputs }): CheckEvidence => {
    return { check, environment, inputs: inputs === null ? 'named' : 'observed' };
  });
  const hasCriteria = work.ticket !== null && criteriaChecks(work.ticket).length > 0;
  // A file that may be the product's is tried both ways: put back, it could take the work out of the proof.
  for (const paths of sets) {
    const put = work.changes.filter(({ path }) => paths.has(path));
    const checks = green.filter((id) =>
      canTell(
        seen.filter(({ check }) => check === id),
        put,
      ),
    );
    if (paths.size === 0 || (checks.length === 0 && !hasCriteria)) continue;
    const held = await withPutBack(context, work, { paths, changed, checks, seen });
    const isDone = held.detected.length === 0 && held.broken === undefined && !held.isRedThere;
    if (!isDone) return { ...held, evidence };
  }
  const steered = await steeredTests(context, work, { paths: all, checks: green });
  const unneeded = await unneededChanges(work, new Set(certain.keys()));
  return { ...noResult, detected: [...steered, ...unneeded], evidence };
}

/** Manifests that checks read and that can be taken apart, with the parts of them that are not dependencies. */
function manifestsRead(
  changed: readonly Defining[],
  seen: readonly CheckInputs[],
): readonly (readonly [string, AtBase])[] {
  const read = new Set(seen.flatMap(({ inputs }) => inputs?.read ?? []));
  return changed.flatMap(({ change, role }) => {
    if (role !== 'mixed' || !read.has(change.path)) return [];
    const parts = partsAtBase(change, role);
    return parts === undefined ? [] : [[change.path, parts] as const];
  });
}

/** Whether a check can tell that these files were put back. One that was not observed always can. */
function canTell(seen: readonly CheckInputs[], put: readonly FileChange[]): boolean {
  if (seen.length === 0 || seen.some(({ inputs }) => inputs === null)) return true;
  return put.some((change) => isLookedAt(change, indexed(seen)));
}

function indexed(seen: readonly CheckInputs[]): InputIndex {
  return indexInputs(seen.flatMap(({ inputs }) => inputs ?? []));
}

type PutBackRun = {
  readonly paths: Overlay;
  readonly changed: readonly Defining[];
  readonly checks: readonly string[];
  /** What base's checks looked at. */
  readonly seen: readonly CheckInputs[];
};

async function withPutBack(
  context: GateContext,
  work: WorkSinceBase,
  { paths, changed, checks, seen }: PutBackRun,
): Promise<Held> {
  const tree = await context.hub.compose(work.head, paths);
  const proof = await proofOf(context, work, { tree, checks });
  if (proof.isKnown()) return noResult;
  const isWithout = work.changes.some(({ path, before }) => before === null && paths.has(path));
  const after = await verify(context, tree, { checks, observe: isWithout });
  const red = after.cells.filter((cell) => cell.status === 'FAIL');
  // A repair of the setup cannot be held against checks for which base's own setup fails.
  const broken = isRemediation(work) ? after.cells.filter((cell) => cell.how === 'setup') : [];
  const bad = [...red, ...broken];
  const old = bad.length === 0 ? [] : await badWithoutWork(context, work, { bad, paths });
  const regressions = red.filter((cell) => !old.includes(cell));
  const hushed = isRemediation(work) ? await stillNoticed(context, work, changed, old) : [];
  const left = work.changes.filter(({ path }) => !paths.has(path));
  const green = after.cells.filter((cell) => cell.status === 'PASS');
  const { detected: unrun } =
    work.accepted.length > 0
      ? noResult
      : await testsNotRun(context, work, { head: tree, cells: green, changes: left });
  const criteria = await criteriaAtBase(context, work, tree);
  const now = isWithout && bad.length === 0 ? await inputsAt(context, tree, checks) : [];
  const beside = companions(work.changes, new Set(paths.keys()), { base: indexed(seen), now: indexed(now) });
  const found = bad.length + unrun.length + criteria.bent.length + beside.length;
  if (found === 0 && green.length === after.cells.length) proof.keep();
  return {
    detected: [
      ...regressions.map((cell) => redThere(cell, [...paths.keys()], work)),
      ...criteria.bent.map((cell) => redThere(cell, [...paths.keys()], work)),
      ...unrun,
      ...beside,
      ...hushed.map(hushedThere),
    ],
    broken: brokenIn(after.cells.filter((cell) => !old.includes(cell))) ?? criteria.broken,
    isRedThere: old.length > 0,
  };
}

function reported(work: Work, { change, role, told }: Defining): readonly Detected[] {
  if (role === 'test' || told === 'not') return [];
  const isNew = change.before === null;
  // Remediation repairs such files by nature; there the critic decides, and tampering is caught by its own gate.
  const isHard = role === 'settings' && told === 'hard' && !isRemediation(work);
  return [
    {
      rule: 'check-definition-changed',
      severity: isHard ? 'HIGH' : 'MEDIUM',
      file: change.path,
      message: `This file decides how the work is checked and was ${isNew ? 'added' : change.after === null ? 'deleted' : 'changed'}; the ticket does not name it in \`mayChange\`.`,
      fix: 'Revert the change. If the ticket needs it, a person has to add the path to its `mayChange`.',
    },
  ];
}

/** Which paths of the branch are put back to what they were at base. */
async function replaced(
  context: GateContext,
  work: Work,
  changed: readonly Defining[],
  observed: readonly FileChange[],
): Promise<Overlay> {
  const paths = new Map<string, AtBase>(observed.map((change) => [change.path, blobAtBase(change)]));
  for (const { change, role } of changed)
    if (role !== 'mixed') paths.set(change.path, partsAtBase(change, role) ?? blobAtBase(change));
  if (paths.size === 0) return paths;
  const hasTests = (await context.hub.paths(work.base)).some(isTestFile);
  const may = mayChange(context, work);
  // New tests may need what was put back in its old form; they were run with the branch's own already.
  if (hasTests)
    for (const change of work.changes)
      if (change.before === null && isTest(change) && !may(change.path)) paths.set(change.path, null);
  return paths;
}

/** Checks that ran and are green. Red ones are told already; excused ones are never charged. */
function greenIn(cells: readonly CheckResult[], context: GateContext): readonly string[] {
  const red = new Set(cells.filter((cell) => cell.status !== 'PASS').map((cell) => cell.check));
  const ran = new Set(cells.map((cell) => cell.check));
  return [...ran].filter((id) => !red.has(id) && context.excused?.has(id) !== true);
}

function isRemediation({ ticket }: Work): boolean {
  return ticket === null || ticket.id.startsWith('remediation:');
}

/**
 * A repair may be made in settings, for they may be what was broken. Tests and scripts that found the fault have to be
 * content with it as they were: what they still find has not been repaired, only hushed (REMEDY-02).
 */
async function stillNoticed(
  context: GateContext,
  work: Work,
  changed: readonly Defining[],
  old: readonly CheckResult[],
): Promise<readonly CheckResult[]> {
  const looking = changed.filter(({ looks, change }) => looks && change.before !== null);
  if (old.length === 0 || looking.length === 0) return [];
  const paths = new Map(looking.map(({ change }) => [change.path, blobAtBase(change)]));
  const tree = await context.hub.compose(work.head, paths);
  const { cells } = await verify(context, tree, { checks: [...new Set(old.map((cell) => cell.check))] });
  return cells.filter((cell) => cell.status === 'FAIL');
}

function hushedThere(cell: CheckResult): Detected {
  return {
    rule: 'hushed-check',
    severity: 'HIGH',
    message: `${checkName(cell)} passes only because its own tests or scripts were changed: with their original version it still fails.`,
    evidence: cell.details,
    fix: 'Repair what the check found, and leave the check as it was. If the check itself is wrong, a person has to confirm that.',
  };
}

/**
 * Cells that are just as bad without the work: a remediation may have repaired the very settings, or an earlier ticket
 * is at fault.
 */
async function badWithoutWork(
  context: GateContext,
  { tip, base }: WorkSinceBase,
  { bad, paths }: { readonly bad: readonly CheckResult[]; readonly paths: Overlay },
): Promise<readonly CheckResult[]> {
  const checks = [...new Set(bad.map((cell) => cell.check))];
  const before = tip === base ? base : await context.hub.compose(tip, paths);
  const { cells } = await verify(context, before, { checks });
  const isRed = (cell: CheckResult) =>
    cell.status === 'FAIL' && !cell.flaky && !isWithoutFolder(context, cell);
  const isSame = (a: CheckResult, b: CheckResult) =>
    a.check === b.check &&
    a.environment === b.environment &&
    (a.how === 'setup' ? b.how === 'setup' : isRed(b));
  return bad.filter((cell) => cells.some((other) => isSame(cell, other)));
}

function redThere(cell: CheckResult, paths: readonly string[], work: Work): Detected {
  const message = `${checkName(cell)} passes only with the branch's own tests and settings: with those of base it fails.`;
  return {
    rule: 'fails-base-checks',
    severity: 'HIGH',
    file: paths[0] ?? '',
    message,
    identity: identityIn(work, message),
    evidence: `reset to base: ${paths.slice(0, 20).join(', ')}\n${cell.details}`,
    fix: 'Make the work pass the tests that were there. If a test has to change because the ticket changes behaviour, list its path in `mayChange`; without a ticket, a person dismisses this finding.',
  };
}
