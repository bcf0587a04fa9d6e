import type { AssignmentEvent } from '../../src/model/events.ts';
import { gateKey, textOf, truthOf } from './world.ts';
import { worksIn } from './work-sets.ts';
import type { Breach, World } from './world.ts';

/** The one moment in which something becomes part of the epic: P1, P2, P3 and P10 are about it. */
export function proveLanding(world: World, assignment: AssignmentEvent, breach: Breach): void {
  const { ticket, commit } = assignment;
  const before = world.landed.get(ticket);
  if (before !== undefined && before !== commit) breach(`P3: ${ticket} lands twice`);
  if (!world.provenTrees.has(truthOf(world, commit).tree))
    breach(`P1: ${ticket} lands a tree on which no check has passed`);
  const { tree, from } = truthOf(world, commit);
  const isAsValidated = from !== null && truthOf(world, from).tree === tree;
  if (!world.gated.has(gateKey(world, assignment)) && !isAsValidated)
    breach(`QUEUE-01: ${ticket} lands a commit that no gate let through`);
  // Law 5: what lands brings its own work and nobody else's.
  for (const work of worksIn(world, commit ?? '')) {
    const owner = world.sets.owner.get(work) ?? ticket;
    if (owner !== ticket && !worksIn(world, world.tip).has(work))
      breach(`QUEUE-02: ${ticket} lands the work of ${owner}, which has not landed`);
  }
  if (before === undefined) proveJudged(world, assignment, breach);
}

/** P2 and P10: judged by a critic, audited with confirmed evidence, or let through by somebody with a name. */
function proveJudged(world: World, assignment: AssignmentEvent, breach: Breach): void {
  const { ticket: id, commit: landing } = assignment;
  const text = textOf(world, id);
  if ((world.told.get(assignment.run) ?? text) !== text)
    breach(`P9: ${id} lands what was let through by another text`);
  const lineage = lineageOf(world, landing).map((commit) => `${commit} by text ${text}`);
  const ticket = world.scenario.plan.tickets.find((planned) => planned.id === id);
  if (!lineage.some((judged) => world.validated.has(judged)))
    breach(`P9: ${id} lands what was not validated by its text`);
  if (lineage.some((commit) => world.accepted.has(commit)) || ticket?.review === false) return;
  if (world.overlapping.has(assignment.commit ?? ''))
    breach(`${assignment.ticket} lands a merge nobody looked at again`);
  const [, judged] = lineage;
  const passes = world.passedByCritic.get(judged ?? '')?.size ?? 0;
  if (passes < (ticket?.critics ?? 1)) breach(`P2: ${assignment.ticket} lands without its critics' pass`);
  if (
    ticket !== undefined &&
    ticket.adopts === undefined &&
    !lineage.some((commit) => world.confirmedAudit.has(commit) && world.passedByAuditor.has(commit))
  ) {
    breach(`P2: ${assignment.ticket} lands without an audit whose evidence was confirmed`);
  }
}

/** The commit itself, then what it was merged from. */
function lineageOf(world: World, commit: string | null): string[] {
  const lineage: string[] = [];
  for (let id = commit; id !== null; id = truthOf(world, id).from) lineage.push(id);
  return lineage;
}
