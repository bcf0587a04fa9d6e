import { onlyGrew } from '../detect/index.ts';
import type { GateContext } from './context.ts';
import { criteriaChecks } from './criteria.ts';
import { blobAtBase, type Defining } from './defining-changes.ts';
import type { Work } from './gate.ts';
import { brokenIn } from './verification.ts';
import { type Cell, runChecks } from './verify.ts';

export type BaseCriteria = {
  /** Criteria that are met only with what the branch made of the files that prove them. */
  readonly bent: readonly Cell[];
  readonly paths: readonly string[];
  readonly broken: string | undefined;
};

/**
 * The commands of the ticket's criteria with base's versions of the tests and scripts that the branch rewrote. A test that
 * waits at base for what the ticket is to do is red there, so no check can stand for it. New tests stay, and so do tests
 * that only got more cases: they may be what the criterion asks for.
 */
export async function criteriaAtBase(
  context: GateContext,
  work: Work,
  changed: readonly Defining[],
): Promise<BaseCriteria> {
  const checks = work.ticket === null ? [] : criteriaChecks(work.ticket);
  const paths = new Map(
    changed.filter(isRewritten).map(({ change }) => [change.path, blobAtBase(change)] as const),
  );
  const nothing = { bent: [], paths: [], broken: undefined };
  if (checks.length === 0 || paths.size === 0) return nothing;
  const tree = await context.hub.compose(work.head, paths);
  const { cells } = await runChecks(context, tree, checks);
  const red = cells.filter((cell) => cell.status === 'FAIL');
  const broken = brokenIn(cells);
  if (red.length === 0) return { ...nothing, broken };
  // What is red with the branch's own versions too was told by the gate of the criteria.
  const again = checks.filter(({ id }) => red.some((cell) => cell.check === id));
  const own = (await runChecks(context, work.head, again)).cells;
  const isGreen = ({ check, environment }: Cell): boolean =>
    own.some((cell) => cell.check === check && cell.environment === environment && cell.status === 'PASS');
  return { bent: red.filter(isGreen), paths: [...paths.keys()], broken };
}

function isRewritten({ change, role }: Defining): boolean {
  if (role === 'mixed') return false;
  return role !== 'test' || change.before === null || !onlyGrew(change);
}
