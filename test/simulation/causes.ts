import type { Event } from '../../src/model/events.ts';
import { jobNamed } from '../../src/state/index.ts';
import type { Replanning } from '../../src/model/steering.ts';
import type { State } from '../../src/state/index.ts';
import type { Scenario } from './scenario.ts';
import { isHeard, isPossible } from './wishes.ts';
import type { Breach, World } from './world.ts';

/**
 * Every decision must have a cause that really happened: a result that came back, a word that a person said. And every
 * bound of the policy is counted here once more, from the events alone.
 */
export type Causes = {
  saw(event: Event, before: State, counts: boolean): void;
  /** What has to be true of a run that calls itself completed. */
  atEnd(state: State): void;
};

type Books = {
  readonly last: Map<string, Event>;
  readonly criticFailed: Set<string>;
  /** Jobs that have been on their way to land. */
  readonly merging: Set<string>;
  /** Answers that were asked for, by ticket; the newest one. */
  readonly said: Map<string, string>;
  readonly counts: Map<string, number>;
  readonly outcomes: Map<string, string>;
  /** What each job was last sent back or stopped for. */
  readonly failedFor: Map<string, string>;
  blocked: boolean;
};

export function causes(scenario: Scenario, world: World, breach: Breach): Causes {
  const books: Books = {
    last: new Map(),
    criticFailed: new Set(),
    merging: new Set(),
    said: new Map(),
    counts: new Map(),
    outcomes: new Map(),
    failedFor: new Map(),
    blocked: false,
  };
  return {
    saw: (event, before, counts) => {
      if ('used' in event && counts) noteResult(books, event);
      else if (!('used' in event)) checkDecision({ books, scenario, world, breach }, event, before);
    },
    atEnd: (state) => checkCompleted(books, scenario, state, breach),
  };
}

function noteResult(books: Books, event: Extract<Event, { used: unknown }>): void {
  books.last.set(event.ticket, event);
  if (event.type === 'critic_fail') books.criticFailed.add(event.ticket);
  if (event.type === 'team_auditor_reported') bump(books, `reports ${event.ticket}`);
}

type Court = {
  readonly books: Books;
  readonly scenario: Scenario;
  readonly world: World;
  readonly breach: Breach;
};

function checkDecision(court: Court, event: Event, before: State): void {
  const { books, breach } = court;
  if (event.type === 'developer_dispatched' || event.type === 'developer_rework_dispatched')
    checkRework(court, event);
  if (failures.has(event.type) && 'kind' in event && event.kind !== null)
    books.failedFor.set('ticket' in event ? event.ticket : '', event.kind);
  const isBrought = (id: string): boolean =>
    court.scenario.plan.tickets.some((ticket) => ticket.id === id && ticket.adopts !== undefined);
  if ('reserved' in event && event.stage === 'develop' && isBrought(event.ticket))
    breach(`QUEUE-05: somebody is sent to develop ${event.ticket}, which was brought`);
  if (event.type === 'workflow_failed' && event.kind !== null && isBrought(event.ticket))
    checkSentBack(court, { ticket: event.ticket, kind: event.kind });
  if (event.type === 'ticket_sent_back' && isBrought(event.ticket))
    breach(`QUEUE-05: ${event.ticket} was brought, and is sent back to nobody`);
  if (event.type === 'ticket_sent_back') checkSentBack(court, event);
  else if (event.type === 'ticket_routed') noteRoute(books, event);
  else if (event.type === 'agent_retried') checkRetry(court, event, before);
  else if (event.type === 'ticket_held' && books.merging.has(event.ticket))
    breach(`TEAM-18: ${event.ticket} is held while it lands`);
  else if (event.type === 'wait_started')
    bound(court, `parks ${event.ticket} ${event.attempt} ${event.stage} ${event.try}`, 40);
  else if (event.type === 'decision_answered') hear(books, event, before);
  else if (event.type === 'infrastructure_blocked') checkBlocked(court, event);
  else if (event.type === 'infrastructure_restored') checkRestored(court, event, before);
  else if (event.type === 'fix_opened' && event.group === 0) {
    bound(
      court,
      `fix rounds ${event.audit}`,
      court.scenario.policy.maxFixRounds * (1 + reopened(books)) + retries(books, event.audit),
    );
  } else if (event.type === 'audit_ended') checkAuditEnd(court, event);
  else if ('reserved' in event && books.said.get('run') === 'halt')
    breach('a person said halt, and work goes on');
  else if (event.type === 'run_resumed') books.said.delete('run');
  else if (event.type === 'ticket_reopened' && isPossible(before, event.ticket)) noteReopened(books);
  else if ((event.type === 'ticket_edited' || event.type === 'ticket_added') && isHeard(before, event))
    noteReplanned(books, event, before);
}

