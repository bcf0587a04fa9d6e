import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';

const two = { tickets: ['A', 'B'] };

describe('TASK_INCOMPLETE', () => {
  test.each([
    ['information', 'needs_information'],
    ['scope', 'needs_scope'],
  ] as const)('FLOW-09 missing %s goes to a person and uses up no attempt', (blocker, reason) => {
    const stage = direct(two);
    stage.answer('A', 'developer_incomplete', { blocker, because: 'which API?' });
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      attempt: 0,
      failures: { incomplete: 0 },
      question: { reason, options: ['retry', 'manual', 'fail'] },
      reason: 'which API?',
    });
    expect(stage.running()).toEqual(['B develop']);
  });

  test('FLOW-09 an unfinished dependency is waited for: the edge is added, and its landing frees the ticket', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    expect(stage.events('dependency_added')).toMatchObject([{ ticket: 'A', on: 'B' }]);
    expect(stage.job('A')).toMatchObject({
      status: 'blocked',
      blocked: 'dependency',
      stage: 'develop',
      attempt: 0,
      waits: 1,
      waitingOn: 1,
      holds: false,
      reason: 'waits for B',
    });
    expect(stage.running()).toEqual(['B develop']);
    stage.land('B');
    expect(stage.running()).toEqual(['A develop']);
    expect(stage.job('A')).toMatchObject({ attempt: 0, waitingOn: 0, blocked: null });
  });

  test('FLOW-09 a rework that waits comes back as a rework', () => {
    const stage = direct(two, { maxParallel: 2 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    stage.land('B');
    expect(stage.job('A')).toMatchObject({ status: 'executing', attempt: 1 });
  });

  test('FLOW-09 what it waits for may fail: then it is blocked like any other dependent', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    stage.answer('B', 'developer_incomplete', { blocker: 'scope' });
    stage.decide('B', 'fail');
    expect(stage.status('A')).toBe('blocked: dependency');
    expect(stage.job('A')).toMatchObject({ stage: null, seats: [] });
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'failed' });
  });

  test('FLOW-09 a dependency that has landed is no excuse: a failed attempt', () => {
    const stage = direct(two);
    stage.land('B');
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    expect(stage.job('A')).toMatchObject({ attempt: 1, failures: { incomplete: 1 } });
  });

  test.each([
    ['a direct circle', 'B'],
    ['a longer circle', 'C'],
    ['itself', 'A'],
    ['a ticket nobody knows', 'X'],
    ['something that is no ticket', 'baseline-of-nothing'],
    ['nothing by name', null],
  ])('FLOW-09 %s cannot come first: a person decides', (_case, on) => {
    const stage = direct({ tickets: ['A', { id: 'B', needs: ['A'] }, { id: 'C', needs: ['B'] }] });
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on });
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      attempt: 0,
      question: { reason: 'dependency_unresolvable' },
      reason: `it reports a dependency on ${on ?? 'an unnamed ticket'}, which cannot run before it`,
    });
  });

  test('FLOW-09 an audit is not a ticket and is not awaited', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'audit:run' });
    expect(stage.job('A').question?.reason).toBe('dependency_unresolvable');
  });

  test('FLOW-09 a ticket of a later milestone cannot come first either', () => {
    const stage = direct({
      tickets: [
        { id: 'A', milestone: 'm1' },
        { id: 'B', milestone: 'm2' },
        { id: 'C', milestone: 'm3' },
        { id: 'D', milestone: 'm1' },
      ],
      milestones: [{ id: 'm1' }, { id: 'm2', after: ['m1'] }, { id: 'm3', after: ['m2'] }],
    });
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'C' });
    expect(stage.job('A').question?.reason).toBe('dependency_unresolvable');
    stage.answer('D', 'developer_incomplete', { blocker: 'dependency', on: 'A' });
    expect(stage.status('D')).toBe('blocked: dependency');
  });

  test('FLOW-09 a ticket that can never land is not awaited', () => {
    const stage = direct({ tickets: ['A', 'B', { id: 'C', needs: ['B'] }] });
    stage.answer('B', 'developer_incomplete', { blocker: 'scope' });
    stage.decide('B', 'fail');
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'C' });
    expect(stage.job('A').question?.reason).toBe('dependency_unresolvable');
  });

  test('FLOW-09 waiting is bounded', () => {
    const stage = direct({ tickets: ['A', 'B', 'C'] }, { maxWaits: 1 });
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    stage.land('B');
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'C' });
    expect(stage.job('A').question?.reason).toBe('dependency_unresolvable');
  });

  test('FLOW-09 FLOW-12 infrastructure is checked before anybody believes it', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_incomplete', { blocker: 'infrastructure', because: 'no runner' });
    expect(stage.events('claim_check_started')).toMatchObject([
      { ticket: 'A', claim: 'infra_blocked', because: 'no runner' },
    ]);
    expect(stage.status('A')).toBe('validating');
    expect(stage.running()).toEqual(['B develop', 'A confirm']);
  });

  test('FLOW-09 anything else is a failed attempt, and the third escalates', () => {
    const stage = direct(two);
    for (const attempt of [1, 2]) {
      stage.answer('A', 'developer_incomplete', { blocker: 'other', because: 'too hard' });
      expect(stage.job('A')).toMatchObject({ attempt, reason: 'too hard' });
    }
    stage.answer('A', 'developer_incomplete', { blocker: 'other' });
    expect(stage.job('A').question?.reason).toBe('incomplete_failure_limit');
  });
});

