import { describe, expect, test } from 'vitest';
import type { Spend } from '../model/usage.ts';
import { direct } from '../../test/support/director.ts';
import type { Policy } from './policy.ts';

const each = (usd: number, tokens = 0): Policy['estimates'] => {
  const cost: Spend = { usd, tokens };
  return { developer: cost, critic: cost, auditor: cost, reviewer: cost, fixer: cost, remediator: cost };
};
const upTo = (usd: number | null, tokens: number | null = null) => ({ usd, tokens });
const one = { tickets: ['A'] };

describe('an agent that was stopped because the money was gone', () => {
  test.each(['develop', 'review', 'audit'] as const)(
    'TEAM-16 in %s is charged, costs neither attempt nor try, and waits for more: the run ends as limit',
    (where) => {
      const stage = direct(one, { estimates: each(2), budget: upTo(4) });
      stage.drive('A', where);
      stage.answer('A', 'agent_failed', { trouble: 'budget', used: { usd: 3, tokens: 5 } });
      expect(stage.events('agent_retried')).toMatchObject([{ how: 'resumed' }]);
      expect(stage.job('A')).toMatchObject({ attempt: 0, stage: where, spent: { usd: 3, tokens: 5 } });
      expect(stage.job('A').seats).toMatchObject([{ state: 'waiting', tries: 0, outcome: null }]);
      expect(stage.state()).toMatchObject({ phase: 'ended', status: 'limit', running: 0 });
    },
  );

  test('TEAM-16 is sent again where the budget does reach, as the same try', () => {
    const stage = direct(one, { estimates: each(1), budget: upTo(10) });
    stage.answer('A', 'agent_failed', { trouble: 'budget', used: { usd: 1, tokens: 0 } });
    expect(stage.running()).toEqual(['A develop']);
    expect(stage.events('developer_dispatched').map((event) => event.try)).toEqual([0, 0]);
  });

  test('TEAM-16 by the budget of its ticket asks a person, as that budget always does', () => {
    const stage = direct(one, { estimates: each(1), ticketBudget: upTo(2) });
    stage.answer('A', 'agent_failed', { trouble: 'budget', used: { usd: 2, tokens: 0 } });
    expect(stage.job('A')).toMatchObject({ status: 'escalated', question: { reason: 'ticket_budget' } });
  });

  test.each([
    ['no budget', upTo(null), { usd: 1, tokens: 1 }],
    ['a budget of dollars, and it cost none', upTo(100), { usd: 0, tokens: 5 }],
    ['a budget of tokens, and it used none', upTo(null, 100), { usd: 5, tokens: 0 }],
  ])('P4 with %s it is agent trouble like any other, and bounded', (_, budget, used) => {
    const stage = direct(one, { estimates: each(1, 1), budget });
    for (let nth = 0; nth < 3; nth++) stage.answer('A', 'agent_failed', { trouble: 'budget', used });
    expect(stage.events('agent_retried').map((event) => event.how)).toEqual(['fresh', 'fresh']);
    expect(stage.job('A').question?.reason).toBe('agent_unavailable');
  });
});

describe('what running agents use beyond what was set aside', () => {
  const excess = (usd: number, ofA = 0) => ({
    excess: () => ({ all: { usd, tokens: 0 }, byJob: new Map([['A', { usd: ofA, tokens: 0 }]]) }),
  });

  test('TEAM-16 is not given out again', () => {
    const tickets = ['A', 'B', 'C'];
    const sent = (usd: number): readonly string[] =>
      direct({ tickets }, { estimates: each(1), budget: upTo(10), ...excess(usd) }).running();
    expect(sent(7)).toEqual(['A develop', 'B develop', 'C develop']);
    expect(sent(8)).toEqual(['A develop', 'B develop']);
    expect(sent(10)).toEqual([]);
  });

  test('TEAM-16 counts against its own ticket too', () => {
    const stage = direct(
      { tickets: ['A', 'B'] },
      { estimates: each(1), ticketBudget: upTo(3), ...excess(0, 2.5) },
    );
    expect(stage.job('A').question?.reason).toBe('ticket_budget');
    expect(stage.running()).toEqual(['B develop']);
  });
});

test('TEAM-16 an agent that is taken to cost nothing is not sent either where nothing is left', () => {
  const stage = direct(one, { estimates: { ...each(0), developer: { usd: 1, tokens: 0 } }, budget: upTo(1) });
  stage.answer('A', 'developer_ready_for_review', { used: { usd: 1, tokens: 0 } });
  stage.pass('A');
  expect(stage.state()).toMatchObject({ status: 'limit' });
  expect(stage.job('A').stage).toBe('review');
});

test('TEAM-16 a person may change the budget; what is not said stays, and what was estimated is told apart', () => {
  const stage = direct(one);
  stage.record({ type: 'budget_changed', v: 1, usd: 5, tokens: null, by: 'ada' });
  stage.record({ type: 'budget_changed', v: 1, usd: null, tokens: 7, by: 'ada' });
  expect(stage.state().budget).toEqual({ usd: 5, tokens: 7 });
  const meter = { usd: 'estimated', tokens: 'said', tokensIn: 3, tokensOut: 1, model: null } as const;
  stage.answer('A', 'developer_ready_for_review', { used: { usd: 2, tokens: 4 }, meter });
  expect(stage.state()).toMatchObject({ spent: { usd: 2, tokens: 4 }, estimated: { usd: 2, tokens: 0 } });
});

