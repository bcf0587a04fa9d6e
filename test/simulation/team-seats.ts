import type { Event } from '../../src/model/events.ts';
import type { Breach } from './world.ts';
import type { Scenario } from './scenario.ts';

/** Keeps its own books of who in a team has reported: TEAM-01 and TEAM-09 are about nobody being taken for content. */
export type TeamSeats = { saw(event: Event, counts: boolean): void };

type Books = {
  /** Seats of an audit with a report that counts: `<audit> <seat>`. */
  readonly reported: Set<string>;
  /** By run: the seat it was handed out for, and the commit it was asked about. */
  readonly asked: Map<number, { readonly seat: string; readonly commit: string | null }>;
  /** The seats that the last survey of an audit wants to hear again; null where it wants all. */
  readonly again: Map<string, readonly number[] | null>;
  /** Audits whose fixes have been opened since the last score. */
  readonly fixing: Set<string>;
  /** Audits whose team was seated since the last survey. */
  readonly seated: Set<string>;
  /** Audits whose work was held against the original request since the last survey. */
  readonly reconciled: Set<string>;
  /** Audits whose recovery review was sent and has not given an answer. */
  readonly unreviewed: Set<string>;
  /** Audits whose last survey wants a person asked, until one was. */
  readonly toAsk: Set<string>;
  /** Audits about which a person has been asked since the last score: asking for one again allows one cycle. */
  readonly allowed: Set<string>;
  /** Where each job was sent last. */
  readonly stages: Map<string, string>;
};

export function teamSeats(scenario: Scenario, breach: Breach): TeamSeats {
  const books: Books = {
    reported: new Set(),
    asked: new Map(),
    again: new Map(),
    fixing: new Set(),
    seated: new Set(),
    reconciled: new Set(),
    unreviewed: new Set(),
    toAsk: new Set(),
    allowed: new Set(),
    stages: new Map(),
  };
  return {
    saw: (event, counts) => {
      if (event.type === 'ticket_routed') books.stages.set(event.ticket, event.stage);
      noteCycles(books, event, breach);
      if ('reserved' in event) noteAssignment(books, event);
      else if ('used' in event && counts) noteResult(books, event);
      else if (event.type === 'fix_opened') books.fixing.add(event.audit);
      // The one seat of a reconciliation is nobody's seat in the team.
      else if (event.type === 'seat_given_up' && books.stages.get(event.ticket) !== 'reconcile')
        books.reported.delete(`${event.ticket} ${event.seat}`);
      else if (event.type === 'ticket_routed' && event.stage === 'team') seated(books, event, breach);
      else if (event.type === 'ticket_routed' && event.stage === 'score') {
        if (!books.seated.has(event.ticket))
          breach(`TEAM-01: ${event.ticket} is scored and nobody was asked`);
      } else if (event.type === 'audit_ended' && event.outcome === 'passed') {
        everybodyReported(books, event.ticket, scenario.policy.auditors, breach);
        const isWanted = scenario.policy.reconcile && event.ticket === 'audit:run';
        if (isWanted && !books.reconciled.has(event.ticket))
          breach(`TEAM-19: ${event.ticket} passes and nobody held it against the original request`);
      }
    },
  };
}

/** TEAM-12, TEAM-24: nobody judges past the last review cycle unasked, and nothing passes that nobody has reviewed. */
function noteCycles(books: Books, event: Event, breach: Breach): void {
  if (event.type === 'recovery_dispatched') books.unreviewed.add(event.ticket);
  else if (event.type === 'ticket_escalated') {
    books.toAsk.delete(event.ticket);
    books.allowed.add(event.ticket);
  } else if (
    event.type === 'ticket_reopened' ||
    event.type === 'ticket_added' ||
    event.type === 'ticket_edited'
  ) {
    // Audits are held again from the beginning.
    books.unreviewed.clear();
  } else if (event.type === 'fix_opened') {
    if (books.toAsk.has(event.audit))
      breach(`TEAM-12: ${event.audit} is fixed and judged once more, and nobody was asked`);
  } else if (event.type === 'ticket_routed' && (event.stage === 'team' || event.stage === 'recover')) {
    if (books.toAsk.has(event.ticket))
      breach(`TEAM-12: ${event.ticket} is judged once more, and nobody was asked`);
  } else if (event.type === 'audit_ended' && event.outcome === 'passed' && books.unreviewed.has(event.ticket))
    breach(`TEAM-24: ${event.ticket} passes and its recovery review gave no answer`);
}

function noteAssignment({ asked }: Books, event: Extract<Event, { reserved: unknown }>): void {
  if (event.type === 'team_auditor_dispatched' || event.type === 'reconciliation_dispatched')
    asked.set(event.run, { seat: `${event.ticket} ${event.seat}`, commit: event.commit });
}

function noteResult(books: Books, event: Extract<Event, { used: unknown }>): void {
  if (event.type === 'recovery_done') books.unreviewed.delete(event.ticket);
  if (event.type === 'survey_done') {
    const isRound = books.fixing.has(event.ticket);
    if (event.asks !== undefined && !isRound && !books.allowed.has(event.ticket))
      books.toAsk.add(event.ticket);
    books.again.set(event.ticket, event.again ?? null);
    books.seated.delete(event.ticket);
    books.reconciled.delete(event.ticket);
  }
  if (event.type === 'audit_scored') {
    books.fixing.delete(event.ticket);
    books.allowed.delete(event.ticket);
    if (event.asks !== undefined) books.toAsk.add(event.ticket);
  }
  const asked = books.asked.get(event.run);
  if (event.type === 'reconciliation_done' && event.commit === asked?.commit)
    books.reconciled.add(event.ticket);
  if (asked === undefined || event.type !== 'team_auditor_reported') return;
  // Who speaks about another commit than the one that was asked about has not reported.
  if (event.commit === asked.commit) books.reported.add(asked.seat);
}

/** TEAM-09: only a report that is there can stand, only after fixes, and only if the survey does not want it anew. */
function seated(books: Books, event: Extract<Event, { type: 'ticket_routed' }>, breach: Breach): void {
  books.seated.add(event.ticket);
  const kept = event.kept ?? [];
  const again = books.again.get(event.ticket) ?? null;
  for (let seat = 0; seat < event.seats; seat++) {
    const name = `${event.ticket} ${seat}`;
    if (!kept.includes(seat)) books.reported.delete(name);
    else if (!books.reported.has(name)) breach(`TEAM-09: ${name} is not asked again, and has not reported`);
    else if (again === null || again.includes(seat)) breach(`TEAM-09: ${name} is wanted anew, and not asked`);
  }
  if (kept.length > 0 && !books.fixing.has(event.ticket))
    breach(`TEAM-09: reports of ${event.ticket} stand although nothing was fixed`);
}

function everybodyReported(books: Books, audit: string, auditors: number, breach: Breach): void {
  for (let seat = 0; seat < auditors; seat++)
    if (!books.reported.has(`${audit} ${seat}`)) breach(`TEAM-01: ${audit} passes without seat ${seat}`);
}