describe('a question', () => {
  test('FLOW-10 waits without a slot and without an attempt, and the answer goes into the same attempt', () => {
    const stage = direct(two, { maxParallel: 1 });
    stage.answer('A', 'developer_question', { question: 'tabs or spaces?' });
    expect(stage.job('A')).toMatchObject({
      status: 'blocked',
      blocked: 'question',
      attempt: 0,
      questions: 1,
      holds: false,
      question: { reason: 'question', options: ['answer', 'fail'] },
      reason: 'tabs or spaces?',
    });
    expect(stage.running()).toEqual(['B develop']);
    stage.pass('B');
    stage.decide('A', 'answer', 'spaces');
    expect(stage.job('A')).toMatchObject({ status: 'executing', attempt: 0, grants: 0, question: null });
    expect(stage.events('developer_dispatched').at(-1)).toMatchObject({ attempt: 0, because: 'spaces' });
  });

  test('FLOW-10 a question during a rework is answered into the rework', () => {
    const stage = direct(two);
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.answer('A', 'developer_question');
    stage.decide('A', 'answer');
    expect(stage.job('A')).toMatchObject({ status: 'executing', attempt: 1 });
  });

  test('FLOW-10 work that a person said to deliver as it is goes past the gates again', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_ready_for_review', { commit: 'same' });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.answer('A', 'developer_question', {
      question: 'the criterion cannot be met here; deliver it as it is?',
    });
    stage.decide('A', 'answer', 'yes, as it is');
    stage.answer('A', 'developer_ready_for_review', { commit: 'same' });
    expect(stage.job('A')).toMatchObject({ stage: 'validate', commit: 'same', attempt: 1 });
    expect(stage.job('A').failures.validation).toBe(0);
  });

  test('FLOW-10 asking again and again becomes a failed attempt', () => {
    const stage = direct(two, { maxQuestions: 2 });
    for (let nth = 0; nth < 2; nth++) {
      stage.answer('A', 'developer_question');
      stage.decide('A', 'answer');
    }
    stage.answer('A', 'developer_question');
    expect(stage.job('A')).toMatchObject({
      attempt: 1,
      failures: { incomplete: 1 },
      reason: 'the agent asked a question instead of finishing',
    });
  });

  test('FLOW-10 a person may also fail the ticket instead of answering', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_question');
    stage.decide('A', 'fail');
    expect(stage.status('A')).toBe('failed');
  });
});

describe('claims', () => {
  test('FLOW-12 a false INFRA_BLOCKED is an incomplete attempt, and nothing else is halted', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_blocked', { because: 'no runner' });
    stage.answer('A', 'claim_refuted', { because: 'green at base' });
    expect(stage.job('A')).toMatchObject({
      attempt: 1,
      failures: { incomplete: 1, audit: 0 },
      reason: 'false claim: green at base',
    });
    expect(stage.state().infrastructure.blocked).toBe(false);
    expect(stage.events('remediation_opened')).toEqual([]);
    expect(stage.running()).toEqual(['B develop', 'A develop']);
  });

  test('FLOW-12 REAL-05 a false AUDIT_BLOCKED is the auditor’s mistake, and nothing else is halted', () => {
    const stage = direct(two);
    stage.drive('A', 'audit');
    stage.answer('A', 'auditor_blocked', { because: 'red before' });
    expect(stage.job('A')).toMatchObject({ status: 'auditing', stage: 'confirm', claim: 'audit_blocked' });
    stage.answer('A', 'claim_refuted');
    expect(stage.job('A')).toMatchObject({ attempt: 0, failures: { audit: 0, incomplete: 0 } });
    expect(stage.state().infrastructure.blocked).toBe(false);
    expect(stage.running()).toEqual(['B develop', 'A audit']);
  });

  test('FLOW-12 an AUDIT_PASSED whose evidence does not hold is a failed audit', () => {
    const stage = direct(two);
    stage.drive('A', 'confirm');
    expect(stage.job('A').claim).toBe('audit_pass');
    stage.answer('A', 'claim_refuted', { because: 'AC1 is red' });
    expect(stage.job('A')).toMatchObject({ attempt: 1, failures: { audit: 1 }, claim: null });
    expect(stage.job('A').evidence.audited).toBeNull();
  });

  test('FLOW-12 a claim that is confirmed but is not the one in question lets nothing through', () => {
    const stage = direct(two);
    stage.drive('A', 'confirm');
    for (let tries = 0; tries < 3; tries++) stage.answer('A', 'claim_confirmed', { claim: 'audit_blocked' });
    expect(stage.status('A')).toBe('escalated');
    expect(stage.job('A').evidence.audited).toBeNull();
  });
});
