import { admitted } from '../../src/run/index.ts';
import { EventSchema } from '../../src/model/events.ts';
import { problemTexts } from '../../src/schema/salvage.ts';
import type { Event } from '../../src/model/events.ts';
import type { Policy } from '../../src/decide/index.ts';
import { each, initialState } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import type { Breach } from '../simulation/world.ts';
import { dishonestIndex } from '../simulation/inspect.ts';
import { randomFrom } from '../simulation/random.ts';
import { referee } from '../simulation/referee.ts';
import { faultNames } from '../simulation/scenario.ts';
import type { Scenario } from '../simulation/scenario.ts';
import { unexplained } from '../simulation/unexplained.ts';
import { hearOfPlan, worldFor } from '../simulation/world.ts';
import { retelling } from './retold-world.ts';

/**
 * What a journal may never show, whatever was killed while it was written: the simulator's referee, its proof of every
 * landing and its look at the end, and beside them what only a real journal can get wrong (gaps, work or answers twice).
 */
export function breaches(events: readonly Event[], policy: Policy): readonly string[] {
  const [first] = events;
  if (first?.type !== 'run_started') return ['the journal does not begin with run_started'];
  const found: string[] = [];
  const breach: Breach = (rule) => void found.push(rule);
  const scenario: Scenario = { seed: 0, plan: first.plan, policy, faults: noFaults(), kills: [] };
  const world = worldFor(scenario, randomFrom(0));
  const judge = referee(scenario, world, breach);
  const watchers = [onceEach(breach), retelling(world, breach), judge];
  let state: State = initialState;
  for (const event of events) {
    if (event.seq !== state.seq + 1) breach(`event ${event.seq} follows ${state.seq}`);
    if (problemTexts(EventSchema, event).length > 0) breach(`event ${event.seq} does not fit its schema`);
    const before = state;
    try {
      state = admitted(before, event);
      for (const watcher of watchers) watcher.saw(event, before, state);
      hearOfPlan(world, event, state);
    } catch (error) {
      return [...found, `event ${event.seq} (${event.type}): ${String(error)}`];
    }
  }
  if (state.phase === 'ended') judge.atEnd(state);
  const lies = [unexplained(scenario, world, state), dishonestIndex(state)].filter(
    (lie) => lie !== undefined,
  );
  return [...found, ...lies, ...unended(state)];
}

function noFaults(): Scenario['faults'] {
  return Object.fromEntries(faultNames.map((name) => [name, 0])) as Scenario['faults'];
}

/** Nothing recorded is repeated: every run is handed out once, asked for before it is answered, and answered once. */
function onceEach(breach: Breach) {
  const handedOut = new Map<number, string>();
  const answered = new Set<number>();
  return {
    saw(event: Event): void {
      if ('reserved' in event) {
        if (handedOut.has(event.run)) breach(`run ${event.run} was handed out twice`);
        handedOut.set(event.run, event.ticket);
      } else if ('used' in event) {
        if (handedOut.get(event.run) !== event.ticket) breach(`run ${event.run} was answered, not asked`);
        if (answered.has(event.run)) breach(`run ${event.run} was answered twice`);
        answered.add(event.run);
      }
    },
  };
}

/** P4: every ticket ends. */
function unended(state: State): readonly string[] {
  if (state.phase !== 'ended') return ['the run has not ended'];
  const open: string[] = [];
  for (const { id, kind, status } of each(state.jobs))
    if (kind === 'ticket' && !['completed', 'failed', 'escalated'].includes(status))
      open.push(`${id} is ${status} at the end`);
  return open;
}
