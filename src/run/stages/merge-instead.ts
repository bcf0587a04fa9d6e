import type { Ticket } from '../../model/epic.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { Validation } from '../../gates/index.ts';
import type { Lander } from '../../ports/git.ts';
import { commitOf, folderName } from '../stage-context.ts';
import type { StageContext } from '../stage-context.ts';

type Landing = Parameters<Lander['merge']>[0];

/** Gates whose result may be the fault of the commit that a branch was cut from. */
const runsChecks: ReadonlySet<string> = new Set(['verification', 'tests-run', 'base-checks']);

/** The merge of a branch that was brought with the tip, as it is judged and as it lands. */
export function adoptedMerge({ title, adopts, review }: Ticket): Pick<Landing, 'title' | 'gate'> {
  return { title, ...(adopts && { gate: review ? 'checks, review' : 'checks' }) };
}

/**
 * The merge with the tip that decides in place of a commit whose checks fail; undefined where the commit decides itself. A
 * branch that was brought may be older than the tip: what is fixed there, or was added there, is not its fault.
 */
export async function mergeInstead(
  context: StageContext,
  assignment: AssignmentEvent,
  { ticket, base, validation }: { ticket: Ticket; base: string; validation: Validation },
): Promise<string | undefined> {
  const { ticket: job, run, at } = assignment;
  const tip = context.tipWhenSent(run);
  if (ticket.adopts === undefined || base === tip || validation.outcome !== 'fail') return undefined;
  const failed = validation.gates.filter(({ status }) => status === 'fail');
  if (!failed.every(({ gate }) => runsChecks.has(gate))) return undefined;
  const merge = {
    commit: commitOf(assignment),
    tip,
    ticket: folderName(job),
    run,
    at,
    isTrial: true,
    ...adoptedMerge(ticket),
  };
  const merged = await context.lander.merge(merge);
  return merged.kind === 'merged' ? merged.commit : undefined;
}
