import type { Detected } from '../detect/index.ts';
import { checkName, bringsOwnWalls } from '../model/checks.ts';
import type { Check } from '../model/config.ts';
import type { CheckEvidence } from '../model/evidence.ts';
import { comparedWithBase, listed } from './base-tests/beyond-base.ts';
import type { GateContext } from './context.ts';
import type { Gate } from './gate.ts';
import type { CheckResult } from './checks/check-result.ts';

/** The matrix: every check in every environment, run by us (ENV-01). */
export const verification: Gate = {
  name: 'verification',
  asks: 'Does every check pass in every environment?',
  async check(context, work) {
    const { cells } = await work.verified();
    if (cells.length === 0) return { detected: [nothingRan] };
    // Asked when the checks are over: others may have confirmed meanwhile that base is red.
    const redNow = await context.redNow?.();
    const isWaiting = ({ status, check }: CheckResult): boolean =>
      status === 'FAIL' && redNow?.has(check) === true;
    const spared = context.plan.verify.filter(({ id }) => !cells.some(({ check }) => check === id));
    return {
      cells,
      evidence: cells.flatMap((cell) => wallsOf(context, cell)),
      detected: [
        ...(await uncheckable(context, work.base, cells)),
        ...cells
          .filter((cell) => !isWaiting(cell))
          .flatMap((cell) => (isExcused(context, cell) ? excused(context, cell) : charged(context, cell))),
        ...spared.map(notRun),
      ],
      broken: brokenIn(
        cells
          .filter((cell) => !isExcused(context, cell))
          .map((cell) => (isWaiting(cell) ? { ...cell, status: 'BROKEN' as const } : cell)),
      ),
    };
  },
};

/** What the walls around a check lack; nothing where they are whole. */
function wallsOf(
  { processes, plan }: GateContext,
  { check, environment }: CheckResult,
): readonly CheckEvidence[] {
  const { prefix = [], setup = null } = plan.environments.find(({ id }) => id === environment) ?? {};
  if (processes.enforcement !== 'enforced' || bringsOwnWalls(prefix))
    return [{ check, environment, walls: 'sandbox' }];
  const hasSetup = plan.setup !== null || setup !== null;
  return hasSetup && processes.layering === 'pool' ? [{ check, environment, walls: 'layers' }] : [];
}

/** A commit that cannot be checked out while its base can is at fault itself: nothing is repaired for it (EVID-08). */
async function uncheckable(
  { workspaces }: GateContext,
  base: string,
  cells: readonly CheckResult[],
): Promise<readonly Detected[]> {
  const lost = cells.find(({ how }) => how === 'checkout');
  if (lost === undefined) return [];
  const checkout = await workspaces.checkout(base).catch(() => undefined);
  if (checkout === undefined) return [];
  await checkout.release();
  return [
    {
      rule: 'checkout-failed',
      severity: 'HIGH',
      message: 'This commit cannot be checked out, and its base can.',
      evidence: lost.details,
      fix: 'Remove the named file, or give it a name that every file system accepts.',
    },
  ];
}

/** A check that was red at base, and is no worse than there. */
export function isExcused(context: Pick<GateContext, 'excused' | 'atBase'>, cell: CheckResult): boolean {
  return context.excused?.has(cell.check) === true && comparedWithBase(context, cell).worse === null;
}

/** Why the cells that could not be computed could not, or undefined if there are none. */
export function brokenIn(cells: readonly CheckResult[]): string | undefined {
  const broken = cells.filter((cell) => cell.status === 'BROKEN');
  return broken.length === 0 ? undefined : reasonsOf(broken);
}

/** Why these cells are as they are, each in one line: the first of its details. */
export function reasonsOf(cells: readonly CheckResult[]): string {
  const reasons = cells.map((cell) => `${checkName(cell)}: ${cell.details.split('\n')[0] ?? ''}`);
  return reasons.join('; ').slice(0, 1000);
}

const nothingRan: Detected = {
  rule: 'nothing-verified',
  severity: 'MEDIUM',
  message: 'No verification command is configured, so nothing was tested.',
  // Dismissals know it by its former words.
  identity: 'No verification command is configured, so nothing was proved by running it.',
  fix: 'Name the commands that prove the work under `verify` in the epic or in gauntlet.yaml.',
};

function notRun({ id, dir, paths = [] }: Check): Detected {
  return {
    rule: 'check-not-needed',
    severity: 'INFO',
    message: `The check ${id} was not run: the change touches none of its files.`,
    evidence: [dir === undefined ? '' : `in ${dir}`, paths.length === 0 ? '' : `paths: ${paths.join(', ')}`]
      .filter(Boolean)
      .join(', '),
    fix: '',
  };
}

function charged(context: GateContext, cell: CheckResult): readonly Detected[] {
  if (cell.flaky) return [flaky(cell)];
  if (cell.status !== 'FAIL') return [];
  const isOld = context.excused?.has(cell.check) === true;
  const { worse, old } = isOld ? comparedWithBase(context, cell) : { worse: null, old: [] };
  const how = worse === null ? '.' : `; this is worse than at base: ${worse}`;
  return [
    {
      rule: 'check-failed',
      severity: 'HIGH',
      message: `The check ${checkName(cell)} fails on this commit${how}`,
      evidence: withOld(old, cell),
      fix: 'Fix the code; do not change the check or its inputs.',
    },
  ];
}

function flaky(cell: CheckResult): Detected {
  const isKnown = cell.status === 'PASS';
  return {
    rule: 'flaky-check',
    severity: isKnown ? 'MEDIUM' : 'HIGH',
    message: `The check ${checkName(cell)} failed once and passed once on the same tree${isKnown ? ', as it does at base' : ''}: its result proves nothing.`,
    evidence: cell.details,
    fix: 'Find what it depends on besides the code (time, order, ports, shared state) and remove that dependency.',
  };
}

function withOld(old: readonly string[], { details }: CheckResult): string {
  return old.length === 0 ? details : `failed at base too: ${listed(old)}\n${details}`;
}

function excused(context: GateContext, cell: CheckResult): readonly Detected[] {
  if (cell.status === 'PASS' && !cell.flaky) return [];
  return [
    {
      rule: 'excused-check',
      severity: 'INFO',
      message: `The check ${checkName(cell)} does not pass; it was red before this work began and a person accepted that.`,
      evidence: withOld(comparedWithBase(context, cell).old, cell),
      fix: '',
    },
  ];
}
