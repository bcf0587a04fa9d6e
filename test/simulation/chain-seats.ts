import type { AssignmentEvent } from '../../src/model/events.ts';
import { each, linkIn } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import type { Breach } from './world.ts';

/** Who sits where in the chain, by events alone. */
export type SeatLaws = {
  handedOut(event: AssignmentEvent, before: State): void;
  rests(ticket: string, under: string): void;
  aside(ticket: string): void;
  /** A check was red once on its candidate, or that is decided. */
  suspect(ticket: string, is: boolean): void;
  /** Others may land before it. */
  letPass(ticket: string): void;
  voided(ticket: string, after: string): void;
  lands(ticket: string): void;
  leaves(ticket: string): void;
};

/** What a job has gone through in one seat. */
type Taken = {
  isPassable: boolean;
  isAside: boolean;
  isSuspect: boolean;
  gates: number;
  voids: number;
  readonly voidedBy: Set<string>;
};

export function seatLaws(retries: number, breach: Breach): SeatLaws {
  const seats = new Map<string, Taken>();
  const change = (ticket: string, to: Partial<Taken>): void => {
    const seat = seats.get(ticket);
    if (seat !== undefined) Object.assign(seat, to);
  };
  return {
    handedOut(event, before) {
      const { ticket, type, try: nth } = event;
      if (type === 'merge_started' && !seats.has(ticket)) {
        checkTurn(before, ticket, retries, breach);
        seats.set(ticket, emptySeat());
      }
      const seat = seats.get(ticket);
      if (type === 'landing_started') checkDecided(seats, ticket, breach);
      // Checks side by side are part of the gate that judges them.
      const isGate = type === 'landing_gate_started' && event.checks === undefined;
      if (!isGate || nth > 0 || seat === undefined) return;
      // Law 7: a gate and its confirmation, once more for each time that it was merged anew.
      if (++seat.gates > 2 * (1 + seat.voids)) breach(`QUEUE-03: ${ticket} has gate ${seat.gates}`);
    },
    rests(ticket, under) {
      const order = [...seats.keys()];
      if (order.indexOf(under) >= order.indexOf(ticket))
        breach(`QUEUE-03: ${ticket} rests on ${under} behind it`);
      if (seats.get(under)?.isAside === true) breach(`QUEUE-03: ${ticket} rests on ${under}, which is aside`);
      if (seats.get(under)?.isSuspect === true)
        breach(`QUEUE-03: ${ticket} rests on ${under}, which was red once`);
    },
    aside: (ticket) => change(ticket, { isAside: true, isPassable: true }),
    suspect: (ticket, isSuspect) => change(ticket, { isSuspect }),
    letPass: (ticket) => change(ticket, { isPassable: true }),
    voided(ticket, after) {
      const seat = seats.get(ticket);
      if (seat === undefined) return;
      // Law 7: whoever voids a seated job leaves the seats before it for good.
      if (after !== '' && seat.voidedBy.has(after))
        breach(`QUEUE-03: ${ticket} is voided by ${after} once more`);
      seat.voidedBy.add(after);
      seat.voids++;
      if (seat.isAside || seat.isSuspect) seats.delete(ticket);
    },
    lands(ticket) {
      // Law 8: nobody seated later lands earlier, unless the earlier one was aside or stopped.
      for (const [other, { isPassable }] of seats) {
        if (other === ticket) break;
        if (isPassable || ticket.startsWith('remediation')) continue;
        breach(`QUEUE-03: ${ticket} lands before ${other}, who was seated earlier`);
      }
    },
    leaves: (ticket) => void seats.delete(ticket),
  };
}

function emptySeat(): Taken {
  return { isPassable: false, isAside: false, isSuspect: false, gates: 0, voids: 0, voidedBy: new Set() };
}

/** Law 8: a free seat goes to the first who waits for one, but for a merge that was judged as often as landings are retried. */
function checkTurn(before: State, ticket: string, retries: number, breach: Breach): void {
  const owners = [...each(before.jobs)].filter(
    ({ mergedFrom, status, stop, failures, grants }) =>
      mergedFrom !== null &&
      (status === 'reviewing' || status === 'landing') &&
      stop === null &&
      failures.landing >= retries + grants,
  );
  if (owners.length > 0 && !ticket.startsWith('remediation')) {
    if (owners[0]?.id !== ticket) breach(`QUEUE-03: ${ticket} gets a seat that is kept for ${owners[0]?.id}`);
    if (before.chain.links.length > 0)
      breach(`QUEUE-03: ${ticket} is merged for the last time beside others`);
    return;
  }
  for (const job of each(before.jobs)) {
    if (job.id === ticket) return;
    const waits = job.stage === 'merge' && job.status === 'landing' && job.stop === null;
    if (
      waits &&
      linkIn(before, job) === undefined &&
      job.seats[0]?.state === 'waiting' &&
      !before.infrastructure.blocked
    )
      breach(`QUEUE-03: ${ticket} gets the seat that ${job.id} waits for`);
  }
}

/** Law 3: nobody lands while a red before it is not decided, or that would be about a tip that is gone. */
function checkDecided(seats: ReadonlyMap<string, Taken>, ticket: string, breach: Breach): void {
  for (const [other, { isSuspect }] of seats) {
    if (other === ticket) return;
    if (isSuspect) breach(`QUEUE-02: ${ticket} lands while a red of ${other} is not confirmed`);
  }
}
