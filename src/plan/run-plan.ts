import type { RunPlan } from '../model/run-plan.ts';
import type { Plan } from './plan.ts';

/** What the coordinator has to know of a plan: the graph and the switches, without a word of prose. */
export function runPlanOf(plan: Plan): RunPlan {
  const { epic } = plan;
  return {
    epic: epic.id,
    tickets: plan.tickets.map((planned) => ({
      id: planned.ticket.id,
      needs: planned.needs,
      milestone: planned.milestone,
      rank: planned.rank,
      touchClass: epic.allowOverlap ? -1 : planned.touchClass,
      review: planned.ticket.review,
      critics: planned.gating.critics,
      ...(planned.ticket.adopts === undefined ? {} : { adopts: planned.ticket.adopts }),
    })),
    milestones: plan.milestones.map(({ id, after }) => ({ id, after })),
    overlaps: epic.allowOverlap ? [] : plan.touchClasses.map(({ overlaps }) => overlaps),
    ...(epic.allowRed === undefined ? {} : { allowRed: epic.allowRed }),
    ...(epic.queue === undefined ? {} : { queue: epic.queue }),
  };
}
