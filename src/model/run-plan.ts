import { type Infer, listOf, mapOf, optional, text, truth, whole } from '../schema/shape.ts';

const name = text({ least: 1, most: 200 });
const indexes = listOf(whole());

const RunTicketSchema = mapOf({
  id: name,
  /** Indexes of the tickets that must have landed first. */
  needs: indexes,
  /** Index of its milestone; -1 for none. */
  milestone: whole(-1),
  /** Position by critical-path length, then priority, then file order; unique, 0 goes first. */
  rank: whole(),
  /** Tickets that name the same files share a class; -1 for a ticket that names none. */
  touchClass: whole(-1),
  /** False switches critic and auditor off for this ticket (EPIC-10). */
  review: truth(),
  /** How many critics judge it (TEAM-28). */
  critics: whole(1, 9),
  /** Work that exists already: nobody develops it, and a failure ends it (QUEUE-05). */
  adopts: optional(mapOf({ branch: name, commit: name, tree: name, fork: optional(truth()) })),
});

export type RunTicket = Infer<typeof RunTicketSchema>;

/**
 * What the coordinator needs to know of an epic to decide: the graph, not the prose. It stands in the journal's first
 * event, so a run never depends on files that may change under it.
 */
export const RunPlanSchema = mapOf({
  epic: name,
  tickets: listOf(RunTicketSchema),
  /** With the indexes of the milestones whose audits must have ended passed or accepted. */
  milestones: listOf(mapOf({ id: name, after: indexes })),
  /** For each touch class the classes it overlaps, itself included. */
  overlaps: listOf(indexes),
  /** Checks that a person allowed to be red at base, by name. */
  allowRed: optional(listOf(name)),
  /** The run lands branches that were brought: on which branch, and whether each landing is pushed (QUEUE-05). */
  queue: optional(mapOf({ onto: name, push: truth() })),
});

export type RunPlan = Infer<typeof RunPlanSchema>;
