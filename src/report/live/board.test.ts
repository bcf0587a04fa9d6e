import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyEvent } from '../../../test/support/any-event.ts';
import { readsOf } from '../../../test/support/count-reads.ts';
import { direct } from '../../../test/support/director.ts';
import { changedIndexes, each, evolve, jobAt } from '../../state/index.ts';
import { advance, boardOf, bucketOf } from './board.ts';

const sketch = {
  tickets: [{ id: 'A', milestone: 'm' }, { id: 'B', needs: ['A'] }, 'C'],
  milestones: [{ id: 'm' }],
};

test('a board that is carried along equals one that is made anew, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state = direct(sketch).state();
      let board = boardOf(state);
      for (const event of events) {
        state = evolve(state, event);
        board = advance(board, state);
      }
      expect(board).toEqual(boardOf(state));
      const tickets = [...each(state.jobs)].filter((job) => job.kind === 'ticket');
      expect(board.counts.done).toBe(tickets.filter((job) => bucketOf(job) === 'done').length);
    }),
  );
});

test('one event among ten thousand tickets is found by looking at a few nodes', () => {
  const stage = direct({ tickets: Array.from({ length: 10_000 }, (_, index) => `T${index}`) });
  const before = stage.state();
  stage.pass('T0');
  const after = stage.state();
  expect(changedIndexes(before.jobs, after.jobs)).toEqual([0, 3]);
  expect(jobAt(before, 0)).not.toBe(jobAt(after, 0));
  const watched = { before: before.jobs, after: after.jobs };
  expect(readsOf(watched, ({ before, after }) => changedIndexes(before, after))).toBeLessThan(2000);
});
