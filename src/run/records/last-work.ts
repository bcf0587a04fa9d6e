import type { RunRecords } from './run-records.ts';
import { runsOf } from '../loop/dossier.ts';
import type { Dossier } from '../loop/dossier.ts';

/** The newest work on a job, finished or not, by an agent or by hand: partial commits are kept (FLOW-09, REWORK-11). */
export async function lastWork(records: RunRecords, dossier: Dossier, before = Infinity): Promise<string> {
  const { manual, manualSince } = dossier;
  for (const run of runsOf(dossier, 'develop').toReversed()) {
    if (manual !== null && run < manualSince) return manual;
    const delivered = run < before ? await records.get(run, 'delivered') : undefined;
    if (delivered !== undefined && delivered.problems.length === 0) return delivered.commit;
  }
  return manual ?? dossier.base;
}
