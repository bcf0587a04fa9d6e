import type { AssignmentEvent, Event } from '../../src/model/events.ts';
import { each, jobNamed } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import { causes } from './causes.ts';
import { chainLaws } from './chain-laws.ts';
import { fairness } from './fairness.ts';
import { checkCounters } from './counters.ts';
import { checkWishes, newWishes, noteWish } from './wishes.ts';
import type { Wishes } from './wishes.ts';
import { checkPlaces } from './places.ts';
import { overtaking } from './overtaking.ts';
import type { Scenario } from './scenario.ts';
import { teamSeats } from './team-seats.ts';
import { truthOf } from './world.ts';
import type { Breach, World } from './world.ts';

/**
 * Watches every event from outside and keeps its own books. It never asks the coordinator's counters whether the
 * coordinator is right: where a rule can be recounted naively it is.
 */
export type Referee = {
  saw(event: Event, before: State, after: State): void;
  /** Nothing is left to decide. */
  atRest(state: State): void;
  atEnd(state: State): void;
};

/** No ticket may use more agent runs than this, whatever happens to it (P4). */
const RUNS_PER_TICKET = 600;

export function referee(scenario: Scenario, world: World, breach: Breach): Referee {
  const books = newBooks(scenario);
  const court = causes(scenario, world, breach);
  const overtakes = overtaking(scenario, breach);
  const seats = teamSeats(scenario, breach);
  const fair = fairness(world, breach);
  const chain = chainLaws(scenario, world, breach);
  return {
    atRest: (state) => chain.atRest(state),
    atEnd: (state) => court.atEnd(state),
    saw: (event, before, after) => {
      checkLastLook(event, world, breach);
      if ('reserved' in event) checkAssignment(books, event, { before, after, world, breach });
      const counts = !('used' in event) || checkResult(books, event, { before, after, world, breach });
      if (counts) note(books, event, before, breach);
      court.saw(event, before, counts);
      fair.saw(event, before, counts);
      chain.saw(event, before, counts);
      overtakes.saw(event, before, after);
      seats.saw(event, counts);
      checkCounters(event, before, after, breach);
    },
  };
}

/** A run passes only with a tip on which every check has run, or which a person has accepted by name (EVID-07). */
function checkLastLook(event: Event, world: World, breach: Breach): void {
  const { tree } = truthOf(world, world.tip);
  if (event.type === 'baseline_accepted' && event.by !== undefined) world.sparedTrees.delete(tree);
  if (event.type === 'run_ended' && event.status === 'completed' && world.sparedTrees.has(tree))
    breach('EVID-07: the run passes with a tip on which a check has not run');
}

type Books = {
  readonly scenario: Scenario;
  /** Outstanding runs with what was set aside for them. */
  readonly open: Map<number, { ticket: string; usd: number }>;
  readonly sentBack: Map<string, number>;
  readonly granted: Map<string, number>;
  readonly landingRetries: Map<string, number>;
  /** Fixes by audit, and those whose round scored lower. */
  readonly fixes: Map<string, string[]>;
  readonly discarded: Set<string>;
  readonly agentRuns: Map<string, number>;
  readonly rejected: Set<string>;
  readonly givenUp: Set<string>;
  readonly goodAudits: Set<string>;
  readonly spentBy: Map<string, number>;
  spent: number;
  /** What may be spent in all, as it was last set. */
  budget: number | null;
  /** What people have asked of the run. */
  readonly wishes: Wishes;
  blocked: boolean;
  halted: boolean;
};

function newBooks(scenario: Scenario): Books {
  return {
    scenario,
    open: new Map(),
    sentBack: new Map(),
    granted: new Map(),
    landingRetries: new Map(),
    fixes: new Map(),
    discarded: new Set(),
    agentRuns: new Map(),
    rejected: new Set(),
    givenUp: new Set(),
    goodAudits: new Set(),
    spentBy: new Map(),
    spent: 0,
    budget: scenario.policy.budget.usd,
    wishes: newWishes(scenario),
    blocked: false,
    halted: false,
  };
}

type Scene = {
  readonly before: State;
  readonly after: State;
  readonly world: World;
  readonly breach: Breach;
};

function checkAssignment(books: Books, event: AssignmentEvent, scene: Scene): void {
  const { breach, after } = scene;
  const { policy } = books.scenario;
  if (books.open.has(event.run)) breach(`run ${event.run} is handed out twice`);
  books.open.set(event.run, { ticket: event.ticket, usd: event.reserved.usd });
  if (event.type === 'wait_started') return;
  checkPaid(books, event, breach);
  checkTries(books, event, breach);
  checkPlaces(after, { ...policy, maxParallel: books.wishes.parallel }, event.stage, breach);
  checkWishes(books.wishes, event, breach);
  if (books.halted) breach('work is handed out after the run was halted');
  if (event.reserved.usd > 0) {
    const runs = (books.agentRuns.get(event.ticket) ?? 0) + 1;
    books.agentRuns.set(event.ticket, runs);
    if (runs > RUNS_PER_TICKET) breach(`P4: ${event.ticket} has used ${runs} agent runs`);
  }
  if (event.stage === 'develop') checkDeveloper(books, event, scene);
}

