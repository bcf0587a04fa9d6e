import type { AssignmentEvent } from '../../model/events.ts';
import { runPhase } from '../../gates/index.ts';
import type { Cell } from '../../gates/index.ts';
import { jobOf } from '../stage-context.ts';
import type { StageContext } from '../stage-context.ts';
import { contextFor } from '../stages/checks.ts';

/** End-to-end and browser tests, after the auditors of the run have spoken and before what they said is scored (TEAM-17). */
export async function runPhases(
  site: StageContext,
  assignment: AssignmentEvent,
  commit: string,
  cancel: AbortSignal,
): Promise<readonly Cell[]> {
  const { phases } = site.inputs.epic;
  if (jobOf(site, assignment)?.audit?.scope !== -1) return [];
  const cells: Cell[] = [];
  for (const name of ['e2e', 'browser'] as const) {
    const phase = phases[name];
    if (phase === null || cancel.aborted) continue;
    const port = await site.processes.freePort();
    cells.push(await runPhase(await contextFor(site, assignment, cancel), { name, phase, commit, port }));
  }
  // What was printed is kept with the run: it is all that is left of an application that is gone.
  if (cells.length > 0 && !cancel.aborted) await site.records.put(assignment.run, 'phases', cells);
  return cells;
}
