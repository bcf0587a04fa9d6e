import type { RunRecords } from './run-records.ts';
import type { Baseline, Cell } from '../gates/index.ts';
import type { State } from '../state/index.ts';
import { runsOf } from './dossier.ts';
import type { Dossier } from './dossier.ts';

/** How the checks stood at base when they were last measured. */
export async function lastBaseline(
  records: Pick<RunRecords, 'get'>,
  dossier: Dossier,
): Promise<Baseline | undefined> {
  for (const run of runsOf(dossier, 'baseline').toReversed()) {
    const measured = await records.get(run, 'baseline');
    if (measured !== undefined) return measured;
  }
  return undefined;
}

/** The checks that these runs confirmed to be red at base. */
export async function confirmedRed(
  records: Pick<RunRecords, 'get'>,
  runs: readonly number[],
): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const run of runs.toReversed()) cells.push(...((await records.get(run, 'confirmedRed')) ?? []));
  return cells;
}

/**
 * The checks that a person has accepted to be red: those that were when they were asked, and those allowed by name
 * (REMEDY-01, REAL-02). No check that was green is among them.
 */
export function excusedChecks(
  { infrastructure, plan: { allowRed = [] } }: Pick<State, 'infrastructure' | 'plan'>,
  measured: Baseline | undefined,
  accepted: readonly Cell[],
): ReadonlySet<string> {
  const red = [...(measured?.red ?? []), ...(measured?.inconclusive ?? [])];
  const named = infrastructure.overridden ? red : red.filter((id) => allowRed.includes(id));
  return new Set([...named, ...accepted.map(({ check }) => check)]);
}
