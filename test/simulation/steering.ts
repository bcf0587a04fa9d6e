import type { Draft, RunPlan, RunTicket } from '../../src/model/events.ts';
import { jobAt } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import { shuffled } from './scenario.ts';
import { strikes } from './world.ts';
import type { World } from './world.ts';

type Act = { readonly after: number; readonly draft: Draft };

const said = { v: 1, by: 'somebody', why: 'because' } as const;

/** People get tired of it: a story in which they never do would not end. */
const MOST_ACTS = 30;

/** What people want of a run just now, BEYOND-10: mostly nothing, and not always something that is possible. */
export function steering(world: World, state: State): readonly Act[] {
  if (state.phase === 'idle' || world.steered >= MOST_ACTS) return [];
  const acts = [
    ...pause(world),
    ...stop(world),
    ...stopSeated(world, state),
    ...reopen(world, state),
    ...resize(world),
    ...edit(world, state),
    ...add(world, state),
  ];
  world.steered += acts.length;
  return acts;
}

/** Each act is rare: a story has hundreds of moments. */
function isMoment(
  world: World,
  fault: 'pauses' | 'stops' | 'reopens' | 'resizes' | 'edits' | 'adds',
): boolean {
  return strikes(world, fault) && world.random.chance(0.08);
}

/** Now and then somebody goes home without saying that it may go on. */
function pause(world: World): readonly Act[] {
  if (!isMoment(world, 'pauses')) return [];
  const paused: Act = { after: world.random.below(100), draft: { ...said, type: 'run_paused' } };
  const goesOn: Act = { after: world.random.below(60_000), draft: { ...said, type: 'run_unpaused' } };
  return world.random.chance(0.05) ? [paused] : [paused, goesOn];
}

function stop(world: World): readonly Act[] {
  if (!isMoment(world, 'stops')) return [];
  const { random } = world;
  const draft: Draft = {
    ...said,
    type: 'ticket_stopped',
    ticket: someone(world),
    how: random.pick(['cancelled', 'skipped'] as const),
    dependents: random.pick(['withheld', 'withheld', 'released'] as const),
  };
  return [{ after: random.below(100), draft }];
}

/** Somebody in the middle of the chain is not wanted any more. */
function stopSeated(world: World, state: State): readonly Act[] {
  const { links } = state.chain;
  if (links.length < 2 || !strikes(world, 'stopMidChain') || !world.random.chance(0.2)) return [];
  const ticket = jobAt(state, world.random.pick(links).job).id;
  const draft: Draft = { ...said, type: 'ticket_stopped', ticket, how: 'cancelled', dependents: 'withheld' };
  return [{ after: world.random.below(100), draft }];
}

/** Tickets fail late, so this is tried more often once one has. */
function reopen(world: World, state: State): readonly Act[] {
  if (!isMoment(world, 'reopens') && !(state.failed > 0 && strikes(world, 'reopens'))) return [];
  return [
    { after: world.random.below(100), draft: { ...said, type: 'ticket_reopened', ticket: someone(world) } },
  ];
}

function resize(world: World): readonly Act[] {
  if (!isMoment(world, 'resizes')) return [];
  const developers = 1 + world.random.below(4);
  return [{ after: 0, draft: { ...said, type: 'parallelism_changed', developers } }];
}

/** Another text for a ticket, most likely of one that waits for a person; what it needs and how it is judged may change. */
function edit(world: World, state: State): readonly Act[] {
  if (!isMoment(world, 'edits') && !(state.asking.size + state.failed > 0 && strikes(world, 'edits')))
    return [];
  const { random, scenario } = world;
  const ticket = someone(world);
  const index = scenario.plan.tickets.findIndex(({ id }) => id === ticket);
  const before = scenario.plan.tickets[index];
  if (before === undefined) return [];
  const changed: RunTicket = {
    ...before,
    ...judging(world),
    needs: someNeeds(world, index, before.milestone),
  };
  const plan = ranked(world, scenario.plan.tickets.with(index, changed));
  const draft: Draft = {
    ...said,
    type: 'ticket_edited',
    ticket,
    ...replanned(world, state),
    plan,
    fields: ['needs'],
  };
  return [{ after: random.below(200), draft }];
}

function add(world: World, state: State): readonly Act[] {
  if (!isMoment(world, 'adds') || state.plan.tickets.length >= MOST_TICKETS) return [];
  const { random, scenario } = world;
  const { tickets, milestones } = scenario.plan;
  const milestone = milestones.length === 0 ? -1 : random.below(milestones.length);
  const needs = someNeeds(world, tickets.length, milestone);
  const ticket: RunTicket = { id: `T${tickets.length}`, milestone, rank: 0, needs, ...judging(world) };
  const plan = ranked(world, [...tickets, ticket]);
  const draft: Draft = { ...said, type: 'ticket_added', ticket: ticket.id, ...replanned(world, state), plan };
  return [{ after: random.below(200), draft }];
}

const MOST_TICKETS = 10;

/** Understood from the plan as it is: another change on the way makes it void. */
function replanned({ random }: World, { inputs }: State): { from: string; inputs: string } {
  return { from: inputs, inputs: `inputs-${random.below(1e9)}` };
}

function judging({
  random,
  scenario: { plan },
}: World): Pick<RunTicket, 'touchClass' | 'review' | 'critics'> {
  return {
    touchClass: random.below(plan.overlaps.length + 1) - 1,
    review: !random.chance(0.1),
    critics: random.chance(0.2) ? 3 : 1,
  };
}

/** Now and then of a ticket that waits for it, planned or found out: that must come to nothing. */
function someNeeds(
  { random, scenario: { plan } }: World,
  index: number,
  milestone: number,
): readonly number[] {
  const isOpen = random.chance(0.3);
  return [...plan.tickets.entries()]
    .filter(
      ([other, ticket]) => other !== index && (other < index || isOpen) && ticket.milestone <= milestone,
    )
    .filter(() => random.chance(0.3))
    .map(([other]) => other);
}

function ranked(world: World, tickets: readonly RunTicket[]): RunPlan {
  const ranks = shuffled(world.random, tickets.length);
  return {
    ...world.scenario.plan,
    tickets: tickets.map((ticket, index) => ({ ...ticket, rank: ranks[index] ?? index })),
  };
}

/** A ticket, or what people take for one. */
function someone({ random, scenario: { plan } }: World): string {
  if (random.chance(0.05)) return random.pick(['baseline', 'audit:run', 'fix:1', 'nobody']);
  return `T${random.below(plan.tickets.length)}`;
}
