import type { RunTicket, RunPlan } from '../../src/model/events.ts';

/** A ticket in as few words as a test needs; everything left out is the ordinary case. */
export type TicketSketch = {
  readonly id: string;
  readonly needs?: readonly string[];
  readonly milestone?: string;
  readonly rank?: number;
  readonly touchClass?: number;
  readonly review?: boolean;
  readonly critics?: number;
  readonly adopts?: RunTicket['adopts'];
};

export type Sketch = {
  readonly tickets: readonly (string | TicketSketch)[];
  readonly milestones?: readonly { readonly id: string; readonly after?: readonly string[] }[];
  readonly overlaps?: readonly (readonly number[])[];
  readonly allowRed?: readonly string[];
};

/** Names become indexes; rank is the order of writing unless said otherwise. */
export function planOf(sketch: Sketch): RunPlan {
  const tickets = sketch.tickets.map((ticket) => (typeof ticket === 'string' ? { id: ticket } : ticket));
  const milestones = sketch.milestones ?? [];
  const ids = tickets.map((ticket) => ticket.id);
  const scopes = milestones.map((milestone) => milestone.id);
  return {
    epic: 'told',
    tickets: tickets.map((ticket, index): RunTicket => ({
      id: ticket.id,
      needs: (ticket.needs ?? []).map((id) => indexIn(ids, id)),
      milestone: ticket.milestone === undefined ? -1 : indexIn(scopes, ticket.milestone),
      rank: ticket.rank ?? index,
      touchClass: ticket.touchClass ?? -1,
      review: ticket.review ?? true,
      critics: ticket.critics ?? 1,
      ...(ticket.adopts === undefined ? {} : { adopts: ticket.adopts }),
    })),
    milestones: milestones.map(({ id, after }) => ({
      id,
      after: (after ?? []).map((before) => indexIn(scopes, before)),
    })),
    overlaps: sketch.overlaps ?? [],
    ...(sketch.allowRed === undefined ? {} : { allowRed: sketch.allowRed }),
  };
}

function indexIn(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  if (index === -1) throw new Error(`the sketch names ${name} but does not have it`);
  return index;
}
