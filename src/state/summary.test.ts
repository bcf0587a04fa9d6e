import { expect, test } from 'vitest';
import { aggregate } from '../model/convergence.ts';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import { initialState } from './state.ts';
import { summarise } from './summary.ts';

const twoMilestones = {
  tickets: [
    { id: 'A', milestone: 'm0' },
    { id: 'B', milestone: 'm1' },
  ],
  milestones: [{ id: 'm0' }, { id: 'm1', after: ['m0'] }],
};

test('before a run has started there is nothing to tell', () => {
  expect(summarise(initialState)).toEqual({
    epic: '',
    status: 'idle',
    tickets: [],
    decisionsNeeded: [],
    currentPhase: 'ended',
    completedPhases: [],
    requirements: { total: 0, checked: 0, cycles: 0 },
    convergence: { ...aggregate([]), documents: [] },
    audits: [],
    accepted: [],
    critics: [],
  });
});

test('TEAM-25 the summary names the current phase and those that came to a good end', () => {
  const stage = directUnmeasured({ tickets: [{ id: 'A' }] });
  expect(summarise(stage.state())).toMatchObject({ currentPhase: 'baseline', completedPhases: [] });
  stage.pass('baseline');
  expect(summarise(stage.state())).toMatchObject({ currentPhase: 'tickets', completedPhases: ['baseline'] });
  stage.land('A');
  expect(summarise(stage.state())).toMatchObject({
    status: 'completed',
    currentPhase: 'ended',
    completedPhases: ['baseline', 'tickets', 'audit:run'],
  });
});

test('TEAM-25 requirements are summed over the milestones, cycles are the highest, and a failed phase is not completed', () => {
  const stage = direct(twoMilestones, { auditors: 1, recoveryRetries: 0 });
  stage.land('A');
  stage.answer('audit:m0', 'survey_done', { requirements: { total: 10, checked: 9, cycles: 3 } });
  stage.drive('audit:m0', 'score');
  stage.pass('audit:m0');
  stage.land('B');
  stage.answer('audit:m1', 'survey_done', { requirements: { total: 5, checked: 1, cycles: 1 } });
  stage.drive('audit:m1', 'score');
  stage.answer('audit:m1', 'audit_scored', { move: 'stop' });
  stage.decide('audit:m1', 'fail');
  const { requirements, completedPhases, currentPhase } = summarise(stage.state());
  expect(requirements).toEqual({ total: 15, checked: 10, cycles: 3 });
  expect(completedPhases).toEqual(['baseline', 'tickets', 'audit:m0']);
  expect(currentPhase).toBe('audit:m1');
});

test('a ticket tells its status, attempts and cost, and an open question what may be answered', () => {
  const stage = direct({ tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }] });
  stage.answer('A', 'developer_question', { question: 'which?', used: { usd: 0.5, tokens: 700 } });
  const { tickets, decisionsNeeded, status } = summarise(stage.state());
  expect(status).toBe('running');
  expect(tickets).toEqual([
    {
      id: 'A',
      status: 'blocked',
      attempts: 1,
      reason: 'which?',
      commit: null,
      score: null,
      reviewMs: 0,
      evidence: [],
      costUsd: 0.5,
      tokens: 700,
    },
    {
      id: 'B',
      status: 'pending',
      attempts: 0,
      reason: '',
      commit: null,
      score: null,
      reviewMs: 0,
      evidence: [],
      costUsd: 0,
      tokens: 0,
    },
  ]);
  expect(decisionsNeeded).toEqual([
    { ticket: 'A', reason: 'question', options: ['answer', 'fail'], because: 'which?' },
  ]);
});

test('FOUND-03 003#23 a ticket reports how long its slowest critic took', () => {
  const stage = direct({ tickets: ['A'] });
  const took = (): number | undefined => summarise(stage.state()).tickets[0]?.reviewMs;
  stage.drive('A', 'review');
  stage.later(150_000);
  expect(took()).toBe(0);
  stage.answer('A', 'critic_fail');
  expect(took()).toBe(150_000);
  stage.drive('A', 'review');
  stage.later(1_000);
  stage.answer('A', 'critic_pass');
  expect(took()).toBe(150_000);
});

test('FOUND-03 a ticket reports the score of its last review', () => {
  const stage = direct({ tickets: ['A'] });
  const score = (): number | null | undefined => summarise(stage.state()).tickets[0]?.score;
  stage.drive('A', 'review');
  expect(score()).toBeNull();
  stage.answer('A', 'critic_fail', { score: 71 });
  expect(score()).toBe(71);
});
