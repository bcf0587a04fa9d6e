// What the measurements of the contracts (EPIC-14) come to: no clock and no disk, so that the judgement can be tested.
import { type Asked, type Row, under } from './table.ts';

/** The contract is about a journal of this size. */
export const TICKETS = 1000;
export const EVENTS_PER_TICKET = 60;

/** Milliseconds: of a state update, from a verdict to the revision at work, of our own part of a review. */
export const LIMITS: NonNullable<Asked['limits']> = [100, 5000, 120_000];

export type Measured = {
  readonly tickets: number;
  /** Events of the whole journal. */
  readonly events: number;
  /** Milliseconds of every single one. */
  readonly updates: readonly number[];
  readonly revisions: readonly number[];
  readonly reviews: readonly number[];
};

export function contractRows(measured: Measured, limits: NonNullable<Asked['limits']> = LIMITS): Row[] {
  const { tickets, events, updates, revisions, reviews } = measured;
  const [update, revision, review] = limits;
  const perTicket = Math.floor(events / tickets);
  if (!(perTicket >= EVENTS_PER_TICKET))
    throw new Error(
      `the journal has ${perTicket} events a ticket, and ${EVENTS_PER_TICKET} are the contract`,
    );
  const about = `journal of ${tickets} tickets × ${perTicket} events`;
  const unit = 'ms';
  return [
    under({ what: `${about}: state update, p99`, value: p99(updates), unit }, update),
    under(
      { what: 'failing verdict to revision at work, slowest', value: slowest(revisions), unit },
      revision,
    ),
    under({ what: 'our part of a review, slowest', value: slowest(reviews), unit }, review),
  ];
}

/** The value that one in a hundred is above. None at all, or one that was not measured, is no figure. */
export function p99(values: readonly number[]): number {
  if (values.some((value) => Number.isNaN(value))) return Number.NaN;
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

function slowest(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : Math.max(...values);
}
