import type { AssignmentEvent } from '../../model/events.ts';
import { ontoOf } from '../../model/event-kind.ts';
import { landingGate } from '../../gates/index.ts';
import type { GatedCandidate } from '../../gates/index.ts';
import { head } from '../site.ts';
import type { Site, StageWork } from '../site.ts';
import { brokenBy, contextFor, keepValidation, namesOf, proofOf, sparedBy, why } from './checks.ts';
import { boundTicket } from './scored-rounds.ts';

/** Every verification and code gate on the exact tree that would land (DISPATCH-07). */
export const gate: StageWork = async (site, assignment, cancel) => {
  const candidate = assignment.commit ?? '';
  const { tree } = await site.hub.commit(candidate);
  const ticket = await boundTicket(site, assignment.ticket);
  const context = await contextFor(site, assignment, cancel);
  const tip = ontoOf(assignment) ?? site.tipWhenSent(assignment.run);
  const gated = await candidateOf(site, assignment, candidate);
  const validation = await landingGate({ ...context, candidate: gated }, { ticket, tip, candidate });
  if (cancel.aborted) return undefined;
  await keepValidation(site, assignment, validation, 'landing');
  switch (validation.outcome) {
    case 'pass':
      return {
        ...head(assignment),
        ...proofOf(validation),
        ...sparedBy(site, validation),
        type: 'landing_gate_passed',
        tree,
      };
    case 'broken':
      return { ...head(assignment), type: 'landing_gate_broken', ...brokenBy(validation) };
    case 'fail':
      return {
        ...head(assignment),
        ...proofOf(validation),
        type: 'landing_gate_failed',
        findings: namesOf(validation),
        ...why(validation),
        ...(validation.once === true && { once: true }),
      };
  }
};

/** How its checks run: with what the runs named in the assignment found on the same tree. */
async function candidateOf(site: Site, assignment: AssignmentEvent, commit: string): Promise<GatedCandidate> {
  if (assignment.type !== 'landing_gate_started') return { commit, cells: [], apart: false };
  const { apart = false, reuse = [] } = assignment;
  const known = await Promise.all(reuse.map((run) => site.records.get(run, 'validation')));
  return { commit, cells: known.flatMap((each) => each?.cells ?? []), apart };
}
