import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import { planOf } from '../../test/support/sketch.ts';
import type { Sketch } from '../../test/support/sketch.ts';
import { replanProblem } from '../state/index.ts';

const said = { v: 1, by: 'ada', why: 'because' } as const;
let nth = 0;

function edit(stage: Director, ticket: string, after: Sketch): void {
  const act = { ...said, type: 'ticket_edited', ticket, fields: ['text'] } as const;
  stage.record({ ...act, from: stage.state().inputs, inputs: `text ${nth++}`, plan: planOf(after) });
}

function add(stage: Director, ticket: string, after: Sketch): void {
  const act = { ...said, type: 'ticket_added', ticket } as const;
  stage.record({ ...act, from: stage.state().inputs, inputs: `text ${nth++}`, plan: planOf(after) });
}

function problemOf(stage: Director, ticket: string, after: Sketch): string | undefined {
  const { inputs } = stage.state();
  return replanProblem(stage.state(), { type: 'ticket_edited', ticket, from: inputs, plan: planOf(after) });
}

describe('BEYOND-10 a ticket that gets another text', () => {
  const two: Sketch = { tickets: ['A', 'B'] };

  test('keeps nothing that was proved by the old one: what there is of it is judged from the beginning', () => {
    const stage = direct(two, { agentTries: 0 });
    stage.drive('A', 'audit');
    stage.answer('A', 'agent_failed', { trouble: 'crash' });
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      stage: 'audit',
      evidence: { validated: 'c1' },
    });
    edit(stage, 'A', two);
    expect(stage.job('A')).toMatchObject({
      status: 'validating',
      attempt: 0,
      repeats: 1,
      evidence: { validated: null, reviewed: null, audited: null, passedBy: [] },
    });
    const judged = stage.journal.length;
    stage.land('A');
    const since = stage.journal.slice(judged).map(({ type }) => type);
    expect(since).toEqual(expect.arrayContaining(['validation_passed', 'critic_pass', 'auditor_pass']));
  });

  test('cannot be accepted as it was: the edit is the answer to the open question', () => {
    const stage = direct(two, { agentTries: 0 });
    stage.drive('A', 'audit');
    stage.answer('A', 'agent_failed', { trouble: 'crash' });
    const { question } = stage.job('A');
    edit(stage, 'A', two);
    const answer = { ...said, type: 'decision_answered', ticket: 'A', choice: 'accept' } as const;
    stage.record({ ...answer, question: question?.id ?? 0 });
    expect(stage.job('A')).toMatchObject({ status: 'validating', evidence: { accepted: null } });
  });

  test.each(['develop', 'validate', 'review', 'audit', 'merge', 'land'] as const)(
    'is refused while it is in %s: nobody judges by two texts',
    (stageName) => {
      const stage = direct(two);
      stage.drive('A', stageName);
      const before = stage.job('A');
      edit(stage, 'A', two);
      expect(stage.job('A')).toBe(before);
      expect(problemOf(stage, 'A', two)).toBe('it is being developed or reviewed');
    },
  );

  test('is refused once it has landed, and while it is being stopped', () => {
    const stage = direct(two);
    stage.record({ ...said, type: 'ticket_stopped', ticket: 'B', how: 'cancelled', dependents: 'withheld' });
    expect(problemOf(stage, 'B', two)).toBe('it is being stopped');
    stage.land('A');
    expect(problemOf(stage, 'A', two)).toBe('it has landed');
  });

  test('is refused when it was understood from another plan than the one it meets', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxParallel: 1 });
    const act = { ...said, type: 'ticket_edited', ticket: 'B', fields: ['needs'], from: '' } as const;
    stage.record({ ...act, inputs: 'first', plan: planOf({ tickets: ['A', { id: 'B', needs: ['A'] }] }) });
    stage.record({ ...act, inputs: 'second', plan: planOf(two) });
    expect(stage.state()).toMatchObject({ inputs: 'first', ignored: 1 });
    expect(stage.job('B').waitingOn).toBe(1);
  });

  test('waits for its new dependencies, and starts at once without what it needs no more', () => {
    const stage = direct({ tickets: ['A', 'B', 'C'] }, { maxParallel: 1 });
    edit(stage, 'B', { tickets: ['A', { id: 'B', needs: ['A', 'C'] }, 'C'] });
    expect(stage.status('B')).toBe('blocked: dependency');
    stage.land('A');
    expect(stage.running()).toEqual(['C develop']);
    edit(stage, 'B', { tickets: ['A', 'B', 'C'] });
    expect(stage.status('B')).toBe('queued');
    stage.land('C');
    expect(stage.running()).toEqual(['B develop']);
  });

  test('that could not start because of what it needed goes on when it needs that no more', () => {
    const chain: Sketch = { tickets: ['A', { id: 'B', needs: ['A'] }, { id: 'C', needs: ['B'] }] };
    const stage = direct(chain);
    stage.record({ ...said, type: 'ticket_stopped', ticket: 'A', how: 'cancelled', dependents: 'withheld' });
    stage.answer('A', 'agent_failed', { trouble: 'stopped' });
    expect([stage.status('B'), stage.status('C')]).toEqual(['blocked: dependency', 'blocked: dependency']);
    edit(stage, 'B', { tickets: ['A', 'B', { id: 'C', needs: ['B'] }] });
    stage.record({ type: 'run_resumed', v: 1 });
    stage.land('B');
    stage.land('C');
    expect(stage.state()).toMatchObject({ status: 'partial', failed: 1 });
  });

  test('cannot need somebody who waits for it, also by what was found out on the way', () => {
    const stage = direct({ tickets: ['A', 'B', 'C'] });
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    expect(stage.status('A')).toBe('blocked: dependency');
    stage.answer('B', 'developer_question');
    expect(problemOf(stage, 'B', { tickets: ['A', { id: 'B', needs: ['A'] }, 'C'] })).toBe('A waits for it');
  });

  test('changes nothing else of the plan', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxParallel: 1 });
    const more = 'this would change more of the plan than this ticket';
    expect(problemOf(stage, 'B', { tickets: [{ id: 'A', review: false }, 'B'] })).toBe(more);
    expect(problemOf(stage, 'B', { tickets: ['A'] })).toBe(more);
    expect(problemOf(stage, 'B', { tickets: ['A', 'B', 'C'] })).toBe(more);
    expect(problemOf(stage, 'B', { tickets: ['A', { id: 'B', rank: 0 }] })).toBe(more);
  });
});

