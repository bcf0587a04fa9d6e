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
  expect(stage.state().chain.links).toEqual([]);
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

/** Two auditors have reported, the fixes have passed, and the survey of the round says who has to look again. */
function surveyed(again: readonly number[] | undefined, policy: Partial<Policy> = {}): Director {
  const stage = direct({ tickets: ['A'] }, { auditors: 3, ...policy });
  stage.land('A');
  stage.drive(run, 'score');
  stage.answer(run, 'audit_scored', { move: 'fix', groups: 1 });
  stage.drive('fix:1', 'review');
  stage.pass('fix:1');
  stage.answer(run, 'survey_done', again === undefined ? {} : { again });
  return stage;
}

test('TEAM-09 after a round of fixes only the auditors concerned are seated again; the others’ reports stand', () => {
  const stage = surveyed([1]);
  expect(stage.running()).toEqual(['audit:run team#1']);
  expect(stage.events('ticket_routed').at(-1)).toMatchObject({ stage: 'team', seats: 3, kept: [0, 2] });
  stage.pass(`${run}#1`);
  expect(stage.running()).toEqual(['audit:run score']);
  expect(stage.job(run).audit).toMatchObject({ silent: false });
  expect(stage.job(run).audit?.reports.map((report) => report?.commit)).toEqual(['s8', 's16', 's8']);
});

test('TEAM-09 where the survey does not say whom the fixes concern, everybody looks again', () => {
  expect(surveyed(undefined).running()).toHaveLength(3);
});

test('TEAM-09 where they concern nobody, the reports that stand are scored again', () => {
  const stage = surveyed([]);
  expect(stage.running()).toEqual(['audit:run score']);
  stage.pass(run);
  stage.land('fix:1');
  expect(stage.job(run).audit?.outcome).toBe('passed');
});

test('TEAM-09 an auditor that gave no report is seated again, whomever the fixes concern', () => {
  const stage = direct({ tickets: ['A'] }, { auditors: 2 });
  stage.land('A');
  stage.drive(run, 'team');
  stage.answer(`${run}#0`, 'agent_failed', { trouble: 'authentication' });
  stage.pass(`${run}#1`);
  stage.answer(run, 'audit_scored', { move: 'fix', groups: 1 });
  stage.drive('fix:1', 'review');
  stage.pass('fix:1');
  stage.answer(run, 'survey_done', { again: [] });
  expect(stage.running()).toEqual(['audit:run team#0']);
});

test('TEAM-09 an auditor that fails in the second round has no report: its first one does not stand in for it', () => {
  const stage = surveyed([1]);
  stage.answer(`${run}#1`, 'agent_failed', { trouble: 'authentication' });
  expect(stage.job(run).audit).toMatchObject({ silent: true });
  stage.pass(run);
  stage.land('fix:1');
  expect(stage.status(run)).toBe('escalated');
});

test('TEAM-09 a report about another commit than the one that was surveyed is no report', () => {
  const stage = surveyed([1]);
  stage.answer(`${run}#1`, 'team_auditor_reported', { score: 1, commit: 's8' });
  expect(stage.events('agent_retried').at(-1)).toMatchObject({ seat: 1, how: 'fresh' });
});

test('TEAM-24 what nobody reviewed is not looked for again in the middle of a round', () => {
  const stage = direct({ tickets: ['A'] }, { auditors: 1 });
  stage.land('A');
  stage.drive(run, 'score');
  stage.answer(run, 'audit_scored', { move: 'fix', groups: 1 });
  stage.drive('fix:1', 'review');
  stage.pass('fix:1');
  stage.answer(run, 'survey_done', { recover: true });
  expect(stage.job(run).stage).toBe('team');
});

test('002#22 a finding of a recovery review below the gate is named as one for a person', () => {
  const stage = direct({ tickets: ['A'] }, { auditors: 1, maxFixRounds: 0 });
  stage.land('A');
  stage.drive('audit:run', 'score');
  const because = 'for a person, the recovery review found LOW REQ-1 a.txt:1 slow';
  stage.answer('audit:run', 'audit_scored', { move: 'stop', groups: 0, health: 'needs-fixes', because });
  expect(stage.job('audit:run')).toMatchObject({
    status: 'escalated',
    reason: `the audit did not pass: ${because}`,
  });
});
