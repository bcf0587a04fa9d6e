import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';

const one = { tickets: ['A'] };

describe('the way of a ticket', () => {
  test('FLOW-03 FLOW-06 DISPATCH-07 passed review leads to audit, a confirmed audit pass to the lander, and only landing completes', () => {
    const stage = direct(one);
    const seen: string[] = [];
    while (stage.job('A').status !== 'completed') {
      seen.push(`${stage.status('A')} ${stage.job('A').stage}`);
      stage.pass('A');
    }
    expect(seen).toEqual([
      'executing develop',
      'validating validate',
      'reviewing review',
      'auditing audit',
      'auditing confirm',
      'landing merge',
      'landing land',
    ]);
    expect(stage.job('A')).toMatchObject({
      stage: null,
      seats: [],
      holds: false,
      candidate: null,
      attempt: 0,
    });
    expect(stage.state()).toMatchObject({
      phase: 'ended',
      status: 'completed',
      running: 0,
      chain: { links: [] },
    });
  });

  test('FLOW-03 the evidence is about the very commit that was handed in', () => {
    const stage = direct(one);
    stage.answer('A', 'developer_ready_for_review', { commit: 'c', tree: 't' });
    stage.drive('A', 'land');
    expect(stage.job('A').evidence).toEqual({
      validated: 'c',
      validatedTree: 't',
      checks: [],
      spared: [],
      reviewed: 'c',
      passedBy: [{ agent: 'unknown', model: null }],
      audited: 'c',
      refuted: 0,
      accepted: null,
    });
    expect(stage.job('A').candidate).toMatchObject({ commit: 'm6', tree: 't', gated: true });
    expect(stage.events('landing_started').map((event) => event.commit)).toEqual(['m6']);
  });

  test('DISPATCH-07 a merge that changes the tree is checked itself before it lands; an equal tree is not checked twice', () => {
    const stage = direct(one);
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { commit: 'm', tree: 'another' });
    expect(stage.running()).toEqual(['A gate']);
    expect(stage.job('A').candidate).toMatchObject({ commit: 'm', tree: 'another', gated: false });
    stage.pass('A');
    expect(stage.running()).toEqual(['A land']);
  });

  test('DISPATCH-07 a gate that passed another tree proves nothing about this one', () => {
    const stage = direct(one);
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { commit: 'm', tree: 'another' });
    stage.answer('A', 'landing_gate_passed', { tree: 'a third' });
    expect(stage.status('A')).toBe('escalated');
    expect(stage.job('A').question?.reason).toBe('agent_unavailable');
  });

  test('DISPATCH-07 one job owns the lander from merge to landing', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxVerify: 2 });
    stage.drive('A', 'merge');
    stage.drive('B', 'merge');
    expect(stage.running()).toEqual(['A merge']);
    stage.answer('A', 'merged', { tree: 'another' });
    expect(stage.running()).toEqual(['A gate']);
    stage.pass('A');
    expect(stage.running()).toEqual(['A land']);
    stage.pass('A');
    expect(stage.running()).toEqual(['B merge']);
  });

  test('DISPATCH-07 a tip that the journal did not land stops the run', () => {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.drive('A', 'land');
    stage.answer('A', 'foreign_tip_found');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'conflict' });
    stage.pass('B');
    expect(stage.running()).toEqual([]);
  });

  test('EPIC-10 with review switched off a ticket goes from validation to the lander, and the journal says why', () => {
    const stage = direct({ tickets: [{ id: 'A', review: false }] });
    stage.drive('A', 'merge');
    expect(stage.events('ticket_routed').at(-1)).toMatchObject({
      ticket: 'A',
      stage: 'merge',
      because: 'review is switched off for it',
    });
    stage.land('A');
    expect(stage.events('critic_dispatched')).toEqual([]);
    expect(stage.events('auditor_dispatched')).toEqual([]);
  });

  test('EPIC-10 a merge that overlaps is not reviewed either where review is off, but it is still gated', () => {
    const stage = direct({ tickets: [{ id: 'A', review: false }] });
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { tree: 'another', overlapping: true });
    expect(stage.running()).toEqual(['A gate']);
  });

  test('FLOW-04 validation that passed without any change is a failed attempt', () => {
    const stage = direct(one);
    stage.pass('A');
    stage.answer('A', 'validation_passed', { changed: false });
    expect(stage.job('A')).toMatchObject({ attempt: 1, reason: 'it changes nothing' });
    expect(stage.job('A').failures.validation).toBe(1);
  });

  test('REWORK-04 a ticket that ends because nothing was changed says so', () => {
    const stage = direct(one, { maxRevisions: 0, onLimit: 'fail' });
    stage.pass('A');
    stage.answer('A', 'validation_passed', { changed: false });
    expect(stage.job('A')).toMatchObject({ status: 'failed', reason: 'no_change_limit' });
  });

  test('REWORK-04 a ticket that was handed in again as it was sent back fails by the same name', () => {
    const stage = direct(one, { maxRevisions: 1, onLimit: 'fail' });
    stage.answer('A', 'developer_ready_for_review', { commit: 'same' });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.answer('A', 'developer_ready_for_review', { commit: 'same' });
    expect(stage.job('A')).toMatchObject({ status: 'failed', reason: 'no_change_limit' });
  });

  test('FLOW-04 REAL-04 handing in what was sent back counts as a failed validation, and says why it was sent back', () => {
    const stage = direct(one);
    stage.answer('A', 'developer_ready_for_review', { commit: 'same' });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.answer('A', 'developer_ready_for_review', { commit: 'same' });
    expect(stage.job('A')).toMatchObject({
      attempt: 2,
      reason: 'nothing has changed since it was sent back: the critic found problems that must be fixed',
    });
    expect(stage.job('A').failures).toEqual({
      review: 1,
      audit: 0,
      validation: 1,
      incomplete: 0,
      landing: 0,
    });
  });
});

