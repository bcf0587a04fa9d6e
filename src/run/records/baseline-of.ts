import type { RunRecords } from './run-records.ts';
import type { Baseline, CheckResult } from '../../gates/index.ts';
import type { State } from '../../state/index.ts';
import { runsOf } from '../loop/dossier.ts';
import type { Dossier } from '../loop/dossier.ts';
import type { StageContext } from '../stage-context.ts';

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

/** Takes over what another machine measured at base, so that nothing is run there twice. */
export async function learnBaseline(
  { records, measurements }: Pick<StageContext, 'records' | 'measurements'>,
  dossier: Dossier,
  { keys = [] }: Pick<Baseline, 'keys'>,
): Promise<void> {
  const unknown = keys.filter((key) => measurements?.get(key) === undefined);
  if (measurements === undefined || unknown.length === 0) return;
  for (const run of runsOf(dossier, 'baseline')) {
    const measured = (await records.get(run, 'measured')) ?? {};
    for (const key of unknown) if (key in measured) measurements.put(key, measured[key]);
  }
}

/** The checks that these runs confirmed to be red at base. */
export async function confirmedRed(
  records: Pick<RunRecords, 'get'>,
  runs: readonly number[],
): Promise<readonly CheckResult[]> {
  const cells: CheckResult[] = [];
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
  accepted: readonly CheckResult[],
): ReadonlySet<string> {
  const red = [...(measured?.red ?? []), ...(measured?.inconclusive ?? [])];
  const named = infrastructure.overridden ? red : red.filter((id) => allowRed.includes(id));
  return new Set([...named, ...accepted.map(({ check }) => check)]);
}
