import { ontoOf } from '../../src/model/event-kind.ts';
import type { AssignmentEvent, Event, ResultEvent } from '../../src/model/events.ts';
import { jobAt, jobNamed } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import type { Breach } from './executor.ts';
import type { Scenario } from './scenario.ts';
import { truthOf } from './world.ts';
import type { World } from './world.ts';

export type ChainLaws = {
  saw(event: Event, before: State, counts: boolean): void;
  /** Nothing is left to decide. */
  atRest(state: State): void;
};

type Books = {
  /** Merges and gates by run. */
  readonly asked: Map<number, AssignmentEvent>;
  /** What each job last heard of its landing, and the first parent it was about. */
  readonly heard: Map<string, { readonly type: string; readonly onto: string }>;
  /** The newest candidate of each job that has not been voided. */
  readonly candidates: Map<string, string>;
  /** Jobs by the order of their seats. */
  readonly seats: Set<string>;
  /** Seated jobs that others may pass: set aside, or shown to a critic first. */
  readonly passable: Set<string>;
  readonly aside: Set<string>;
  /** Gates that came to a verdict, by candidate. */
  readonly verdicts: Set<string>;
  readonly stopped: Set<string>;
  last: Event | undefined;
};

/** The laws of the chain of candidates, by events and by what really happened. */
export function chainLaws({ policy }: Scenario, world: World, breach: Breach): ChainLaws {
  const books: Books = {
    asked: new Map(),
    heard: new Map(),
    candidates: new Map(),
    seats: new Set(),
    passable: new Set(),
    aside: new Set(),
    verdicts: new Set(),
    stopped: new Set(),
    last: undefined,
  };
  const court: Court = { books, world, breach };
  return {
    saw(event, before, counts) {
      if ('reserved' in event) checkHandedOut(court, event, before);
      else if ('used' in event) {
        if (counts) hear(court, event);
      } else checkDecision(court, event, before);
      books.last = event;
    },
    atRest: (state) => checkAlive(state, policy, breach),
  };
}

type Court = { readonly books: Books; readonly world: World; readonly breach: Breach };

/** Law 4: what a candidate is merged onto or compared with is the tip, or one before it that may land. */
function checkHandedOut({ books, world, breach }: Court, event: AssignmentEvent, before: State): void {
  books.asked.set(event.run, event);
  const { ticket, type } = event;
  if (type === 'merge_started') books.seats.add(ticket);
  const onto = ontoOf(event);
  if (onto === undefined || world.tips.has(onto)) return;
  const under = [...books.candidates].find(([, commit]) => commit === onto)?.[0];
  if (under === undefined) return breach(`QUEUE-03: ${ticket} rests on ${onto}, which is void`);
  const order = [...books.seats];
  if (order.indexOf(under) >= order.indexOf(ticket))
    breach(`QUEUE-03: ${ticket} rests on ${under} behind it`);
  if (books.aside.has(under)) breach(`QUEUE-03: ${ticket} rests on ${under}, which is aside`);
  const stopped = jobNamed(before, under);
  // One that is landing lands, whatever a person says by then.
  if (type === 'merge_started' && stopped?.stop != null && stopped.stage !== 'land')
    breach(`QUEUE-03: ${ticket} is merged onto ${under}, which was stopped`);
}

function hear({ books, breach }: Court, event: ResultEvent): void {
  const asked = books.asked.get(event.run);
  if (asked === undefined) return;
  const { ticket } = event;
  if (asked.stage === 'merge' || asked.stage === 'gate') books.heard.set(ticket, aboutOf(asked, event));
  if (event.type === 'merged') books.candidates.set(ticket, event.commit);
  if (event.type === 'merged' && event.overlapping) books.passable.add(ticket);
  if (event.type === 'landing_gate_passed' || event.type === 'landing_gate_failed') {
    // Law 6: one verdict for each candidate, over any kills.
    if (books.verdicts.has(asked.commit ?? ''))
      breach(`QUEUE-03: ${asked.commit} of ${ticket} is gated twice`);
    books.verdicts.add(asked.commit ?? '');
  }
  if (event.type === 'task_complete' && asked.stage === 'land') checkOrder(books, ticket, breach);
}

function aboutOf(asked: AssignmentEvent, { type }: ResultEvent): { type: string; onto: string } {
  return { type, onto: ontoOf(asked) ?? '' };
}

