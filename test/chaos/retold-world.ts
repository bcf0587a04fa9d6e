import { ontoOf, type AssignmentEvent, type Event, type ResultEvent } from '../../src/model/events.ts';
import { jobNamed } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import type { Breach } from '../simulation/world.ts';
import { proveLanding } from '../simulation/landing-proof.ts';
import { accept, byText, gateKey, prove, tellText, truthOf } from '../simulation/world.ts';
import type { World } from '../simulation/world.ts';

export type Retelling = { saw(event: Event, before: State): void };

/**
 * The simulator's world, brought about by a journal instead of by playing: which checks passed on which tree, who judged
 * which commit, what landed. It believes what results say; whether they say the truth is for `branch-rules.ts` to see.
 */
export function retelling(world: World, breach: Breach): Retelling {
  const asked = new Map<number, AssignmentEvent>();
  return {
    saw(event, before) {
      if (event.type === 'decision_answered' && event.choice === 'accept') {
        const job = jobNamed(before, event.ticket);
        if (job?.question?.id === event.question) accept(world, job);
      } else if (event.type === 'manual_work_found') commit(world, event);
      else if ('reserved' in event) {
        tellText(world, event);
        asked.set(event.run, event);
      } else if ('used' in event) {
        const assignment = asked.get(event.run);
        if (assignment?.ticket !== event.ticket) return;
        const work = jobNamed(before, event.ticket)?.commit ?? null;
        learn(world, event, { assignment, work, breach });
      }
    },
  };
}

type Asked = {
  readonly assignment: AssignmentEvent;
  /** The commit of its ticket; after a merge the assignments are about that. */
  readonly work: string | null;
  readonly breach: Breach;
};

function learn(world: World, event: ResultEvent, { assignment, work, breach }: Asked): void {
  const judged = byText(world, assignment, assignment.commit ?? '');
  const isAbout = 'commit' in event && event.commit === assignment.commit;
  if (event.type === 'developer_ready_for_review') commit(world, event);
  else if (event.type === 'validation_passed' && isAbout) {
    prove(world, event.tree, event.spared);
    world.validated.add(judged);
  } else if (event.type === 'critic_pass' && isAbout) {
    const passes = world.passedByCritic.get(judged) ?? new Set();
    world.passedByCritic.set(judged, passes.add(event.run));
  } else if (event.type === 'auditor_pass' && isAbout) world.passedByAuditor.add(judged);
  else if (event.type === 'claim_confirmed' && event.claim === 'audit_pass') world.confirmedAudit.add(judged);
  else if (event.type === 'merged') {
    commit(world, event, { from: work, tip: ontoOf(assignment) ?? world.tip });
    if (event.overlapping) world.overlapping.add(event.commit);
  } else if (event.type === 'landing_gate_passed') {
    prove(world, event.tree, event.spared);
    world.gated.add(gateKey(world, assignment));
  } else if (event.type === 'baseline_measured' && event.red.length + event.inconclusive.length === 0)
    prove(world, truthOf(world, world.tip).tree);
  else if (event.type === 'task_complete') land(world, event, assignment, breach);
}

function commit(
  world: World,
  made: { readonly commit: string; readonly tree: string },
  { from, tip }: { from: string | null; tip: string } = { from: null, tip: world.tip },
): void {
  world.commits.set(made.commit, { tree: made.tree, green: true, complete: true, tip, from });
}

function land(
  world: World,
  event: Extract<Event, { type: 'task_complete' }>,
  assignment: AssignmentEvent,
  breach: Breach,
): void {
  const truth = world.commits.get(event.commit);
  if (assignment.stage !== 'land' || assignment.commit !== event.commit || truth?.tree !== event.tree)
    return breach(`P1: ${event.ticket} lands another commit than the one that was let through`);
  if (world.landed.has(event.ticket)) breach(`P3: ${event.ticket} lands twice`);
  proveLanding(world, assignment, breach);
  world.landed.set(event.ticket, event.commit);
  world.tip = event.commit;
  world.tips.add(event.commit);
}
