// What belongs to the audit at the end of a run alone: the original request, and tests of a started application.
import { expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import type { Policy } from './policy.ts';

const run = 'audit:run';

/** One ticket has landed, and the run's audit is on. */
function audited(policy: Partial<Policy>): Director {
  const stage = direct({ tickets: ['A'] }, { auditors: 2, ...policy });
  stage.land('A');
  return stage;
}

test('TEAM-19 at the end of a run the original request is held against the work between team and score', () => {
  const stage = audited({ reconcile: true });
  stage.drive(run, 'team');
  stage.pass(`${run}#0`);
  stage.pass(`${run}#1`);
  expect(stage.running()).toEqual(['audit:run reconcile']);
  stage.pass(run);
  expect(stage.running()).toEqual(['audit:run score']);
  stage.answer(run, 'audit_scored', { move: 'passed' });
  expect(stage.status(run)).toBe('completed');
});

test('TEAM-19 a score that passes although nobody reconciled it with the request is not known to pass', () => {
  const stage = audited({ reconcile: true });
  stage.drive(run, 'reconcile');
  stage.answer(run, 'agent_failed', { trouble: 'authentication' });
  stage.answer(run, 'audit_scored', { move: 'passed' });
  expect(stage.status(run)).toBe('escalated');
});

test('TEAM-19 a reconciliation of another commit than the judged one is none', () => {
  const stage = audited({ reconcile: true });
  stage.drive(run, 'reconcile');
  stage.answer(run, 'reconciliation_done', { commit: 'another' });
  expect(stage.running()).toEqual(['audit:run reconcile']);
});

test('TEAM-17 with the audit at the end switched off a configured application is tested, and again when a person says so', () => {
  const stage = audited({ endOfRun: false, phases: true });
  expect(stage.running()).toEqual(['audit:run score']);
  stage.answer(run, 'audit_scored', { move: 'stop' });
  stage.decide(run, 'retry');
  expect(stage.running()).toEqual(['audit:run score']);
  stage.answer(run, 'audit_scored', { move: 'passed' });
  expect(stage.status(run)).toBe('completed');
});
