import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Draft, Event } from '../model/events.ts';
import { evolve, initialState, jobNamed } from './index.ts';
import { putJob } from './put-job.ts';

const one = { tickets: ['A'] };
const stamped = (draft: Draft): Event => ({ ...draft, seq: 50, at: 7 });

describe('the fold', () => {
  test('STATE-01 folding the journal twice gives what folding it once gave', () => {
    const stage = direct({ tickets: ['A', { id: 'B', needs: ['A'] }] }, { auditors: 1 });
    stage.land('A');
    stage.drive('B', 'review');
    stage.answer('B', 'critic_fail');
    const once = stage.journal.reduce(evolve, initialState);
    expect(once).toEqual(stage.state());
    expect(stage.journal.reduce(evolve, initialState)).toEqual(once);
  });

  test('STATE-01 a prefix and its tail give what the whole gives, wherever it is cut', () => {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.answer('A', 'developer_question');
    stage.land('B');
    for (let cut = 0; cut <= stage.journal.length; cut++) {
      const prefix = stage.journal.slice(0, cut).reduce(evolve, initialState);
      expect(stage.journal.slice(cut).reduce(evolve, prefix)).toEqual(stage.state());
    }
  });

  test('STATE-01 the state knows its last event by place and time', () => {
    const state = evolve(initialState, stamped({ type: 'run_resumed', v: 1 }));
    expect([state.seq, state.at]).toEqual([50, 7]);
  });
});

describe('results that nobody waits for', () => {
  const pass = (run: number, ticket = 'A'): Event =>
    stamped({ type: 'critic_pass', v: 1, ticket, run, used: { usd: 9, tokens: 9 }, commit: 'c1' });

  test.each([
    ['of an older run', 1, 'A'],
    ['of a run that was never handed out', 77, 'A'],
    ['of a ticket that does not exist', 3, 'X'],
  ])('STATE-01 a result %s is counted as ignored and changes nothing', (_case, run, ticket) => {
    const stage = direct(one);
    stage.drive('A', 'review');
    const before = stage.state();
    expect(evolve(before, pass(run, ticket))).toEqual({ ...before, seq: 50, at: 7, ignored: 1 });
  });

  test('STATE-01 a result that comes twice counts once', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    const run = stage.job('A').seats[0]?.run ?? -1;
    const once = evolve(stage.state(), pass(run));
    expect(once.spent).toEqual({ usd: 9, tokens: 9 });
    expect(evolve(once, pass(run))).toEqual({ ...once, ignored: 1 });
  });

  test('STATE-01 the answer of an agent that was given up comes too late', () => {
    const stage = direct(one);
    const late = stage.job('A').seats[0]?.run ?? -1;
    stage.answer('A', 'agent_failed', { trouble: 'timeout' });
    const before = stage.job('A');
    stage.record({
      type: 'developer_ready_for_review',
      v: 1,
      ticket: 'A',
      run: late,
      used: { usd: 0, tokens: 0 },
      commit: 'late',
      tree: 'late',
    });
    expect(stage.job('A')).toBe(before);
    expect(stage.running()).toEqual(['A develop']);
  });
});

describe('events about nobody', () => {
  test.each<Draft>([
    { type: 'ticket_routed', v: 1, ticket: 'X', stage: 'develop', seats: 1, claim: null, because: '' },
    { type: 'agent_retried', v: 1, ticket: 'A', seat: 9, how: 'fresh', because: '' },
    { type: 'seat_given_up', v: 1, ticket: 'A', seat: 9, because: '' },
    { type: 'dependency_added', v: 1, ticket: 'A', on: 'X' },
    { type: 'remediation_complete', v: 1, ticket: 'X' },
    { type: 'baseline_accepted', v: 1, ticket: 'X', because: '' },
    { type: 'infrastructure_blocked', v: 1, ticket: 'X', because: '' },
    { type: 'fix_opened', v: 1, ticket: 'fix:1', audit: 'X', group: 0 },
    { type: 'fix_opened', v: 1, ticket: 'fix:1', audit: 'A', group: 0 },
    { type: 'remediation_opened', v: 1, ticket: 'A' },
    { type: 'audit_ended', v: 1, ticket: 'A', outcome: 'passed', because: '' },
    { type: 'decision_answered', v: 1, ticket: 'X', question: 1, choice: 'fail', by: 'somebody', why: '' },
  ])('STATE-01 $type that is about nothing there changes nothing', (draft) => {
    const state = direct(one).state();
    expect(evolve(state, stamped(draft))).toEqual({ ...state, seq: 50, at: 7 });
  });
});

describe('the first state of a run', () => {
  test('DISPATCH-03 every ticket, the baseline and every audit is a job, tickets first', () => {
    const stage = direct(
      {
        tickets: [
          { id: 'A', milestone: 'm', touchClass: 0 },
          { id: 'B', needs: ['A'], milestone: 'm2' },
        ],
        milestones: [{ id: 'm' }, { id: 'm2', after: ['m'] }],
        overlaps: [[0]],
      },
      { auditors: 1 },
    );
    const state = evolve(initialState, stage.events('run_started')[0] as Event);
    expect([...state.planned]).toEqual([
      ['A', 0],
      ['B', 1],
      ['baseline', 2],
      ['audit:m', 3],
      ['audit:m2', 4],
      ['audit:run', 5],
    ]);
    expect(state).toMatchObject({
      phase: 'running',
      jobByRank: [0, 1],
      overtaking: 6,
      chain: { links: [] },
      runs: 0,
    });
    expect(state.scopes).toEqual([
      { unsettled: 1, landed: 0, open: true },
      { unsettled: 1, landed: 0, open: false },
      { unsettled: 2, landed: 0, open: true },
    ]);
    expect(stage.job('B').waitingOn).toBe(2);
    expect(stage.job('audit:m2').audit).toEqual({
      scope: 1,
      round: 0,
      recoveries: 0,
      requirements: null,
      unreviewed: false,
      score: null,
      health: null,
      phase: 'idle',
      move: null,
      failing: 0,
      failOn: null,
      allowed: false,
      asks: null,
      silent: false,
      reports: [],
      groups: 0,
      openFixes: 0,
      fixes: [],
      outcome: null,
    });
    expect(stage.job('audit:run').audit?.scope).toBe(-1);
  });
});

test('DISPATCH-04 a ticket that changes while it waits keeps its place among those that wait', () => {
  const state = direct({ tickets: ['A', 'B', 'C'] }, { maxParallel: 1 }).state();
  const waiting = jobNamed(state, 'B');
  const next = { ...state };
  if (waiting !== undefined) putJob(next, { ...waiting, reason: 'told something' });
  expect(waiting?.age).toBe(1);
  expect(jobNamed(next, 'B')).toMatchObject({ age: 1, reason: 'told something' });
  expect(next.ready).toEqual(state.ready);
});
