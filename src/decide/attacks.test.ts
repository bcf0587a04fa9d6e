import { describe, expect, test } from 'vitest';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';

const one = { tickets: ['A'] };

function failReview(stage: Director, id: string): void {
  stage.drive(id, 'review');
  stage.answer(id, 'critic_fail');
}

describe('answers that do not belong', () => {
  test('P2 LOOP-08 an acceptance meant for an older question does not let newer work through', () => {
    const stage = direct(one);
    for (let round = 0; round < 3; round++) failReview(stage, 'A');
    const old = stage.job('A').question?.id ?? 0;
    stage.decide('A', 'retry');
    failReview(stage, 'A');
    stage.record({
      type: 'decision_answered',
      v: 1,
      ticket: 'A',
      question: old,
      choice: 'accept',
      by: 'somebody',
      why: '',
    });
    expect(stage.status('A')).toBe('escalated');
    expect(stage.job('A').evidence.accepted).toBeNull();
  });

  test('LOOP-08 work found by hand does not undo a person’s word', () => {
    const stage = direct(one);
    for (let round = 0; round < 3; round++) failReview(stage, 'A');
    stage.decide('A', 'manual');
    stage.decide('A', 'fail');
    stage.record({ type: 'manual_work_found', v: 1, ticket: 'A', commit: 'hand', tree: 'hand' });
    expect(stage.status('A')).toBe('failed');
  });
});

describe('results that do not belong', () => {
  const stages = ['develop', 'validate', 'review', 'audit', 'confirm', 'merge', 'gate'] as const;
  test.each(stages)('P1 P8 a landing reported out of the %s stage is no answer', (name) => {
    const stage = direct(one);
    stage.drive('A', name === 'gate' ? 'merge' : name);
    if (name === 'gate') stage.answer('A', 'merged', { tree: 'another' });
    stage.answer('A', 'task_complete', { commit: 'x', tree: 'x' });
    expect(stage.job('A').stage).toBe(name);
    expect(stage.events('agent_retried')).toHaveLength(1);
  });

  test('P1 only the candidate that passed the gate can have landed', () => {
    const stage = direct(one);
    stage.drive('A', 'land');
    stage.answer('A', 'task_complete', { commit: 'other', tree: 'other' });
    expect(stage.status('A')).toBe('landing');
    stage.pass('A');
    expect(stage.status('A')).toBe('completed');
  });

  test('STATE-01 a run starts once', () => {
    const stage = direct(one);
    const before = stage.state();
    stage.record({ type: 'run_started', v: 1, plan: before.plan, overtaking: 2 });
    expect(stage.state()).toEqual({ ...before, seq: before.seq + 1 });
  });
});

describe('broken infrastructure', () => {
  test('REMEDY-01 FLOW-12 who says the same while it is known costs nobody an attempt', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxVerify: 1 });
    stage.answer('A', 'developer_blocked');
    stage.answer('B', 'developer_blocked');
    expect(stage.running()).toEqual(['A confirm']);
    stage.answer('A', 'claim_confirmed');
    expect(stage.status('B')).toBe('blocked: infrastructure');
    stage.land('remediation:1');
    expect(stage.job('B')).toMatchObject({ stage: 'develop', attempt: 0, failures: { incomplete: 0 } });
  });

  test('REMEDY-01 red while it is broken is run again, not charged', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxVerify: 2 });
    stage.drive('B', 'validate');
    stage.answer('A', 'developer_blocked');
    stage.answer('A', 'claim_confirmed');
    stage.answer('B', 'validation_failed');
    expect(stage.status('B')).toBe('blocked: infrastructure');
    stage.land('remediation:1');
    expect(stage.running()).toContain('B validate');
    expect(stage.job('B').failures.validation).toBe(0);
  });

  test('REMEDY-01 nobody completes while it is broken, the one at the lander neither', () => {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.drive('B', 'merge');
    stage.answer('A', 'developer_blocked');
    stage.answer('A', 'claim_confirmed');
    stage.pass('B');
    expect(stage.status('B')).toBe('blocked: infrastructure');
    stage.land('remediation:1');
    expect(stage.running()).toContain('B merge');
  });

  test('P5 a halt at the base is obeyed, and a resumed run measures again', () => {
    const stage = directUnmeasured(one, { maxInfrastructureReturns: 0 });
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    stage.decide('baseline', 'halt');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'partial', halted: { by: 'somebody' } });
    stage.record({ type: 'run_resumed', v: 1 });
    expect(stage.running()).toEqual(['baseline baseline']);
  });
});

describe('ends that can be gone on from', () => {
  test('DISPATCH-09 after a foreign tip the merge is made anew', () => {
    const stage = direct(one);
    stage.drive('A', 'land');
    stage.answer('A', 'foreign_tip_found');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'conflict' });
    stage.record({ type: 'run_resumed', v: 1 });
    expect(stage.running()).toEqual(['A merge']);
  });
});

describe('milestones', () => {
  const chain = {
    tickets: [
      { id: 'A', milestone: 'm0' },
      { id: 'C', milestone: 'm2' },
    ],
    milestones: [{ id: 'm0' }, { id: 'm1', after: ['m0'] }, { id: 'm2', after: ['m1'] }],
  };

  test('DISPATCH-14 an empty milestone waits for those before it, and then is no obstacle', () => {
    const stage = direct(chain, { auditors: 1 });
    expect(stage.status('C')).toBe('pending');
    stage.land('A');
    expect(stage.status('C')).toBe('pending');
    stage.land('audit:m0');
    expect(stage.status('C')).toBe('executing');
  });

  test('DISPATCH-14 what is behind an empty milestone is blocked when the one before it failed', () => {
    const stage = direct(chain, { auditors: 1 });
    stage.land('A');
    stage.drive('audit:m0', 'score');
    stage.answer('audit:m0', 'audit_scored', { move: 'stop' });
    stage.decide('audit:m0', 'fail');
    expect(stage.status('C')).toBe('blocked: dependency');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'partial' });
  });

  test('DISPATCH-14 an audit that waits for a person does not hold up the others', () => {
    const sketch = {
      tickets: [
        { id: 'A', milestone: 'm0' },
        { id: 'B', milestone: 'm1' },
      ],
      milestones: [{ id: 'm0' }, { id: 'm1' }],
    };
    const stage = direct(sketch, { auditors: 1 });
    stage.land('A');
    stage.drive('audit:m0', 'score');
    stage.answer('audit:m0', 'audit_scored', { move: 'stop' });
    stage.land('B');
    expect(stage.running()).toEqual(['audit:m1 survey']);
  });
});

describe('fix rounds', () => {
  function landing(): Director {
    const stage = direct(one, { auditors: 1, maxFixRounds: 2 });
    stage.land('A');
    stage.drive('audit:run', 'score');
    stage.answer('audit:run', 'audit_scored', { move: 'fix', groups: 1 });
    stage.drive('fix:1', 'review');
    stage.pass('fix:1');
    stage.drive('audit:run', 'score');
    stage.pass('audit:run');
    return stage;
  }

  test('TEAM-18 a fix whose merge is looked at again goes on to land', () => {
    const stage = landing();
    stage.answer('fix:1', 'merged', { overlapping: true });
    stage.land('fix:1');
    expect(stage.status('audit:run')).toBe('completed');
  });

  test('TEAM-18 REWORK-08 a fix that conflicts is reworked and lands', () => {
    const stage = landing();
    stage.answer('fix:1', 'merge_conflict');
    stage.land('fix:1');
    expect(stage.status('audit:run')).toBe('completed');
  });
});