describe('failing and trying again', () => {
  test('FLOW-04 EPIC-07 a failed review is counted and the developer reworks with the next attempt', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    expect(stage.job('A')).toMatchObject({
      status: 'executing',
      attempt: 1,
      failures: { review: 1, audit: 0, validation: 0, incomplete: 0, landing: 0 },
      commit: 'c1',
      rejected: 'c1',
      evidence: { validated: null, validatedTree: null, reviewed: null, audited: null, accepted: null },
      reason: 'the critic found problems that must be fixed',
    });
    expect(stage.events('developer_rework_dispatched')).toMatchObject([
      { ticket: 'A', attempt: 1, round: 2, because: 'the critic found problems that must be fixed' },
    ]);
  });

  test('FLOW-06 a failed audit is counted and reworked, and the rework goes past the critic again', () => {
    const stage = direct(one);
    stage.drive('A', 'audit');
    stage.answer('A', 'auditor_fail');
    expect(stage.job('A').failures.audit).toBe(1);
    expect(stage.job('A').reason).toBe('acceptance criteria are not met');
    stage.drive('A', 'audit');
    expect(stage.events('critic_dispatched')).toHaveLength(2);
  });

  test.each([
    ['validate', 'validation_failed', 'validation'],
    ['review', 'critic_fail', 'review'],
    ['audit', 'auditor_fail', 'audit'],
  ] as const)(
    'FLOW-07 EPIC-07 the third failure in %s escalates and names its limit; nothing fails by itself',
    (where, how, kind) => {
      const stage = direct(one);
      for (const attempt of [0, 1, 2]) {
        expect(stage.job('A').attempt).toBe(attempt);
        stage.drive('A', where);
        stage.answer('A', how);
      }
      expect(stage.status('A')).toBe('escalated');
      expect(stage.job('A').question?.reason).toBe(`${kind}_failure_limit`);
      expect(stage.job('A').failures[kind]).toBe(3);
      expect(stage.events('workflow_failed')).toEqual([]);
    },
  );

  test('FLOW-07 where nobody can be asked the ticket stays escalated and the run says so', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { waitForPeople: false, maxRevisions: 0 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    expect(stage.state().phase).toBe('running');
    stage.land('B');
    expect(stage.status('A')).toBe('escalated');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'escalated' });
    expect(stage.events('run_ended')).toMatchObject([{ because: '1 decision is needed' }]);
  });

  test('FLOW-07 REWORK-06 with onLimit fail the ticket fails with reason and attempts, and the rest goes on', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { onLimit: 'fail' });
    for (const [where, how] of [
      ['review', 'critic_fail'],
      ['audit', 'auditor_fail'],
      ['audit', 'auditor_fail'],
    ] as const) {
      stage.drive('A', where);
      stage.answer('A', how);
    }
    expect(stage.events('workflow_failed')).toEqual([
      {
        type: 'workflow_failed',
        v: 1,
        seq: expect.any(Number),
        at: 0,
        ticket: 'A',
        kind: 'audit',
        reason: 'attempt_limit',
        reviewAttempts: 1,
        auditAttempts: 2,
      },
    ]);
    expect(stage.job('A')).toMatchObject({ status: 'failed', stage: null, seats: [], holds: false });
    expect(stage.running()).toEqual(['B develop']);
    stage.land('B');
    expect(stage.state().status).toBe('partial');
  });

  test('FLOW-07 with onLimit fail a ticket that lacks information still waits for a person', () => {
    const stage = direct(one, { onLimit: 'fail' });
    stage.answer('A', 'developer_incomplete', { blocker: 'information' });
    expect(stage.status('A')).toBe('escalated');
  });

  test('REWORK-04 every kind counts by itself, none is reset, and the third failed attempt in all escalates', () => {
    const stage = direct(one);
    stage.drive('A', 'validate');
    stage.answer('A', 'validation_failed');
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    expect(stage.job('A').failures).toEqual({
      review: 1,
      audit: 0,
      validation: 1,
      incomplete: 0,
      landing: 0,
    });
    stage.drive('A', 'audit');
    stage.answer('A', 'auditor_fail');
    expect(stage.job('A').failures).toEqual({
      review: 1,
      audit: 1,
      validation: 1,
      incomplete: 0,
      landing: 0,
    });
    expect(stage.job('A').question?.reason).toBe('attempt_limit');
    expect(stage.events('ticket_escalated')).toMatchObject([{ kind: 'audit' }]);
  });

  test('REWORK-06 when a person fails a ticket its attempts are recorded as they are', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.answer('A', 'developer_incomplete', { blocker: 'information' });
    stage.decide('A', 'fail');
    expect(stage.events('workflow_failed')).toMatchObject([
      { kind: null, reason: 'rejected_by_person', reviewAttempts: 1, auditAttempts: 0 },
    ]);
    expect(stage.state()).toMatchObject({ failed: 1, status: 'failed' });
  });
});

