import type { State } from '../../src/state/index.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

/** Every story ends in a state that can be explained; nothing hangs in the air. */
export function unexplained({ plan }: Scenario, world: World, state: State): string | undefined {
  if (state.running !== 0) return 'the story is over but something is still running';
  if (Math.abs(state.reserved.usd) > 1e-6) return 'money is still set aside for nobody';
  if (state.phase === 'running') {
    if (state.asking.size > 0 || state.paused !== null) return undefined;
    return 'stuck: nothing runs, nothing is asked, and the run has not ended';
  }
  const run = state.scopes.at(-1);
  const ended = state.status === 'completed' || state.status === 'partial' || state.status === 'failed';
  // Somebody took a ticket up again after the end, and was cut off before the run went on.
  const isLeft = state.attention.size > 0;
  if (ended && !state.halted && !isLeft && run?.unsettled !== 0)
    return `stuck: ${run?.unsettled} tickets have no end`;
  const landed = plan.tickets.filter((ticket) => world.landed.has(ticket.id)).length;
  if (landed !== run?.landed) return `the journal says ${run?.landed} tickets landed, git says ${landed}`;
  if (state.status === 'completed' && landed !== plan.tickets.length)
    return 'completed, but not every ticket has landed';
  return undefined;
}
