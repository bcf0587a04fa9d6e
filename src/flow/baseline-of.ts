import type { Records } from '../ports/records.ts';
import type { Baseline } from '../gates/index.ts';
import type { State } from '../state/index.ts';
import { runsOf } from './dossier.ts';
import type { Dossier } from './dossier.ts';

/** How the checks stood at base when they were last measured. */
export async function lastBaseline(
  records: Pick<Records, 'get'>,
  dossier: Dossier,
): Promise<Baseline | undefined> {
  for (const run of runsOf(dossier, 'baseline').toReversed()) {
    const measured = (await records.get(run, 'baseline')) as Baseline | undefined;
    if (measured !== undefined) return measured;
  }
  return undefined;
}

/** What a person has accepted to be red: the checks that were when they were asked, and no other (REMEDY-01). */
export function excusedChecks(
  { infrastructure }: State,
  measured: Baseline | undefined,
): ReadonlySet<string> {
  if (!infrastructure.overridden || measured === undefined) return new Set();
  return new Set([...measured.red, ...measured.inconclusive]);
}
