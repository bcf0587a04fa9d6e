import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasCode } from '../model/error.ts';
import { EventSchema } from '../model/events.ts';
import { fits } from '../schema/fits.ts';
import type { Event } from '../model/events.ts';
import { admitted } from '../run/index.ts';
import { anyEvent } from '../../test/support/any-event.ts';
import { planOf } from '../../test/support/sketch.ts';
import { play } from '../../test/simulation/play.ts';
import { scenarioFor } from '../../test/simulation/scenario.ts';
import { evolve, initialState, jobNamed, mayMove, members } from './index.ts';
import { each } from './vector.ts';
import { isStopping, type Job, type State } from './index.ts';

const started: Event = {
  type: 'run_started',
  v: 1,
  seq: 1,
  at: 0,
  overtaking: 2,
  plan: planOf({
    tickets: [{ id: 'A', milestone: 'm', touchClass: 0 }, { id: 'B', needs: ['A'], touchClass: 0 }, 'C'],
    milestones: [{ id: 'm' }],
    overlaps: [[0]],
  }),
};
const anyEvents = fc.array(anyEvent, { maxLength: 60, size: 'max' });

test('the events made here are what the schema allows', () => {
  fc.assert(fc.property(anyEvent, (event) => fits(EventSchema, event)));
});

test('STATE-01 any valid events in any order fold without a throw, and the state handed in is never touched', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let state: State = evolve(initialState, started);
      for (const event of events) {
        const before = structuredClone(state);
        const after = evolve(state, event);
        expect(state).toEqual(before);
        state = after;
      }
      expect(initialState.jobs.length).toBe(0);
    }),
  );
});

test('DISPATCH-07 whatever is folded, nobody owns the lander but one job that exists', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const state = events.reduce(evolve, evolve(initialState, started));
      const jobs = [...each(state.jobs)];
      expect(state.chain.links.every(({ job }) => jobs[job] !== undefined)).toBe(true);
      const isAsking = (job: Job) => state.halted === null && job.question !== null && !isStopping(job);
      const asking = jobs.filter(isAsking).map((job) => job.index);
      expect([...members(state.asking)]).toEqual(asking);
    }),
  );
});

test('EPIC-01 whatever happens, a job moves along its lifecycle or the event is refused', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let state: State = evolve(initialState, started);
      for (const event of events) {
        const after = attempt(state, event);
        if (after === undefined || !('ticket' in event)) continue;
        const was = jobNamed(state, event.ticket)?.status;
        const is = jobNamed(after, event.ticket)?.status;
        expect(was === undefined || is === undefined || mayMove(was, is)).toBe(true);
        state = after;
      }
    }),
  );
});

test('STATE-01 a journal folded in two parts, or again, gives the state it gave', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
      const { journal, state } = play(scenarioFor(seed));
      const cut = Math.floor(share * journal.length);
      const prefix = journal.slice(0, cut).reduce(evolve, initialState);
      expect(journal.slice(cut).reduce(evolve, prefix)).toEqual(state);
      expect(journal.reduce(admitted, initialState)).toEqual(state);
    }),
    { numRuns: 30 },
  );
});

/** The state after the event, or nothing where it was refused. */
function attempt(state: State, event: Event): State | undefined {
  try {
    return admitted(state, event);
  } catch (error) {
    if (hasCode(error, 'TRANSITION_ILLEGAL')) return undefined;
    throw error;
  }
}