/** Stages in which a model is paid for. */
const paid: ReadonlySet<string> = new Set(['develop', 'review', 'audit', 'recover', 'reconcile', 'team']);

/** P4: a budget binds every stage before dispatch, not only developers. */
function checkPaid(books: Books, event: AssignmentEvent, breach: Breach): void {
  const { estimates } = books.scenario.policy;
  const { budget } = books;
  if (!paid.has(event.stage)) return;
  checkTicketBudget(books, event, breach);
  if (event.reserved.usd < estimates.critic.usd)
    breach(`TEAM-16: ${event.type} is not paid for before dispatch`);
  if (budget === null) return;
  let reserved = 0;
  for (const run of books.open.values()) reserved += run.usd;
  if (books.spent + reserved > budget + 1e-9) breach(`the budget of ${budget} is passed by ${event.type}`);
}

/** A ticket's own budget binds it too, once more for every round that a person grants. */
function checkTicketBudget(books: Books, event: AssignmentEvent, breach: Breach): void {
  const { ticketBudget } = books.scenario.policy;
  if (ticketBudget.usd === null || event.ticket.includes(':')) return;
  let amount = books.spentBy.get(event.ticket) ?? 0;
  for (const run of books.open.values()) if (run.ticket === event.ticket) amount += run.usd;
  const most = ticketBudget.usd * (1 + (books.granted.get(event.ticket) ?? 0));
  if (amount > most + 1e-9) breach(`TEAM-16: ${event.ticket} passes its own budget of ${most}`);
}

/** Agent tries, clarifications and landing retries have bounds of their own (RECOVER-02, SIGNAL-04, REWORK-08). */
function checkTries(books: Books, event: AssignmentEvent, breach: Breach): void {
  const { policy } = books.scenario;
  if (event.try > policy.agentTries) breach(`RECOVER-02: ${event.ticket} gets try ${event.try}`);
  if (event.clarification > policy.clarifications)
    breach(`SIGNAL-04: ${event.ticket} is asked to clarify again`);
  const landings = policy.maxLandingRetries + (books.granted.get(event.ticket) ?? 0);
  if ((books.landingRetries.get(event.ticket) ?? 0) > landings)
    breach(`REWORK-08: ${event.ticket} tries to land again`);
  if (event.stage === 'land' && books.discarded.has(event.ticket))
    breach(`TEAM-18: ${event.ticket} was discarded`);
}

function checkDeveloper(books: Books, event: AssignmentEvent, scene: Scene): void {
  const { plan, policy } = books.scenario;
  const { breach, world } = scene;
  const index = plan.tickets.findIndex((ticket) => ticket.id === event.ticket);
  const ticket = plan.tickets[index];
  if (ticket === undefined) return;
  if (books.blocked) breach(`REMEDY-01: ${event.ticket} is assigned while checks cannot pass at base`);
  for (const need of ticket.needs) {
    const id = plan.tickets[need]?.id ?? '';
    if (!world.landed.has(id) && !books.wishes.released.has(id))
      breach(`DISPATCH-03: ${event.ticket} starts before ${id} has landed`);
  }
  for (const after of plan.milestones[ticket.milestone]?.after ?? []) {
    const id = `audit:${plan.milestones[after]?.id}`;
    if (!books.goodAudits.has(id)) breach(`DISPATCH-14: ${event.ticket} starts before ${id} has passed`);
  }
  checkOverlap(scene.after, index, plan, breach);
  const back = books.sentBack.get(event.ticket) ?? 0;
  const allowed = policy.maxRevisions + (books.granted.get(event.ticket) ?? 0);
  if (back > allowed)
    breach(`EPIC-07: ${event.ticket} gets attempt ${back}, only ${allowed} revisions are allowed`);
}

function checkOverlap(state: State, index: number, plan: Scenario['plan'], breach: Breach): void {
  const mine = plan.tickets[index]?.touchClass ?? -1;
  if (mine === -1) return;
  for (const job of each(state.jobs)) {
    const theirs = plan.tickets[job.index]?.touchClass ?? -1;
    if (job.index === index || job.status !== 'executing' || theirs === -1) continue;
    if (plan.overlaps[mine]?.includes(theirs) === true)
      breach(`two developers on overlapping files: ${index}, ${job.id}`);
  }
}

