import type { Draft } from '../../src/model/events.ts';
import type { State } from '../../src/state/index.ts';
import { strikes } from './world.ts';
import type { World } from './world.ts';

type Act = { readonly after: number; readonly draft: Draft };

const said = { v: 1, by: 'somebody', why: 'because' } as const;

/** People get tired of it: a story in which they never do would not end. */
const MOST_ACTS = 30;

/** What people want of a run just now, BEYOND-10: mostly nothing, and not always something that is possible. */
export function steering(world: World, state: State): readonly Act[] {
  if (state.phase === 'idle' || world.steered >= MOST_ACTS) return [];
  const acts = [...pause(world), ...stop(world), ...reopen(world, state), ...resize(world)];
  world.steered += acts.length;
  return acts;
}

/** Each act is rare: a story has hundreds of moments. */
function isMoment(world: World, fault: 'pauses' | 'stops' | 'reopens' | 'resizes'): boolean {
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

/** A ticket, or what people take for one. */
function someone({ random, plan }: World): string {
  if (random.chance(0.05)) return random.pick(['baseline', 'audit:run', 'fix:1', 'nobody']);
  return `T${random.below(plan.tickets.length)}`;
}