/** TEAM-16: whom the budget has stopped goes on as he was, and nobody else does; money that is gone is no failure. */
function checkRetry(
  { scenario, breach }: Court,
  event: Extract<Event, { type: 'agent_retried' }>,
  before: State,
): void {
  const outcome = jobNamed(before, event.ticket)?.seats[event.seat]?.outcome;
  const isBroke = outcome?.type === 'agent_failed' && outcome.trouble === 'budget' && outcome.used.usd > 0;
  const { budget, ticketBudget } = scenario.policy;
  const isFree = isBroke && (budget.usd !== null || ticketBudget.usd !== null);
  if (isFree !== (event.how === 'resumed'))
    breach(`TEAM-16: ${event.ticket} is asked again (${event.how}) after ${outcome?.type}`);
}

function noteRoute(books: Books, event: Extract<Event, { type: 'ticket_routed' }>): void {
  books.criticFailed.delete(event.ticket);
  if (event.stage === 'merge') books.merging.add(event.ticket);
}

/** A developer who is sent again is told for which failure (REWORK-01). */
function checkRework(
  { books, breach }: Court,
  event: Extract<Event, { type: 'developer_dispatched' | 'developer_rework_dispatched' }>,
): void {
  const wanted = reworkWords[books.failedFor.get(event.ticket) ?? ''];
  const said = event.type === 'developer_rework_dispatched' ? event.reason : undefined;
  if (said !== wanted)
    breach(`REWORK-01: ${event.ticket} is sent for ${said ?? 'nothing'} after ${wanted ?? 'no failure'}`);
}

const failures: ReadonlySet<string> = new Set(['ticket_sent_back', 'ticket_escalated', 'workflow_failed']);

const reworkWords: Readonly<Record<string, string>> = {
  review: 'critic_fail',
  audit: 'audit_failed',
  validation: 'validation_failed',
  incomplete: 'task_incomplete',
  landing: 'landing_failed',
};

/** Sent back for something that was really found. */
function checkSentBack(
  { books, scenario, breach }: Court,
  event: Pick<Extract<Event, { type: 'ticket_sent_back' }>, 'ticket' | 'kind'>,
): void {
  const last = books.last.get(event.ticket)?.type ?? 'nothing';
  const isCritics = event.kind === 'review' || event.kind === 'landing';
  const found =
    (isCritics && books.criticFailed.has(event.ticket)) || (grounds[event.kind] ?? []).includes(last);
  if (!found) breach(`${event.ticket} is sent back (${event.kind}), but the last that came was ${last}`);
  if (event.ticket.startsWith('remediation') && event.kind !== 'landing') {
    const most = scenario.policy.remediationAttempts - 1 + retries(books, event.ticket);
    if (bump(books, `remediation ${event.ticket}`) > most)
      breach(`REMEDY-01: ${event.ticket} goes on after ${most}`);
  }
}

const grounds: Readonly<Record<string, readonly string[]>> = {
  audit: ['auditor_fail', 'claim_refuted'],
  validation: [
    'validation_failed',
    'validation_passed',
    'developer_ready_for_review',
    'validation_broken',
    'landing_gate_broken',
  ],
  landing: ['merge_conflict', 'landing_gate_failed'],
  incomplete: ['developer_incomplete', 'developer_question', 'developer_blocked', 'claim_refuted'],
};

/** An answer counts if it was asked for and offered. */
function hear(books: Books, event: Extract<Event, { type: 'decision_answered' }>, before: State): void {
  const question = jobNamed(before, event.ticket)?.question;
  if (question?.id !== event.question || !question.options.includes(event.choice)) return;
  books.said.set(event.ticket, event.choice);
  if (event.choice === 'retry') bump(books, `retries ${event.ticket}`);
  if (event.choice === 'halt') books.said.set('run', 'halt');
}

const brokenBy: ReadonlySet<string> = new Set([
  'claim_confirmed',
  'claim_unchecked',
  'validation_broken',
  'landing_gate_broken',
  'baseline_measured',
]);