/** Whether somebody waits for it. A result that nobody waits for must leave its job exactly as it was (P8). */
function checkResult(books: Books, event: Extract<Event, { used: unknown }>, scene: Scene): boolean {
  const expected = books.open.get(event.run);
  if (expected?.ticket === event.ticket) {
    books.open.delete(event.run);
    books.spent += event.used.usd;
    books.spentBy.set(event.ticket, (books.spentBy.get(event.ticket) ?? 0) + event.used.usd);
    return true;
  }
  const before = jobNamed(scene.before, event.ticket);
  if (before !== jobNamed(scene.after, event.ticket))
    scene.breach(`P8: a stale ${event.type} changed ${event.ticket}`);
  return false;
}

const noAgent: ReadonlySet<string> = new Set(['agent_unavailable', 'unreadable_answer']);

function note(books: Books, event: Event, before: State, breach: Breach): void {
  // Whatever comes of these runs is late.
  if (event.type === 'candidates_voided') for (const run of event.runs) books.open.delete(run);
  const wish = noteWish(books.wishes, event, before);
  if (wish?.is === 'granted') count(books.granted, wish.ticket);
  if (wish?.is === 'stopped') books.rejected.add(wish.ticket);
  if (event.type === 'ticket_sent_back') {
    count(event.kind === 'landing' ? books.landingRetries : books.sentBack, event.ticket);
  } else if (event.type === 'fix_opened') {
    books.fixes.set(event.audit, [...(books.fixes.get(event.audit) ?? []), event.ticket]);
  } else if (event.type === 'audit_scored') noteScore(books, event);
  else if (event.type === 'decision_answered' && event.choice === 'retry')
    noteGrant(books, event, before, breach);
  else if (event.type === 'decision_answered' && event.choice === 'fail') books.rejected.add(event.ticket);
  else if (event.type === 'infrastructure_blocked') books.blocked = true;
  else if (event.type === 'infrastructure_restored') books.blocked = false;
  else if (event.type === 'run_halted') books.halted = true;
  else if (event.type === 'budget_changed') books.budget = event.usd ?? books.budget;
  else if (event.type === 'run_resumed') books.halted = false;
  else if (event.type === 'audit_ended' && isWellEnded(event.outcome)) books.goodAudits.add(event.ticket);
  else if (event.type === 'workflow_failed') checkFailure(books, event, breach);
  else if (event.type === 'seat_given_up') books.givenUp.add(event.ticket);
  else if (event.type === 'ticket_routed') books.givenUp.delete(event.ticket);
  else if (event.type === 'ticket_escalated' && noAgent.has(event.reason)) {
    if (!books.givenUp.has(event.ticket))
      breach(`RECOVER-02: ${event.ticket} has no agent, yet none was given up`);
  }
}

/** LOOP-06: rounds in all, those granted by people included, have a hard cap. */
function noteGrant(
  books: Books,
  event: Extract<Event, { type: 'decision_answered' }>,
  before: State,
  breach: Breach,
): void {
  const question = jobNamed(before, event.ticket)?.question;
  if (question?.id !== event.question || !question.options.includes('retry')) return;
  count(books.granted, event.ticket);
  const { hardCapRounds } = books.scenario.policy;
  if ((books.granted.get(event.ticket) ?? 0) > 2 * hardCapRounds)
    breach(`LOOP-06: ${event.ticket} is retried for ever`);
}

/** A round that scored lower is never landed; one that did not starts afresh. */
function noteScore(books: Books, event: Extract<Event, { type: 'audit_scored' }>): void {
  const round = books.fixes.get(event.ticket) ?? [];
  if (!event.kept) for (const fix of round) books.discarded.add(fix);
  books.fixes.delete(event.ticket);
}

function count(map: Map<string, number>, id: string): void {
  map.set(id, (map.get(id) ?? 0) + 1);
}

function isWellEnded(outcome: string): boolean {
  return outcome === 'passed' || outcome === 'accepted' || outcome === 'off';
}

/** FLOW-07: a ticket fails only by a person's word or where the policy says so; a branch that was brought is returned. */
function checkFailure(
  books: Books,
  event: Extract<Event, { type: 'workflow_failed' }>,
  breach: Breach,
): void {
  const isTicket = !event.ticket.includes(':') && event.ticket !== 'baseline';
  if (!isTicket || books.scenario.policy.onLimit === 'fail') return;
  const isBrought = books.scenario.plan.tickets.some(({ id, adopts }) => id === event.ticket && adopts);
  // Whether it was found wanting is for the causes to say.
  if (isBrought && (event.kind !== null || event.reason === 'round_limit')) return;
  if (!books.rejected.has(event.ticket)) breach(`FLOW-07: ${event.ticket} failed and nobody said so`);
}
