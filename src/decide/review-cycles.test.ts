import { expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';

const run = 'audit:run';

function audited(recoveryRetries = 1): Director {
  const stage = direct({ tickets: ['A'] }, { auditors: 1, recoveryRetries });
  stage.land('A');
  return stage;
}

test('TEAM-12 used-up review cycles ask a person before anybody judges, and a retry goes on', () => {
  const stage = audited();
  stage.answer(run, 'survey_done', { recover: true, asks: '1 of 2 requirements are open' });
  expect(stage.running()).toEqual([]);
  expect(stage.events('ticket_escalated')).toMatchObject([
    {
      reason: 'review_cycles_used',
      options: ['retry', 'accept', 'fail'],
      because: '1 of 2 requirements are open',
    },
  ]);
  stage.decide(run, 'retry');
  stage.answer(run, 'survey_done', { asks: '1 of 2 requirements are open' });
  expect(stage.running()).toEqual(['audit:run team']);
});

test('TEAM-12 002#34 a person is asked before each round beyond the review cycles; an answer counts for one', () => {
  const asks = '1 of 2 requirements are open';
  const stage = direct({ tickets: ['A'] }, { auditors: 1, maxFixRounds: 3 });
  stage.land('A');
  const asked = () => stage.events('ticket_escalated').map(({ reason }) => reason);
  const score = (more: object): void => {
    stage.drive(run, 'score');
    stage.answer(run, 'audit_scored', { move: 'fix', groups: 1, ...more });
  };
  score({ asks });
  expect(asked()).toEqual(['review_cycles_used']);
  expect(stage.events('fix_opened')).toEqual([]);
  stage.decide(run, 'retry');
  expect(stage.running()).toEqual(['fix:1 develop']);
  stage.drive('fix:1', 'review');
  stage.pass('fix:1');
  score({ asks });
  stage.land('fix:1');
  expect(asked()).toEqual(['review_cycles_used', 'review_cycles_used']);
  expect(stage.running()).toEqual([]);
});

test('TEAM-12 002#34 a person who has a stopped audit held again allows one cycle by it, and is not asked twice', () => {
  const asks = '1 of 2 requirements are open';
  const stage = audited();
  stage.answer(run, 'survey_done', { asks });
  stage.decide(run, 'retry');
  stage.answer(run, 'survey_done', { asks });
  stage.pass(run);
  stage.answer(run, 'audit_scored', { move: 'stop' });
  stage.decide(run, 'retry');
  stage.answer(run, 'survey_done', { asks });
  expect(stage.running()).toEqual(['audit:run team']);
  stage.pass(run);
  stage.answer(run, 'audit_scored', { move: 'stop' });
  expect(stage.events('ticket_escalated').map(({ reason }) => reason)).toEqual([
    'review_cycles_used',
    'audit_stopped',
    'audit_stopped',
  ]);
});

test('TEAM-24 an audit does not pass whose recovery review gave no usable answer; a retry asks for it again', () => {
  const stage = audited();
  stage.answer(run, 'survey_done', { recover: true });
  stage.answer(run, 'agent_failed', { trouble: 'authentication' });
  stage.answer(run, 'survey_done', { recover: true });
  stage.drive(run, 'score');
  stage.pass(run);
  expect(stage.events('audit_ended')).toEqual([]);
  expect(stage.events('ticket_escalated')).toMatchObject([
    { reason: 'audit_stopped', because: 'the recovery review gave no usable answer' },
  ]);
  stage.decide(run, 'retry');
  stage.answer(run, 'survey_done', { recover: true });
  expect(stage.running()).toEqual(['audit:run recover']);
  stage.pass(run);
  stage.drive(run, 'score');
  stage.pass(run);
  expect(stage.events('audit_ended')).toMatchObject([{ outcome: 'passed' }]);
});