/** FLOW-12: nobody halts the epic on an agent's word. */
function checkBlocked(court: Court, event: Extract<Event, { type: 'infrastructure_blocked' }>): void {
  const { books, scenario, breach } = court;
  const last = books.last.get(event.ticket)?.type ?? 'nothing';
  if (!books.blocked && !brokenBy.has(last)) breach(`FLOW-12: ${event.ticket} halts the epic with ${last}`);
  books.blocked = true;
  bound(
    court,
    `returns ${event.ticket}`,
    scenario.policy.maxInfrastructureReturns + retries(books, event.ticket),
  );
}

/** REMEDY-02: what remediation changed has landed like anything else, or a person has said so. */
function checkRestored(
  court: Court,
  event: Extract<Event, { type: 'infrastructure_restored' }>,
  before: State,
): void {
  court.books.blocked = false;
  if (event.by === 'override') return;
  if (event.by === 'person') {
    if (court.books.said.get(`remediation:${before.remediations}`) !== 'retry')
      court.breach('REAL-03: restored by a person, and none has said so');
    return;
  }
  const id = `remediation:${before.remediations}`;
  const last = court.books.last.get(id);
  const unchanged = last?.type === 'validation_passed' && !last.changed;
  if (!unchanged && !court.world.landed.has(id))
    court.breach(`REMEDY-02: restored, but ${id} has not landed`);
}

function checkAuditEnd(court: Court, event: Extract<Event, { type: 'audit_ended' }>): void {
  const { books, breach } = court;
  const { ticket, outcome } = event;
  books.outcomes.set(ticket, outcome);
  const said = books.said.get(ticket);
  if (outcome === 'accepted' && said !== 'accept') breach(`${ticket} is accepted by nobody`);
  if (said === 'fail' && outcome !== 'failed') breach(`${ticket} was failed by a person and ends ${outcome}`);
  if (outcome !== 'passed') return;
  if ((books.counts.get(`reports ${ticket}`) ?? 0) === 0)
    breach(`TEAM-01: ${ticket} passes and nobody has looked`);
  const last = books.last.get(ticket);
  if (last?.type !== 'audit_scored' || last.move !== 'passed')
    breach(`${ticket} passes without a passing score`);
}

/** Nothing that calls itself completed has an audit that did not end well, or a fix in the air. */
function checkCompleted(books: Books, scenario: Scenario, state: State, breach: Breach): void {
  if (state.status !== 'completed') return;
  for (const scope of [...scenario.plan.milestones.map(({ id }) => id), 'run']) {
    const outcome = books.outcomes.get(`audit:${scope}`) ?? 'never';
    if (!['passed', 'accepted', 'off'].includes(outcome))
      breach(`completed, but audit:${scope} ended ${outcome}`);
  }
  for (const id of state.opened.keys()) {
    const status = jobNamed(state, id)?.status ?? '';
    if (status !== 'completed' && status !== 'failed') breach(`completed, but ${id} is ${status}`);
  }
}

/** Audits that are over may be held again: what people said about the first one is said. */
function noteReopened(books: Books): void {
  bump(books, 'reopened');
  for (const said of books.said.keys()) if (said.startsWith('audit:')) books.said.delete(said);
}

/** An escalation that an edit answers is another round, and audits may be held again like after a reopened ticket. */
function noteReplanned(books: Books, event: Replanning, before: State): void {
  const { ticket, plan, type } = event;
  // What an audit said was said without a ticket that came after it.
  if (type === 'ticket_added') {
    const milestone = plan.milestones[plan.tickets.at(-1)?.milestone ?? -1]?.id;
    for (const scope of [milestone, 'run']) books.outcomes.delete(`audit:${scope}`);
  }
  if (jobNamed(before, ticket)?.status === 'escalated') bump(books, `retries ${ticket}`);
  noteReopened(books);
}

function reopened(books: Books): number {
  return books.counts.get('reopened') ?? 0;
}

function retries(books: Books, ticket: string): number {
  return books.counts.get(`retries ${ticket}`) ?? 0;
}

function bump(books: Books, key: string): number {
  const count = (books.counts.get(key) ?? 0) + 1;
  books.counts.set(key, count);
  return count;
}

function bound(court: Court, key: string, most: number): void {
  const count = bump(court.books, key);
  if (count > most) court.breach(`P4: ${key} happened ${count} times, at most ${most} were allowed`);
}