/** Law 8: nobody seated later lands earlier, unless the earlier one was aside or stopped. */
function checkOrder(books: Books, ticket: string, breach: Breach): void {
  for (const other of books.seats) {
    if (other === ticket) break;
    if (books.passable.has(other) || books.stopped.has(other) || ticket.startsWith('remediation')) continue;
    breach(`QUEUE-03: ${ticket} lands before ${other}, who was seated earlier`);
  }
  leave(books, ticket);
}

function leave(books: Books, ticket: string): void {
  books.seats.delete(ticket);
  books.passable.delete(ticket);
  books.aside.delete(ticket);
  books.candidates.delete(ticket);
}

const verdicts: ReadonlySet<string> = new Set([
  'ticket_sent_back',
  'ticket_escalated',
  'infrastructure_blocked',
]);

function checkDecision(court: Court, event: Event, before: State): void {
  const { books } = court;
  if (event.type === 'candidates_voided') return checkVoid(court, event);
  if (!('ticket' in event)) return;
  if (event.type === 'ticket_stopped') books.stopped.add(event.ticket);
  if (verdicts.has(event.type)) checkVerdict(court, event.ticket, before);
  if (event.type === 'candidate_set_aside') {
    books.passable.add(event.ticket);
    books.aside.add(event.ticket);
  }
  const isOut =
    verdicts.has(event.type) || event.type === 'workflow_failed' || event.type === 'ticket_blocked';
  const isElsewhere = event.type === 'ticket_routed' && !['merge', 'gate', 'land'].includes(event.stage);
  if (isOut || isElsewhere) leave(books, event.ticket);
}

/** Law 3: what happened on a guess counts against nobody. */
function checkVerdict({ books, world, breach }: Court, ticket: string, before: State): void {
  const stage = jobNamed(before, ticket)?.stage;
  const heard = books.heard.get(ticket);
  if ((stage !== 'merge' && stage !== 'gate') || heard === undefined || heard.onto === '') return;
  if (!world.tips.has(heard.onto))
    breach(`QUEUE-02: ${ticket} pays for ${heard.type} on ${heard.onto}, which has not landed`);
}

/** Law 5: only what holds the one that left is made anew, and all of it. */
function checkVoid(court: Court, event: Extract<Event, { type: 'candidates_voided' }>): void {
  const { books, world, breach } = court;
  const { last } = books;
  const isCause = last !== undefined && 'ticket' in last && last.ticket === event.after;
  if (!isCause) breach(`QUEUE-03: candidates are voided after ${event.after}, who did nothing`);
  for (const ticket of event.tickets) {
    const onto = firstParent(court, ticket);
    if (world.tips.has(onto)) breach(`QUEUE-02: ${ticket} is voided and rests on the tip alone`);
    books.candidates.delete(ticket);
    books.aside.delete(ticket);
  }
  const valid = new Set([...books.candidates.values(), ...world.tips]);
  for (const [ticket, commit] of books.candidates)
    if (!valid.has(truthOf(world, commit).tip)) breach(`QUEUE-02: ${ticket} keeps a candidate that is void`);
}

function firstParent({ books, world }: Court, ticket: string): string {
  const commit = books.candidates.get(ticket);
  if (commit !== undefined) return truthOf(world, commit).tip;
  const merges = [...books.asked.values()].filter((each) => each.ticket === ticket && each.stage === 'merge');
  const last = merges.at(-1);
  return (last === undefined ? undefined : ontoOf(last)) ?? '';
}

/** Law 9: while a place is free no candidate waits for its gate, and no green head for its landing. */
function checkAlive(state: State, { maxGates }: Scenario['policy'], breach: Breach): void {
  const isOpen = state.phase === 'running' && state.paused === null && !state.halted;
  if (!isOpen || state.infrastructure.blocked) return;
  const jobs = state.chain.links.map(({ job }) => jobAt(state, job));
  const gates = jobs.filter(({ stage }) => stage === 'gate').map(({ seats: [seat] }) => seat?.state);
  const running = gates.filter((gate) => gate === 'running').length;
  if (running < maxGates && gates.includes('waiting'))
    breach('QUEUE-04: a gate waits though a place is free');
  const head = jobs[0];
  if (head?.stage === 'land' && head.seats[0]?.state === 'waiting')
    breach(`QUEUE-04: ${head.id} does not land`);
}
