import type { Ticket } from '../../model/epic.ts';
import type { AuditFinding, FixGroup } from '../../model/audit.ts';
import type { AuditRound } from '../../audit/index.ts';
import { fixRoundsOf } from '../../plan/index.ts';
import { runsOf } from '../loop/dossier.ts';
import { jobOf, ticketOf } from '../stage-context.ts';
import type { StageContext } from '../stage-context.ts';

/** One round of an audit as it is kept for the next one, and for the fixers it sends. */
export type ScoredRound = {
  readonly round: AuditRound;
  readonly findings: readonly AuditFinding[];
  readonly groups: readonly FixGroup[];
};

/** The rounds of an audit that have been scored, the oldest first. */
export async function scoredRounds(
  context: StageContext,
  audit: string,
  before = Infinity,
): Promise<readonly ScoredRound[]> {
  const rounds: ScoredRound[] = [];
  for (const run of runsOf(context.dossier(audit), 'score').filter((each) => each < before)) {
    const kept = await context.records.get(run, 'round');
    if (kept !== undefined) rounds.push(kept);
  }
  return rounds;
}

/** Whether at most one round of fixes is left; an audit that fixes nothing has none. */
export function isLastRound(context: StageContext, audit: string): boolean {
  const job = jobOf(context, audit);
  const most = fixRoundsOf(context.plan.gating);
  return most > 0 && (job?.audit?.round ?? 0) + 1 >= most + (job?.grants ?? 0);
}

/** What one fix is about: its group in the report that sent it, with the rounds until then. A later report changes nothing. */
export async function fixGroup(context: StageContext, id: string) {
  const { group } = context.dossier(id);
  const rounds = group === null ? [] : await scoredRounds(context, group.audit, group.before);
  const round = rounds.at(-1);
  return { group, rounds, round, wanted: round?.groups[group?.nth ?? -1] };
}

/** The ticket that gates hold a job to: a fix may touch the files of its group and no others (TEAM-08). */
export async function boundTicket(context: StageContext, id: string): Promise<Ticket> {
  const ticket = ticketOf(context, id);
  if (!id.startsWith('fix:')) return ticket;
  const { wanted } = await fixGroup(context, id);
  return { ...ticket, touches: wanted?.files ?? [] };
}
