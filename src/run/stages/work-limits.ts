import type { Ticket } from '../../model/epic.ts';
import type { WorkLimits } from '../../prompts/index.ts';
import { type Permission, permissionFor, refusals, untouchableFiles } from '../../gates/index.ts';
import { matches } from '../../plan/index.ts';
import type { Hub, Withheld } from '../../ports/git.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { withheldIn } from '../agent-call/privacy.ts';
import { documentsOf } from '../team-audit/requirement-documents.ts';
import { type StageContext, ticketOf } from '../stage-context.ts';

/** Globs of the files that a run protects beside those that are protected everywhere. */
export function protectedBy({ inputs }: Pick<StageContext, 'inputs'>): readonly string[] {
  // The epic rules this run from a copy of its own; a branch that rewrites it would rule the next one.
  // Requirements are ticked by the coordinator alone (TEAM-26), and read at the base whatever a branch makes of them.
  const documents = documentsOf(inputs.epic).map(({ path }) => path);
  return [...inputs.config.protect, inputs.epicFile, ...documents];
}

/** What a ticket may and may not change. */
export function permissionOf(context: Pick<StageContext, 'inputs'>, ticket: Ticket): Permission {
  return permissionFor({ protect: protectedBy(context), matches }, ticket);
}

/** What whoever is sent to work is told of the gates, from the same data that they go by. */
export async function limitsFor(
  context: StageContext,
  { ticket: job, run }: AssignmentEvent,
): Promise<WorkLimits> {
  const ticket = ticketOf(context, job);
  const at = { hub: context.hub, commit: context.tipWhenSent(run), withheld: withheldIn(context) };
  return limitsAt(at, permissionOf(context, ticket), ticket.mayChange);
}

export async function limitsAt(
  at: { readonly hub: Pick<Hub, 'paths'>; readonly commit: string; readonly withheld: Withheld | null },
  permission: Permission,
  mayChange: readonly string[],
): Promise<WorkLimits> {
  // Not even the names of withheld files are for agents.
  const paths = (await at.hub.paths(at.commit)).filter((path) => at.withheld?.has(path) !== true);
  return { untouchable: untouchableFiles(paths, permission), refused: refusals, mayChange };
}
