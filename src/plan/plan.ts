import { DEFAULT_ENVIRONMENT } from '../model/checks.ts';
import type { Check, Config, Environment, Limits, Setup } from '../model/config.ts';
import type { Epic, Ticket } from '../model/epic.ts';
import type { RunPlan } from '../model/events.ts';
import { firstGiven } from './check-rules.ts';
import { completeLimits } from './complete-limits.ts';
import { type Gating, gatingOf } from './depth.ts';
import { type Digraph, orderOf, reversed } from './digraph.ts';
import { type TouchClass, touchClasses } from './touches.ts';
import { waitsOf } from './waits.ts';

export type PlannedTicket = {
  readonly index: number;
  readonly ticket: Ticket;
  /** Indexes of the tickets it needs, and of those that need it. */
  readonly needs: readonly number[];
  readonly neededBy: readonly number[];
  /** Index of its milestone; −1 without one. */
  readonly milestone: number;
  /** Tickets on the longest way from this one to the end of the epic, itself included. */
  readonly criticalPath: number;
  readonly priority: number;
  /** 0-based place in the order in which ready tickets start (DISPATCH-04). */
  readonly rank: number;
  /** Number of its touch class; −1 when it says nothing about what it touches. */
  readonly touchClass: number;
  readonly gating: Gating;
};

export type PlannedMilestone = {
  readonly id: string;
  /** Indexes of the milestones it is after, and of its tickets. */
  readonly after: readonly number[];
  readonly tickets: readonly number[];
};

/** An epic and a configuration, settled: nothing is left to be looked up or defaulted. */
export type Plan = {
  readonly epic: Epic;
  readonly gating: Gating;
  /** Whether the run's audit holds the work against the original request (TEAM-19). */
  readonly reconcile: boolean;
  readonly limits: Limits;
  readonly setup: Setup | null;
  readonly environments: readonly Environment[];
  readonly verify: readonly Check[];
  readonly tickets: readonly PlannedTicket[];
  readonly milestones: readonly PlannedMilestone[];
  readonly touchClasses: readonly TouchClass[];
  /** Indexes of tickets along one longest chain. */
  readonly criticalPath: readonly number[];
};

const localOnly: readonly Environment[] = [{ id: DEFAULT_ENVIRONMENT, prefix: [], env: {}, setup: null }];

/** Order a checked epic. What the epic says wins over the configuration, and a ticket's depth over the epic's. */
export function planOf(epic: Epic, config: Config): Plan {
  const depth = epic.depth ?? config.depth;
  const waits = waitsOf(epic);
  const lengths = pathLengths(waits, epic.tickets.length);
  const tickets = plannedTickets(epic, { waits, lengths }, (ticket) =>
    gatingOf(ticket.depth ?? depth, config),
  );
  const { classOf, classes } = touchClasses(epic.tickets.map(({ touches }) => touches));
  const gating = gatingOf(depth, config);
  // By depth only where there is a request of its own, and tickets that were made from it.
  const isGiven = epic.original !== null && epic.tickets.length > 0;
  return {
    epic,
    gating,
    reconcile: config.reconcile === true || (gating.reconcile && isGiven),
    limits: completeLimits(config.limits, epic.limits),
    setup: epic.setup ?? config.setup,
    environments: firstGiven(epic.environments, config.environments, localOnly),
    verify: firstGiven(epic.verify, config.verify),
    tickets: tickets.map((ticket) => ({ ...ticket, touchClass: classOf[ticket.index] ?? -1 })),
    milestones: plannedMilestones(epic),
    touchClasses: classes,
    criticalPath: longestChain(waits, lengths, epic.tickets.length),
  };
}

type Shape = { readonly waits: Digraph; readonly lengths: readonly number[] };

function plannedTickets(
  { tickets, milestones }: Epic,
  { waits, lengths }: Shape,
  gating: (ticket: Ticket) => Gating,
): readonly Omit<PlannedTicket, 'touchClass'>[] {
  const ranks = rankOf(tickets, lengths);
  const needs = tickets.map((_, index) => (waits[index] ?? []).filter((node) => node < tickets.length));
  const neededBy = reversed(needs);
  const milestoneNumber = new Map(milestones.map(({ id }, index) => [id, index]));
  return tickets.map((ticket, index) => ({
    index,
    ticket,
    needs: needs[index] ?? [],
    neededBy: neededBy[index] ?? [],
    milestone: milestoneNumber.get(ticket.milestone ?? '') ?? -1,
    criticalPath: lengths[index] ?? 1,
    priority: ticket.priority,
    rank: ranks[index] ?? 0,
    gating: gating(ticket),
  }));
}

/** Longest way to the end for every node; a milestone's audit is on the way but is no ticket. */
function pathLengths(waits: Digraph, tickets: number): readonly number[] {
  const waiters = reversed(waits);
  const lengths = waits.map(() => 0);
  for (const node of [...orderOf(waits)].reverse()) {
    let longest = 0;
    for (const waiter of waiters[node] ?? []) longest = Math.max(longest, lengths[waiter] ?? 0);
    lengths[node] = longest + (node < tickets ? 1 : 0);
  }
  return lengths;
}

/** Long ways first, then priority, then the order of the file. */
function rankOf(tickets: readonly Ticket[], lengths: readonly number[]): readonly number[] {
  const sorted = tickets.map(({ priority }, index) => ({ index, priority, length: lengths[index] ?? 0 }));
  sorted.sort((a, b) => b.length - a.length || b.priority - a.priority || a.index - b.index);
  const ranks: number[] = [];
  for (const [rank, { index }] of sorted.entries()) ranks[index] = rank;
  return ranks;
}

function plannedMilestones({ milestones, tickets }: Epic): readonly PlannedMilestone[] {
  const numbers = new Map(milestones.map(({ id }, index) => [id, index]));
  const members: number[][] = milestones.map(() => []);
  for (const [index, { milestone }] of tickets.entries())
    members[numbers.get(milestone ?? '') ?? -1]?.push(index);
  return milestones.map(({ id, after }, index) => ({
    id,
    after: after.map((name) => numbers.get(name)).filter((number) => number !== undefined),
    tickets: members[index] ?? [],
  }));
}

/** From the first node with the longest way, always on to a waiter whose way is the longest left. */
function longestChain(waits: Digraph, lengths: readonly number[], tickets: number): readonly number[] {
  const waiters = reversed(waits);
  const chain: number[] = [];
  let node: number | undefined = longestOf(lengths.keys(), lengths);
  while (node !== undefined) {
    if (node < tickets) chain.push(node);
    node = longestOf(waiters[node] ?? [], lengths);
  }
  return chain;
}

function longestOf(nodes: Iterable<number>, lengths: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const node of nodes)
    if (best === undefined || (lengths[node] ?? 0) > (lengths[best] ?? 0)) best = node;
  return best;
}

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
