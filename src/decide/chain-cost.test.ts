import { expect, test } from 'vitest';
import { readsOf } from '../../test/support/count-reads.ts';
import { direct } from '../../test/support/director.ts';
import type { State } from '../state/index.ts';
import { decide, defaultPolicy } from './index.ts';

/** Operations, not time: what one decision looks at while a full chain is gated and others wait for a seat. */
function readsWith(waiting: number, window: number): number {
  const tickets = Array.from({ length: waiting + window }, (_, nth) => ({ id: `T${nth}`, review: false }));
  const size = tickets.length;
  const policy = { maxParallel: size, maxVerify: size, maxGates: window, window, confidence: 0 };
  const stage = direct({ tickets }, policy);
  for (const { id } of tickets) stage.drive(id, 'merge');
  for (let nth = 0; nth < window; nth++) stage.answer(`T${nth}`, 'merged', { tree: `t${nth}` });
  const state: State = stage.state();
  expect(state.chain.links).toHaveLength(window);
  return readsOf(state, (watched) => decide(watched, { ...defaultPolicy, ...policy }));
}

test('QUEUE-04 a decision looks at no more with 1,000 waiting than with 10', { timeout: 60_000 }, () => {
  expect(readsWith(1000, 4) / readsWith(10, 4)).toBeLessThanOrEqual(1.1);
});

test('QUEUE-04 a decision with 16 seats costs at most what the seats do', () => {
  expect(readsWith(10, 16) / readsWith(10, 4)).toBeLessThanOrEqual(4);
});
