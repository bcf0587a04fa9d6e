import type { Ticket } from '../../model/epic.ts';
import { type AssignmentEvent, ontoOf } from '../../model/events.ts';
import { mergeConflictRule } from '../../model/feedback.ts';
import { bareFinding, type Finding } from '../../model/finding.ts';
import { neededBy } from '../../gates/index.ts';
import { matches } from '../../plan/index.ts';
import { isStopping } from '../../state/index.ts';
import { adoptedMerge } from './merge-instead.ts';
import { nameList } from '../records/name-list.ts';
import { calledOff, commitOf, folderName, head, jobOf, ticketOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { keepFeedback } from '../records/earlier-feedback.ts';

/** Merge with the epic tip, or with the candidate that is to land before it, without a work tree: what comes out is the candidate that is gated and landed, or nothing. */
export const merge: StageWork = async (context, assignment) => {
  const job = jobOf(context, assignment.ticket);
  const commit = job?.commit ?? commitOf(assignment);
  const tip = ontoOf(assignment) ?? context.state().tip;
  const ticket = ticketOf(context, assignment.ticket);
  const merged = await context.lander.merge({
    commit,
    tip,
    ticket: folderName(assignment.ticket),
    run: assignment.run,
    ...adoptedMerge(ticket),
    at: assignment.at,
  });
  if (merged.kind === 'conflict') {
    const findings = merged.files.map(conflictIn);
    await keepFeedback(context, assignment, 'landing', { findings });
    return { ...head(assignment), type: 'merge_conflict', files: nameList(merged.files) };
  }
  const { overlapping, tree } = merged;
  const checks = await checksNeeded(context, ticket, { tip, candidate: merged.commit });
  return {
    ...head(assignment),
    type: 'merged',
    commit: merged.commit,
    tree,
    overlapping,
    ...(checks.length > 1 && { checks }),
  };
};

/** The checks that the candidate's gate will run, by the same rule. */
async function checksNeeded(
  { hub, plan }: StageContext,
  ticket: Ticket,
  { tip, candidate }: { readonly tip: string; readonly candidate: string },
): Promise<readonly string[]> {
  if (plan.verify.length < 2) return [];
  const changes = await hub.changes(tip, candidate);
  return neededBy({ plan, matches }, ticket, changes).map(({ id }) => id);
}

/** A file that git could not merge, as a finding for whoever has to resolve it. */
export function conflictIn(file: string): Finding {
  return {
    ...bareFinding,
    source: { kind: 'gate', name: 'landing' },
    rule: mergeConflictRule,
    severity: 'HIGH',
    file,
    message: 'this file conflicts with work that has landed meanwhile',
    fix: 'The workspace holds the merge with the conflict marked: resolve it so that both changes work.',
    fingerprint: `${mergeConflictRule}:${file}`,
    grounding: 'located',
  };
}

const SOON = 50;
const LONGEST_WAIT = 30_000;

/** Waits until the coordinator has recorded that the ticket is stopped; without that a person is asked. */
async function stopped(context: StageContext, assignment: AssignmentEvent): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT; waited += SOON) {
    const job = jobOf(context, assignment.ticket);
    if (job === undefined || isStopping(job)) return;
    await new Promise<void>((resolve) => {
      context.clock.wake(context.clock.now() + SOON, resolve);
    });
  }
}

/** The one moment in which something becomes part of the epic. Asked again, it finds that it has landed (P3). */
export const land: StageWork = async (context, assignment) => {
  const { adopts } = ticketOf(context, assignment.ticket);
  const isThere = (await context.lander.tip()) === assignment.commit;
  if (!isThere && adopts !== undefined && (await context.isWanted?.(adopts)) === false) {
    await stopped(context, assignment);
    return calledOff(context, assignment);
  }
  const { commit, tree } = await context.hub.commit(commitOf(assignment));
  const landed = await context.lander.land(commit);
  if (landed.kind === 'foreign') return { ...head(assignment), type: 'foreign_tip_found', tip: landed.tip };
  await context.workspaces.close(folderName(assignment.ticket));
  return { ...head(assignment), type: 'task_complete', commit, tree };
};
