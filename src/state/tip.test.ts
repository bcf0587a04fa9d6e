import { expect, test } from 'vitest';
import type { Draft } from '../model/events.ts';
import { direct } from '../../test/support/director.ts';
import { evolve } from './evolve.ts';
import { jobNamed } from './state.ts';
import type { State } from './state.ts';

const hash = 'a'.repeat(40);

function after(state: State, draft: Draft): State {
  return evolve(state, { ...draft, seq: state.seq + 1, at: state.at });
}

function landed(): State {
  const stage = direct({ tickets: ['A', 'B'] });
  stage.land('A');
  return stage.state();
}

const undone: Draft = {
  type: 'ticket_undone',
  v: 1,
  ticket: 'A',
  commit: 'c9',
  tree: 't9',
  by: 'ada',
  why: 'it was the wrong idea',
};

test('DISPATCH-09 the tip is the base until something lands, then what landed last', () => {
  const stage = direct({ tickets: ['A'] });
  const recorded = after(stage.state(), {
    type: 'inputs_recorded',
    v: 1,
    base: { ref: 'main', commit: 'base', tree: 't0' },
    inputs: hash,
    epicFile: hash,
    configFile: null,
    agents: [],
    enforcement: 'enforced',
    notes: [],
  });
  expect([recorded.base, recorded.tip]).toEqual(['base', 'base']);
  stage.land('A');
  expect(stage.state().tip).toBe(stage.events('task_complete')[0]?.commit);
});

test('BEYOND-13 a synced base is the new base, and the merge with it the new tip', () => {
  const synced = after(landed(), {
    type: 'base_synced',
    v: 1,
    base: 'b2',
    commit: 'm2',
    tree: 't2',
    by: 'ada',
  });
  expect([synced.base, synced.tip]).toEqual(['b2', 'm2']);
});

test('BEYOND-12 an undone ticket has failed, counts as landed no more and says who undid it', () => {
  const before = landed();
  const state = after(before, undone);
  expect(jobNamed(state, 'A')).toMatchObject({
    status: 'failed',
    reason: 'undone by ada: it was the wrong idea',
  });
  expect(state.tip).toBe('c9');
  expect(state.scopes.at(-1)?.landed).toBe((before.scopes.at(-1)?.landed ?? 0) - 1);
});

test('BEYOND-12 an epic that had completed has not, once a ticket is taken back', () => {
  const stage = direct({ tickets: ['A'] });
  stage.land('A');
  expect(stage.state().status).toBe('completed');
  expect(after(stage.state(), undone).status).toBe('partial');
});

test('BEYOND-12 what has not landed cannot be undone', () => {
  const stage = direct({ tickets: ['A'] });
  const state = after(stage.state(), undone);
  expect(jobNamed(state, 'A')?.status).not.toBe('failed');
  expect(state.ignored).toBe(stage.state().ignored + 1);
});
