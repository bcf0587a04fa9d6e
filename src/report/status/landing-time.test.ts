import { describe, expect, test } from 'vitest';
import { direct } from '../../../test/support/director.ts';
import type { Director } from '../../../test/support/director.ts';
import { expectedLanding, expectedWords, landings, landingOf } from './landing.ts';
import { statusText } from './status-text.ts';
import { statusValue } from './status-value.ts';

const four = ['A', 'B', 'C', 'D'];
const open = { ms: 60, isRunning: false };

const shown = {
  titles: new Map(),
  exitCode: null,
  elapsed: null,
  epicBranch: null,
  enforcement: null,
  notes: [],
  face: { width: 100, ascii: true, paint: (_: unknown, text: string) => text },
  now: 80_000,
  only: undefined,
};

/** A has landed after a gate of a minute. B and C are gated for 20 s, D waits for a seat. */
function underWay(): Director {
  const stage = direct(
    { tickets: four },
    { maxParallel: 4, maxAgents: 4, maxVerify: 4, maxGates: 2, window: 2 },
  );
  const merge = (id: string): void => stage.answer(id, 'merged', { tree: `t-${id}` });
  for (const id of four) stage.drive(id, 'merge');
  for (const id of ['A', 'B']) merge(id);
  stage.later(60_000);
  stage.pass('A');
  stage.pass('A');
  merge('C');
  stage.later(20_000);
  return stage;
}

describe('when candidates land', () => {
  test.each([
    ['nobody waits', [], 2, []],
    ['one slot: one after the other', [open, open, open], 1, [60, 120, 180]],
    ['two slots: two at a time', [open, open, open], 2, [60, 60, 120]],
    ['a gate that runs needs only what is left of it', [{ ms: 10, isRunning: true }, open], 1, [10, 70]],
    ['a green one behind the head waits for it', [open, { ms: 0, isRunning: false }], 1, [60, 60]],
    [
      'a gate that runs keeps its slot from one ahead of it',
      [open, { ms: 50, isRunning: true }],
      1,
      [110, 110],
    ],
  ])('QUEUE-04 %s', (_, left, slots, landed) => {
    expect(landings(left, slots, 9)).toEqual(landed);
  });

  test('QUEUE-04 whoever has no seat begins when one lands', () => {
    expect(landings([open, open, open], 3, 2)).toEqual([60, 60, 120]);
  });
});

describe('what status expects', () => {
  test('QUEUE-04 the next landing and all of them, by how long gates took so far', () => {
    const stage = underWay();
    expect(stage.state().chain.gates.took).toEqual([60_000]);
    // B is gated for 80 s already, longer than a gate takes; C for 20 s; D gets the slot of B.
    expect(expectedLanding(stage.state(), 80_000)).toEqual({ tickets: 3, nextMs: 0, allMs: 60_000 });
    const said = (word: 'running' | 'interrupted') => statusText(stage.state(), { ...shown, word });
    expect(said('running')).toContain('\n    expected: next any moment, all 3 in ~1m\n');
    expect(said('interrupted')).not.toContain('expected');
  });

  test('QUEUE-04 programs read it from status --json while the run is on', () => {
    const context = { epicBranch: null, exitCodeOf: () => null };
    const state = underWay().state();
    const expectedOf = (held: boolean) =>
      statusValue(state, { ...context, held, now: 80_000 }).landing.expected;
    expect(expectedOf(true)).toEqual({ tickets: 3, nextMs: 0, allMs: 60_000 });
    expect(expectedOf(false)).toBeNull();
    expect(landingOf(state).expected).toBeNull();
  });

  test('QUEUE-04 nothing is expected where no gate was measured, where nobody waits and while a run is paused', () => {
    const fresh = direct({ tickets: four }, { maxGates: 2, window: 2 });
    fresh.drive('A', 'merge');
    expect(expectedLanding(fresh.state(), 0)).toBeNull();
    const stage = underWay();
    stage.record({ type: 'run_paused', v: 1, by: 'somebody', why: '' });
    expect(expectedLanding(stage.state(), 80_000)).toBeNull();
    stage.record({ type: 'run_unpaused', v: 1, by: 'somebody', why: '' });
    for (const id of ['B', 'C', 'D']) stage.land(id);
    expect(expectedLanding(stage.state(), 80_000)).toBeNull();
  });

  test('QUEUE-04 it is said no finer than it is known', () => {
    const said = (nextMs: number, allMs: number) => expectedWords({ tickets: 6, nextMs, allMs });
    expect(said(40_000, 245_000)).toBe('expected: next in ~40s, all 6 in ~4m');
    expect(said(999, 7_500_000)).toBe('expected: next any moment, all 6 in ~2h05m');
  });
});
