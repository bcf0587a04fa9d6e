import { isDeepStrictEqual } from 'node:util';
import { EventSchema } from '../../src/model/events.ts';
import { problemTexts } from '../../src/schema/salvage.ts';
import { each, evolve, has, initialState, isReady, laneWaitedFor } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import { ATTENTION, traitsOf } from '../../src/state/traits.ts';
import { play } from './play.ts';
import type { Played } from './play.ts';
import type { Scenario } from './scenario.ts';

/** The slow looks, taken at every so many seeds: same bytes again, same state from the journal, honest indexes. */
export function inspect(scenario: Scenario, played: Played): string | undefined {
  const again = play(scenario);
  if (JSON.stringify(again.journal) !== JSON.stringify(played.journal))
    return 'P7: the same seed told another story';
  for (const event of played.journal) {
    const problems = problemTexts(EventSchema, event);
    if (problems.length > 0)
      return `an event does not fit its schema: ${problems.join(', ')} ${JSON.stringify(event)}`;
  }
  const folded = played.journal.reduce(evolve, initialState);
  if (!isDeepStrictEqual(folded, played.state)) return 'STATE-01: the journal folds into another state';
  return dishonestIndex(played.state);
}

/** Every index says exactly what looking through all jobs would say. */
export function dishonestIndex(state: State): string | undefined {
  let running = 0;
  let ready = 0;
  for (const job of each(state.jobs)) {
    if (has(state.attention, job.index) !== ((traitsOf(job) & ATTENTION) !== 0))
      return `attention is wrong about ${job.id}`;
    // A run that was put away asks nothing until it goes on.
    const isAsking = state.halted === null && job.question !== null;
    if (has(state.asking, job.index) !== isAsking) return `asking is wrong about ${job.id}`;
    const stranded = job.status === 'blocked' && job.blocked === 'infrastructure';
    if (has(state.stranded, job.index) !== stranded) return `stranded is wrong about ${job.id}`;
    for (const lane of ['developers', 'judges', 'checks', 'lander'] as const) {
      if (has(state.waiting[lane], job.index) !== (laneWaitedFor(job) === lane))
        return `${lane} is wrong about ${job.id}`;
    }
    if (isReady(job)) ready++;
    running += job.seats.filter((seat) => seat.state === 'running' || seat.state === 'parked').length;
  }
  if (running !== state.running) return `${state.running} runs are counted, ${running} are there`;
  let queued = 0;
  for (const touchClass of each(state.ready.classes)) queued += touchClass.ranks.size;
  return queued === ready ? undefined : `${queued} tickets are queued, ${ready} are ready`;
}