describe('BEYOND-10 a ticket that is added', () => {
  test('runs like any other, and those that were there are where they were', () => {
    const stage = direct({ tickets: ['A'] });
    stage.drive('A', 'review');
    add(stage, 'B', { tickets: ['A', { id: 'B', needs: ['A'] }] });
    expect([stage.job('A').stage, stage.status('B')]).toEqual(['review', 'pending']);
    stage.land('A');
    stage.land('B');
    expect(stage.state()).toMatchObject({ status: 'completed', phase: 'ended' });
  });

  test('LOOP-06 a round of fixes that a person granted is not granted again when the audit is held again', () => {
    const stage = direct({ tickets: ['A'] }, { auditors: 1, endOfRun: true, maxFixRounds: 0 });
    stage.land('A');
    stage.drive('audit:run', 'score');
    stage.answer('audit:run', 'audit_scored', { move: 'fix', groups: 1 });
    stage.decide('audit:run', 'retry');
    expect(stage.job('audit:run').grants).toBe(1);
    stage.answer('fix:1', 'developer_incomplete');
    while (stage.status('fix:1') !== 'failed') stage.answer('fix:1', 'developer_incomplete');
    stage.decide('audit:run', 'fail');
    add(stage, 'B', { tickets: ['A', 'B'] });
    expect(stage.job('audit:run')).toMatchObject({ status: 'pending', grants: 0 });
  });

  test('after the end makes the run incomplete, and its audit is held again with it', () => {
    const stage = direct({ tickets: ['A'] }, { auditors: 1, endOfRun: true });
    stage.land('A');
    while (stage.state().phase === 'running') stage.pass('audit:run');
    expect(stage.state().status).toBe('completed');
    add(stage, 'B', { tickets: ['A', 'B'] });
    expect(stage.state().status).toBe('partial');
    expect(stage.job('audit:run').status).toBe('pending');
    stage.record({ type: 'run_resumed', v: 1 });
    stage.land('B');
    expect(stage.running()).toEqual(['audit:run survey']);
  });

  test('is refused under a name that is taken, and while its audit is running', () => {
    const stage = direct({ tickets: ['A'] }, { auditors: 1, endOfRun: true });
    add(stage, 'A', { tickets: ['A', 'A'] });
    expect(stage.state()).toMatchObject({ ignored: 1 });
    stage.land('A');
    add(stage, 'B', { tickets: ['A', 'B'] });
    expect(stage.state()).toMatchObject({ ignored: 2, plan: { tickets: [{ id: 'A' }] } });
  });
});

test('BEYOND-10 a round that the bounds refuse leaves the audits that are over as they are', () => {
  const stage = direct(
    { tickets: ['A', 'B'] },
    { hardCapRounds: 3, maxRevisions: 2, auditors: 1, endOfRun: true },
  );
  stage.drive('A', 'validate');
  stage.record({ ...said, type: 'ticket_stopped', ticket: 'A', how: 'cancelled', dependents: 'withheld' });
  stage.answer('A', 'agent_failed', { trouble: 'stopped' });
  stage.land('B');
  while (stage.state().phase === 'running') stage.pass('audit:run');
  const audit = stage.job('audit:run');
  expect(audit.audit?.phase).toBe('over');
  stage.record({ ...said, type: 'ticket_reopened', ticket: 'A' });
  expect(stage.state().phase).toBe('ended');
  stage.record({ type: 'run_resumed', v: 1 });
  expect(stage.job('A')).toMatchObject({ status: 'failed', reason: 'round_limit' });
  expect(stage.job('audit:run').audit).toEqual(audit.audit);
});