describe('several critics', () => {
  const three = { tickets: [{ id: 'A', critics: 3 }] };

  test('TEAM-28 all of them must pass', () => {
    const stage = direct(three);
    stage.drive('A', 'review');
    expect(stage.running()).toEqual(['A review#0', 'A review#1', 'A review#2']);
    stage.pass('A#2');
    stage.pass('A#0');
    expect(stage.status('A')).toBe('reviewing');
    expect(stage.job('A').evidence.reviewed).toBeNull();
    stage.pass('A#1');
    expect(stage.status('A')).toBe('auditing');
    expect(stage.job('A').evidence.reviewed).toBe(stage.job('A').commit);
  });

  test('TEAM-28 one fail of three is a fail, once every critic has spoken, and counts once', () => {
    const stage = direct(three);
    stage.drive('A', 'review');
    stage.answer('A#1', 'critic_fail');
    expect(stage.running()).toEqual(['A review#0', 'A review#2']);
    stage.pass('A#0');
    stage.pass('A#2');
    expect(stage.job('A')).toMatchObject({ attempt: 1, failures: { review: 1 } });
  });

  test('TEAM-28 a seat given up is never a pass: two passes and a silence ask a person', () => {
    const stage = direct(three);
    stage.drive('A', 'review');
    stage.pass('A#0');
    stage.pass('A#1');
    stage.answer('A#2', 'agent_failed', { trouble: 'authentication' });
    expect(stage.status('A')).toBe('escalated');
    expect(stage.job('A').question?.reason).toBe('agent_unavailable');
    expect(stage.events('ticket_escalated')).toMatchObject([
      { because: 'no usable answer in review stage: the agent failed (authentication): so it is' },
    ]);
  });

  test('TEAM-28 a fail outweighs a silence', () => {
    const stage = direct(three);
    stage.drive('A', 'review');
    stage.pass('A#0');
    stage.answer('A#1', 'critic_fail');
    stage.answer('A#2', 'agent_failed', { trouble: 'authentication' });
    expect(stage.job('A')).toMatchObject({ attempt: 1, status: 'executing' });
  });
});
