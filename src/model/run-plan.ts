/**
 * What the coordinator needs to know of an epic to decide: the graph, not the prose. It stands in the journal's first
 * event, so a run never depends on files that may change under it.
 */
export type RunTicket = {
  readonly id: string;
  /** Indexes of the tickets that must have landed first. */
  readonly needs: readonly number[];
  /** Index of its milestone; -1 for none. */
  readonly milestone: number;
  /** Position by critical-path length, then priority, then file order; unique, 0 goes first. */
  readonly rank: number;
  /** Tickets that name the same files share a class; -1 for a ticket that names none. */
  readonly touchClass: number;
  /** False switches critic and auditor off for this ticket (EPIC-10). */
  readonly review: boolean;
  /** How many critics judge it (TEAM-28). */
  readonly critics: number;
};

export type RunMilestone = {
  readonly id: string;
  /** Indexes of the milestones whose audits must have ended passed or accepted. */
  readonly after: readonly number[];
};

export type RunPlan = {
  readonly epic: string;
  readonly tickets: readonly RunTicket[];
  readonly milestones: readonly RunMilestone[];
  /** For each touch class the classes it overlaps, itself included. */
  readonly overlaps: readonly (readonly number[])[];
  /** Checks that a person allowed to be red at base, by name. */
  readonly allowRed?: readonly string[] | undefined;
};