test('TEAM-16 BEYOND-08 whoever is sent first to a ticket is not given what the others at it need', () => {
  const stage = direct(
    { tickets: [{ id: 'A', critics: 2 }] },
    { estimates: each(2), ticketBudget: upTo(7), sharesOut: true },
  );
  stage.answer('A', 'developer_ready_for_review', { used: { usd: 2, tokens: 0 } });
  stage.drive('A', 'review');
  expect(stage.running()).toEqual(['A review#0', 'A review#1']);
  expect(stage.events('critic_dispatched').map(({ extra }) => extra?.usd)).toEqual([0.5, 0.25]);
  expect(stage.events('seat_given_up')).toEqual([]);
});

describe('in a cluster an agent that has used up its share', () => {
  const shared = { estimates: each(1), budget: upTo(20), sharesOut: true, maxParallel: 3, agentTries: 2 };
  const stopped = (usd: number) => ({ trouble: 'budget', used: { usd, tokens: 0 } }) as const;

  test('TEAM-16 BEYOND-08 is tried again with all that is left, and costs a try', () => {
    const stage = direct(one, shared);
    const [first] = stage.events('developer_dispatched');
    stage.answer('A', 'agent_failed', stopped(1 + (first?.extra?.usd ?? 0)));
    const [, second] = stage.events('developer_dispatched');
    expect(first).toMatchObject({ try: 0, extra: { usd: 4.75 } });
    expect(second).toMatchObject({ try: 1, extra: { usd: 13.25 } });
  });

  test('TEAM-16 BEYOND-08 is given up after as many tries as any agent has, not paid for until the budget is gone', () => {
    const stage = direct(one, shared);
    for (let nth = 0; nth < 3; nth++) stage.answer('A', 'agent_failed', stopped(2));
    expect(stage.events('developer_dispatched')).toHaveLength(3);
    expect(stage.events('seat_given_up')).toMatchObject([
      { because: 'the agent used up its share of the budget' },
    ]);
  });

  test('TEAM-16 BEYOND-08 waits without a try where the budget itself is reached', () => {
    const stage = direct(one, shared);
    stage.answer('A', 'agent_failed', stopped(20));
    expect(stage.events('agent_retried')).toMatchObject([{ how: 'resumed' }]);
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'limit' });
  });
});

describe('a usage limit', () => {
  const DAY = 24 * 3_600_000;

  test('RECOVER-02 is waited for if it ends within the longest that providers have', () => {
    const stage = direct(one);
    stage.answer('A', 'agent_limited', { until: stage.state().at + 7 * DAY });
    expect(stage.events('wait_started')).toHaveLength(1);
    expect(stage.job('A')).toMatchObject({ status: 'blocked', blocked: 'limit', attempt: 0 });
  });

  test('RECOVER-02 that ends in years is not awaited in silence: a person hears of it', () => {
    const stage = direct(one);
    stage.answer('A', 'agent_limited', { until: stage.state().at + 1000 * DAY });
    expect(stage.events('wait_started')).toEqual([]);
    expect(stage.events('seat_given_up')).toMatchObject([
      { because: 'its usage limit ends more than 8 days from now' },
    ]);
    expect(stage.job('A').question?.reason).toBe('agent_unavailable');
  });
});

test('QUEUE-03 a spent budget stops agents, not a chain that is on its way: gates and landings cost nothing', () => {
  const tickets = ['A', 'B', 'C', { id: 'D', needs: ['C'] }].map((each) =>
    typeof each === 'string' ? { id: each, review: false } : { ...each, review: false },
  );
  const limits = { maxParallel: 3, maxVerify: 3, maxGates: 3, window: 3 };
  const stage = direct({ tickets }, { ...limits, estimates: each(1), budget: upTo(6) });
  const develop = (id: string, usd: number) =>
    stage.answer(id, 'developer_ready_for_review', { used: { usd, tokens: 0 } });
  for (const id of ['A', 'B', 'C']) develop(id, 2);
  for (const id of ['A', 'B', 'C']) stage.drive(id, 'merge');
  for (const id of ['A', 'B']) stage.answer(id, 'merged', { tree: `t-${id}` });
  expect(stage.state().spent.usd).toBe(6);
  expect(stage.running()).toEqual(['A gate', 'B gate', 'C merge']);
  stage.answer('C', 'merged', { tree: 't-C' });
  // A red that needs a developer waits for money; nobody behind it does.
  stage.answer('B', 'landing_gate_failed');
  stage.land('A');
  expect(stage.job('B')).toMatchObject({ status: 'needs_revision', failures: { landing: 1 } });
  stage.land('C');
  expect(stage.events('developer_rework_dispatched')).toEqual([]);
  expect(stage.state()).toMatchObject({ phase: 'ended', status: 'limit', running: 0 });
  expect(stage.events('task_complete').map(({ ticket }) => ticket)).toEqual(['A', 'C']);
});
