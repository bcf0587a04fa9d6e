import { expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import type { Policy } from './policy.ts';

const run = 'audit:run';

/** The score asked for this many fixes, and all of them have passed their critic. */
function held(groups: number, policy: Partial<Policy> = {}): Director {
  const stage = direct({ tickets: ['A'] }, { auditors: 2, ...policy });
  stage.land('A');
  stage.drive(run, 'score');
  stage.answer(run, 'audit_scored', { move: 'fix', groups });
  for (let nth = 1; nth <= groups; nth++) {
    stage.drive(`fix:${nth}`, 'review');
    stage.pass(`fix:${nth}`);
  }
  stage.drive(run, 'score');
  return stage;
}

test('TEAM-18 the score was that of a tree with every fix in it: with one missing a person decides', () => {
  const stage = held(2, { maxLandingRetries: 0 });
  stage.pass(run);
  stage.land('fix:1');
  stage.answer('fix:2', 'merge_conflict');
  expect(stage.status('fix:2')).toBe('failed');
  expect(stage.state().lander).toBe(-1);
  expect(stage.job(run)).toMatchObject({
    status: 'escalated',
    reason: 'not every fix of the round has landed',
    question: { reason: 'audit_stopped' },
  });
});

test('TEAM-18 only the fixes that have passed are judged, and only they have to land', () => {
  const stage = direct({ tickets: ['A'] }, { auditors: 1, maxRevisions: 0 });
  stage.land('A');
  stage.drive(run, 'score');
  stage.answer(run, 'audit_scored', { move: 'fix', groups: 2 });
  stage.answer('fix:1', 'developer_incomplete');
  stage.drive('fix:2', 'review');
  stage.pass('fix:2');
  expect(stage.job(run).audit).toMatchObject({ fixes: [stage.job('fix:2').index] });
});

test('TEAM-18 fixes that wait for a score that never came go with their audit', () => {
  for (const [choice, outcome] of [
    ['accept', 'accepted'],
    ['fail', 'failed'],
  ] as const) {
    const stage = held(2);
    stage.answer(run, 'agent_failed', { trouble: 'authentication' });
    stage.decide(run, choice);
    expect(stage.events('workflow_failed').map(({ ticket, reason }) => [ticket, reason])).toEqual([
      ['fix:1', 'audit_over'],
      ['fix:2', 'audit_over'],
    ]);
    expect(stage.events('audit_ended')).toMatchObject([{ outcome }]);
    expect(stage.state().phase).toBe('ended');
  }
});

test('TEAM-18 a new round begins with a new list of fixes and numbers that were not used', () => {
  const stage = held(2, { maxFixRounds: 2 });
  stage.answer(run, 'audit_scored', { move: 'fix', groups: 1 });
  stage.land('fix:1');
  stage.land('fix:2');
  expect(stage.events('fix_opened').map((event) => event.ticket)).toEqual(['fix:1', 'fix:2', 'fix:3']);
  expect(stage.job(run).audit).toMatchObject({ fixes: [stage.job('fix:3').index], openFixes: 1 });
  expect(stage.job('fix:3').owner).toBe(stage.job(run).index);
});

test('TEAM-18 a person who wants the same again after a missing score gets a new survey, not more fixes', () => {
  const stage = held(1);
  stage.answer(run, 'agent_failed', { trouble: 'authentication' });
  stage.decide(run, 'retry', 'the runner is back');
  expect(stage.running()).toEqual([`${run} survey`]);
  expect(stage.job(run).reason).toBe('the runner is back');
});

test('TEAM-01 TEAM-18 an auditor’s silence stops a pass; it does not stop the fixes', () => {
  const stage = direct({ tickets: ['A'] }, { auditors: 2 });
  stage.land('A');
  stage.pass(run);
  stage.answer(`${run}#0`, 'agent_failed', { trouble: 'authentication' });
  stage.pass(run);
  stage.answer(run, 'audit_scored', { move: 'fix', groups: 1 });
  expect(stage.running()).toEqual(['fix:1 develop']);
});

test('TEAM-18 a round of which nothing came is over: the next one has its own fixes alone', () => {
  const stage = direct({ tickets: ['A'] }, { auditors: 1, maxRevisions: 0 });
  stage.land('A');
  stage.drive(run, 'score');
  stage.answer(run, 'audit_scored', { move: 'fix', groups: 2 });
  expect(stage.job(run).audit).toMatchObject({ openFixes: 2, round: 1 });
  for (const fix of ['fix:1', 'fix:2']) stage.answer(fix, 'developer_incomplete');
  stage.decide(run, 'retry');
  const opened = [stage.job('fix:3').index, stage.job('fix:4').index];
  expect(stage.job(run).audit).toMatchObject({ fixes: opened, openFixes: 2, round: 2 });
});
