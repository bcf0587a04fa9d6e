import type { Digraph } from './digraph.ts';

type Waiting = {
  readonly tickets: readonly {
    readonly id: string;
    readonly milestone: string | null;
    readonly needs: readonly string[];
  }[];
  readonly milestones: readonly { readonly id: string; readonly after: readonly string[] }[];
};

/**
 * Who waits for whom: tickets first, then one node per milestone that stands for its audit. A ticket waits for the
 * tickets it needs and the milestones its own is after; a milestone's audit waits for the milestone's tickets.
 * Unknown names and self-dependencies are left out: they are complained about elsewhere.
 */
export function waitsOf({ tickets, milestones }: Waiting): Digraph {
  const ticketNumber = numbered(tickets, 0);
  const milestoneNumber = numbered(milestones, tickets.length);
  const afterOf = milestones.map(({ id, after }) => known(after, milestoneNumber, milestoneNumber.get(id)));
  const members: number[][] = milestones.map(() => []);
  const ticketWaits = tickets.map(({ id, needs, milestone }, index) => {
    const own = milestone === null ? undefined : milestoneNumber.get(milestone);
    const waits = known(needs, ticketNumber, ticketNumber.get(id));
    if (own === undefined) return waits;
    members[own - tickets.length]?.push(index);
    return [...waits, ...(afterOf[own - tickets.length] ?? [])];
  });
  return [
    ...ticketWaits,
    ...milestones.map((_, index) => [...(members[index] ?? []), ...(afterOf[index] ?? [])]),
  ];
}

function numbered(items: readonly { readonly id: string }[], from: number): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  // The first of two equal ids is the one that is meant; the second has been complained about.
  for (const [index, { id }] of items.entries()) if (!numbers.has(id)) numbers.set(id, from + index);
  return numbers;
}

function known(
  names: readonly string[],
  numbers: ReadonlyMap<string, number>,
  self: number | undefined,
): number[] {
  const found = names.map((name) => numbers.get(name)).filter((number) => number !== undefined);
  return [...new Set(found)].filter((number) => number !== self);
}
