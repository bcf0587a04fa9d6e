import { ontoOf, type AssignmentEvent, type Event, type ResultEvent } from '../../src/model/events.ts';
import { jobAt, jobNamed } from '../../src/state/index.ts';
import type { Job, Seat, State } from '../../src/state/index.ts';
import { seatLaws } from './chain-seats.ts';
import type { SeatLaws } from './chain-seats.ts';
import type { Scenario } from './scenario.ts';
import { gateKey, truthOf } from './world.ts';
import type { Breach, World } from './world.ts';

export type ChainLaws = {
  saw(event: Event, before: State, counts: boolean): void;
  /** Nothing is left to decide. */
  atRest(state: State): void;
};

type Books = {
  /** Merges and gates by run. */
  readonly asked: Map<number, AssignmentEvent>;
  /** What each job last heard of its landing, and the first parent it was about. */
  readonly heard: Map<string, { readonly type: string; readonly onto: string; readonly once: boolean }>;
  /** The newest candidate of each job that has not been voided. */
  readonly candidates: Map<string, string>;
  /** Whether each candidate was red once, or came to a verdict. */
  readonly verdicts: Map<string, 'once' | 'done'>;
  /** What was let through, by `gateKey` and the inputs of that moment. */
  readonly proven: Set<string>;
  last: Event | undefined;
};

/** The laws of the chain of candidates, by events and by what really happened. */
export function chainLaws({ policy }: Scenario, world: World, breach: Breach): ChainLaws {
  const books: Books = {
    asked: new Map(),
    heard: new Map(),
    candidates: new Map(),
    verdicts: new Map(),
    proven: new Set(),
    last: undefined,
  };
  const court: Court = { books, world, breach, seats: seatLaws(policy.maxLandingRetries, breach) };
  return {
    saw(event, before, counts) {
      if ('reserved' in event) checkHandedOut(court, event, before);
      else if ('used' in event) {
        if (counts) hear(court, event, before);
      } else checkDecision(court, event, before);
      books.last = event;
    },
    atRest: (state) => checkAlive(state, policy, breach),
  };
}

type Court = {
  readonly books: Books;
  readonly world: World;
  readonly breach: Breach;
  readonly seats: SeatLaws;
};

/** Law 4: what a candidate is merged onto or compared with is the tip, or one before it that may land. */
function checkHandedOut(court: Court, event: AssignmentEvent, before: State): void {
  const { books, world, breach, seats } = court;
  books.asked.set(event.run, event);
  const { ticket, type } = event;
  seats.handedOut(event, before);
  if (type === 'landing_gate_started') checkOnce(court, event, before);
  const onto = ontoOf(event);
  if (onto === undefined || world.tips.has(onto)) return;
  const under = [...books.candidates].find(([, commit]) => commit === onto)?.[0];
  if (under === undefined) return breach(`QUEUE-03: ${ticket} rests on ${onto}, which is void`);
  seats.rests(ticket, under);
  const stopped = jobNamed(before, under);
  // One that is landing lands, whatever a person says by then.
  if (type === 'merge_started' && stopped?.stop != null && stopped.stage !== 'land')
    breach(`QUEUE-03: ${ticket} is merged onto ${under}, which was stopped`);
}

/** Law 6: what was let through for a ticket on a tree is not gated again. */
function checkOnce({ books, world, breach }: Court, event: AssignmentEvent, { inputs }: State): void {
  const key = `${gateKey(world, event)} ${inputs}`;
  if (books.proven.has(key))
    breach(`QUEUE-03: ${event.commit} of ${event.ticket} is gated again on the same tree`);
}

function hear(court: Court, event: ResultEvent, before: State): void {
  const { books, world, seats } = court;
  const asked = books.asked.get(event.run);
  if (asked === undefined) return;
  const { ticket, type } = event;
  const once = type === 'landing_gate_failed' && event.once === true;
  if (asked.stage === 'merge' || asked.stage === 'gate')
    books.heard.set(ticket, { type, onto: ontoOf(asked) ?? '', once });
  if (type === 'merged') books.candidates.set(ticket, event.commit);
  if (type === 'merged' && event.overlapping) seats.letPass(ticket);
  if (type === 'landing_gate_passed') books.proven.add(`${gateKey(world, asked)} ${before.inputs}`);
  if (type === 'landing_gate_passed' || type === 'landing_gate_failed') hearVerdict(court, asked, once);
  if (type === 'task_complete' && asked.stage === 'land') {
    seats.lands(ticket);
    leave(court, ticket);
  }
}

