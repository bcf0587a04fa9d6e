import { expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import { landingLines, landingOf, landingReason } from './landing.ts';
import { whyOf } from './why.ts';

/** A and C are gated, B is red on A, D has no seat. */
function chain(): Director {
  const policy = { maxParallel: 4, maxAgents: 4, maxVerify: 4, maxGates: 3, window: 3 };
  const stage = direct({ tickets: ['A', 'B', 'C', 'D'] }, policy);
  const merge = (id: string): void => stage.answer(id, 'merged', { tree: `t-${id}` });
  for (const id of ['A', 'B', 'C', 'D']) stage.drive(id, 'merge');
  for (const id of ['A', 'B', 'C']) merge(id);
  stage.later(65_000);
  stage.answer('B', 'landing_gate_failed', { because: 'unit-tests: 1 failed' });
  merge('C');
  return stage;
}

test('QUEUE-04 status says who is gated on whom, who is aside and why, and what was void', () => {
  expect(landingLines(chain().state(), 65_000)).toEqual([
    'landing   2 gates running, 12 % of recent gates red, 1 discarded gate (1.1 min)',
    '  A gate 1m05s',
    '  B waiting until A has landed or left the queue: the merged tree fails its checks: unit-tests: 1 failed',
    '  C gate 0s, on A',
    '  behind: D',
  ]);
});

test('QUEUE-04 programs read the same from status --json', () => {
  const { links, waiting, void: lost } = landingOf(chain().state());
  expect(links.map(({ ticket, on, state }) => [ticket, on, state])).toEqual([
    ['A', [], 'gating'],
    ['B', ['A'], 'aside'],
    ['C', ['A'], 'gating'],
  ]);
  expect({ waiting, lost }).toEqual({ waiting: ['D'], lost: { gates: 1, minutes: 1.1 } });
});

test('QUEUE-04 why names what a ticket waits for', () => {
  const stage = chain();
  const reason = (id: string) => landingReason(stage.state(), stage.job(id));
  expect(reason('B')).toContain('waiting until A has landed or left the queue');
  expect(reason('D')).toBe('queued behind A, B, C (3 slots, all in use)');
  stage.pass('C');
  expect(reason('C')).toBe('green; A lands before it');
  expect(reason('A')).toBeUndefined();
});

test('QUEUE-04 why of a ticket whose gate runs names those that land before it, and the check that runs once more', () => {
  const stage = chain();
  const places = { developers: 4, judges: 4, checks: 4, lander: 1 };
  const options = { now: 65_000, held: true, places, budget: { usd: null, tokens: null } };
  const texts = (id: string) => whyOf(stage.state(), stage.job(id), options).map(({ text }) => text);
  expect(texts('C')).toEqual([
    'it is running: landing gate for 0s, attempt 1, gated on A, which lands before it',
  ]);
  expect(texts('A')).toEqual(['it is running: landing gate for 1m05s, attempt 1']);
  stage.answer('C', 'landing_gate_failed', { once: true, because: 'unit-tests: 2 failed' });
  expect(texts('C')).toEqual([
    'it is running: landing gate for 0s, attempt 1, gated on A, which lands before it; a check failed and runs once more to confirm it: red once: unit-tests: 2 failed',
  ]);
});

test('QUEUE-04 status and why say that a red check runs once more, and what it printed', () => {
  const stage = chain();
  stage.answer('A', 'landing_gate_failed', { once: true, because: 'unit-tests: 2 failed' });
  expect(landingLines(stage.state(), 0)[1]).toBe(
    '  A running its failed check once more: red once: unit-tests: 2 failed',
  );
  expect(landingOf(stage.state()).links[0]).toMatchObject({ state: 'suspect', because: expect.any(String) });
  expect(landingReason(stage.state(), stage.job('A'))).toContain('a check failed and runs once more');
});

test('QUEUE-04 nothing is said while one lands', () => {
  const stage = direct({ tickets: ['A'] });
  stage.drive('A', 'merge');
  expect(landingLines(stage.state(), 0)).toEqual([]);
});
