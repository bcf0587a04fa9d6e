import type { AssignmentEvent } from '../../model/events.ts';
import { runPhase } from '../../gates/index.ts';
import type { CheckResult } from '../../gates/index.ts';
import { jobOf } from '../stage-context.ts';
import type { StageContext } from '../stage-context.ts';
import { gateContextFor } from '../stages/checks.ts';

/** End-to-end and browser tests, after the auditors of the run have spoken and before what they said is scored (TEAM-17). */
export async function runPhases(
  context: StageContext,
  assignment: AssignmentEvent,
  commit: string,
  cancel: AbortSignal,
): Promise<readonly CheckResult[]> {
  const { phases } = context.inputs.epic;
  if (jobOf(context, assignment.ticket)?.audit?.scope !== -1) return [];
  const cells: CheckResult[] = [];
  for (const name of ['e2e', 'browser'] as const) {
    const phase = phases[name];
    if (phase === null || cancel.aborted) continue;
    const port = await context.processes.freePort();
    cells.push(
      await runPhase(await gateContextFor(context, assignment, cancel), { name, phase, commit, port }),
    );
  }
  // What was printed is kept with the run: it is all that is left of an application that is gone.
  if (cells.length > 0 && !cancel.aborted) await context.records.put(assignment.run, 'phases', cells);
  return cells;
}