/** Law 6: one verdict for each candidate, and at most one red before it, over any kills. */
function hearVerdict(
  { books, breach, seats }: Court,
  { ticket, commit }: AssignmentEvent,
  once: boolean,
): void {
  const before = books.verdicts.get(commit ?? '');
  if (before === 'done' || (once && before === 'once'))
    breach(`QUEUE-03: ${commit} of ${ticket} is gated twice`);
  books.verdicts.set(commit ?? '', once ? 'once' : 'done');
  seats.suspect(ticket, once);
}

function leave({ books, seats }: Court, ticket: string): void {
  seats.leaves(ticket);
  books.candidates.delete(ticket);
}

const verdicts: ReadonlySet<string> = new Set([
  'ticket_sent_back',
  'ticket_escalated',
  'infrastructure_blocked',
]);

function checkDecision(court: Court, event: Event, before: State): void {
  if (event.type === 'candidates_voided') return checkVoid(court, event, before);
  if (!('ticket' in event)) return;
  if (event.type === 'ticket_stopped') court.seats.letPass(event.ticket);
  // A branch that was brought is returned instead of sent back.
  const isReturned = event.type === 'workflow_failed' && event.kind !== null;
  if (verdicts.has(event.type) || isReturned) checkVerdict(court, event, before);
  if (event.type === 'candidate_set_aside') court.seats.aside(event.ticket);
  const isGatedAgain = event.type === 'ticket_routed' && event.stage === 'gate';
  if (isGatedAgain && (jobNamed(before, event.ticket)?.seats ?? []).some(hasRed))
    court.seats.suspect(event.ticket, true);
  const isOut =
    verdicts.has(event.type) || event.type === 'workflow_failed' || event.type === 'ticket_blocked';
  const isElsewhere = event.type === 'ticket_routed' && !['gate', 'land'].includes(event.stage);
  if (isOut || isElsewhere) leave(court, event.ticket);
}

function hasRed({ outcome }: Seat): boolean {
  return outcome?.type === 'landing_checks_run' && outcome.red.length > 0;
}

/** Law 3: what happened on a guess counts against nobody. */
function checkVerdict(
  { books, world, breach }: Court,
  { ticket, type }: { readonly ticket: string; readonly type: string },
  before: State,
): void {
  const stage = jobNamed(before, ticket)?.stage;
  const heard = books.heard.get(ticket);
  if ((stage !== 'merge' && stage !== 'gate') || heard === undefined) return;
  if (heard.once && type !== 'infrastructure_blocked')
    breach(`QUEUE-02: ${ticket} pays for a red that no second run confirmed`);
  if (heard.onto === '') return;
  if (!world.tips.has(heard.onto))
    breach(`QUEUE-02: ${ticket} pays for ${heard.type} on ${heard.onto}, which has not landed`);
}

type Voided = Extract<Event, { type: 'candidates_voided' }>;

/** Law 5: only what holds the one that left is made anew, and all of it. */
function checkVoid(court: Court, event: Voided, before: State): void {
  const { books, world, breach } = court;
  const { last } = books;
  const isCause = last !== undefined && 'ticket' in last && last.ticket === event.after;
  if (!isCause) breach(`QUEUE-03: candidates are voided after ${event.after}, who did nothing`);
  for (const ticket of event.tickets) {
    const atWork = jobNamed(before, ticket)?.seats.filter(({ state }) => state === 'running') ?? [];
    if (!atWork.every(({ run }) => event.runs.includes(run)))
      breach(`QUEUE-03: a void run of ${ticket} is not called off`);
    const onto = firstParent(court, ticket);
    if (world.tips.has(onto)) breach(`QUEUE-02: ${ticket} is voided and rests on the tip alone`);
    books.candidates.delete(ticket);
    court.seats.voided(ticket, event.after);
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
  const gates = jobs.filter(({ stage }) => stage === 'gate');
  const seatsOf = (job: Job, wanted: Seat['state']): Seat[] =>
    job.seats.filter(({ state: is }) => is === wanted);
  const running = gates.flatMap((job) => seatsOf(job, 'running')).length;
  if (running < maxGates && gates.some((job) => job.stop === null && seatsOf(job, 'waiting').length > 0))
    breach('QUEUE-04: a gate waits though a place is free');
  const head = jobs[0];
  if (head?.stage === 'land' && head.seats[0]?.state === 'waiting')
    breach(`QUEUE-04: ${head.id} does not land`);
}
