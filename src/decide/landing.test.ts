import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';

const one = { tickets: ['A'] };

describe('a landing that does not work out', () => {
  test('REWORK-08 a conflict makes a revision that uses up no attempt and is judged again in full', () => {
    const stage = direct(one);
    stage.drive('A', 'merge');
    stage.answer('A', 'merge_conflict');
    expect(stage.job('A')).toMatchObject({
      status: 'executing',
      attempt: 0,
      failures: { review: 0, audit: 0, validation: 0, incomplete: 0, landing: 1 },
      candidate: null,
      evidence: { validated: null, reviewed: null, audited: null },
      reason: 'it conflicts with landed work',
    });
    expect(stage.state().chain.links).toEqual([]);
    stage.land('A');
    expect(stage.events('critic_dispatched')).toHaveLength(2);
    expect(stage.events('auditor_dispatched')).toHaveLength(2);
    expect(stage.events('validation_started')).toHaveLength(2);
  });

  test('REWORK-08 a merged tree that fails its checks is a landing retry too', () => {
    const stage = direct(one);
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { tree: 'another' });
    stage.answer('A', 'landing_gate_failed');
    expect(stage.job('A')).toMatchObject({
      attempt: 0,
      failures: { landing: 1 },
      candidate: null,
      reason: 'the merged tree fails its checks',
    });
  });

  test('REWORK-08 landing retries have a bound of their own, whatever attempts are left', () => {
    const stage = direct(one);
    for (const landing of [1, 2]) {
      stage.drive('A', 'merge');
      stage.answer('A', 'merge_conflict');
      expect(stage.job('A')).toMatchObject({ status: 'executing', failures: { landing } });
    }
    stage.drive('A', 'merge');
    stage.answer('A', 'merge_conflict');
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      attempt: 0,
      failures: { landing: 3 },
      question: { reason: 'landing_retry_limit', options: ['retry', 'accept', 'manual', 'fail'] },
    });
    expect(stage.state().chain.links).toEqual([]);
  });

  test('REWORK-08 landing retries do not bring the attempt limit nearer', () => {
    const stage = direct(one);
    for (let nth = 0; nth < 2; nth++) {
      stage.drive('A', 'merge');
      stage.answer('A', 'merge_conflict');
    }
    for (const attempt of [1, 2]) {
      stage.drive('A', 'review');
      stage.answer('A', 'critic_fail');
      expect(stage.job('A').attempt).toBe(attempt);
    }
  });

  test('REWORK-08 the lander goes to the next one when a landing fails', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxVerify: 2 });
    stage.drive('A', 'merge');
    stage.drive('B', 'merge');
    stage.answer('A', 'merge_conflict');
    expect(stage.running()).toEqual(['B merge', 'A develop']);
    expect(stage.state().chain.links).toMatchObject([{ job: 1 }]);
  });

  test('REWORK-08 with onLimit fail the ticket fails by itself at that bound', () => {
    const stage = direct(one, { onLimit: 'fail', maxLandingRetries: 0 });
    stage.drive('A', 'merge');
    stage.answer('A', 'merge_conflict');
    expect(stage.events('workflow_failed')).toMatchObject([
      { kind: 'landing', reason: 'landing_retry_limit', reviewAttempts: 0, auditAttempts: 0 },
    ]);
    expect(stage.job('A').failures.landing).toBe(1);
  });
});

describe('a merge that touches the same files', () => {
  test('REWORK-08 the critic sees the merge; the audit of the ticket stands; then it is merged anew', () => {
    const stage = direct(one);
    stage.answer('A', 'developer_ready_for_review', { commit: 'c', tree: 't' });
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { commit: 'm', tree: 'mt', overlapping: true });
    expect(stage.running()).toEqual(['A gate']);
    stage.pass('A');
    expect(stage.job('A')).toMatchObject({
      status: 'reviewing',
      commit: 'm',
      tree: 'mt',
      mergedFrom: 'c',
      candidate: null,
      failures: { landing: 1 },
      evidence: { validated: 'c', validatedTree: 'mt', reviewed: null, audited: 'c' },
      reason: 'the merge changes files that the ticket changed too',
    });
    expect(stage.state().chain.links).toEqual([]);
    expect(stage.events('critic_dispatched').at(-1)).toMatchObject({ commit: 'm', attempt: 0 });
    stage.pass('A');
    expect(stage.running()).toEqual(['A merge']);
    expect(stage.events('auditor_dispatched')).toHaveLength(1);
    stage.answer('A', 'merged', { commit: 'm2', tree: 'mt', overlapping: false });
    // Nothing landed meanwhile: its checks passed before the critic saw it.
    expect(stage.running()).toEqual(['A land']);
    stage.land('A');
    expect(stage.events('task_complete')).toMatchObject([{ commit: 'm2', tree: 'mt' }]);
  });

  test('REWORK-08 all critics of the ticket see it', () => {
    const stage = direct({ tickets: [{ id: 'A', critics: 2 }] });
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { overlapping: true });
    expect(stage.running()).toEqual(['A review#0', 'A review#1']);
  });

  test('REWORK-08 a critic that rejects the last merge ends the retries: the developer is not sent once more', () => {
    const stage = direct(one);
    stage.drive('A', 'merge');
    for (const commit of ['m1', 'm2', 'm3']) {
      stage.answer('A', 'merged', { commit, tree: commit, overlapping: true });
      stage.answer('A', 'landing_gate_passed', { tree: commit });
      if (commit !== 'm3') stage.pass('A');
    }
    stage.answer('A', 'critic_fail', { findings: ['f'] });
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      question: { reason: 'landing_retry_limit' },
    });
  });

  test('REWORK-08 a merge that keeps overlapping remembers where it came from, and the bound ends it', () => {
    const stage = direct(one);
    stage.answer('A', 'developer_ready_for_review', { commit: 'c' });
    stage.drive('A', 'merge');
    for (const commit of ['m1', 'm2', 'm3']) {
      stage.answer('A', 'merged', { commit, tree: commit, overlapping: true });
      stage.answer('A', 'landing_gate_passed', { tree: commit });
      expect(stage.job('A')).toMatchObject({ commit, mergedFrom: 'c' });
      stage.pass('A');
    }
    stage.answer('A', 'merged', { commit: 'm4', tree: 'm4', overlapping: true });
    stage.answer('A', 'landing_gate_passed', { tree: 'm4' });
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      failures: { landing: 3 },
      question: { reason: 'landing_retry_limit' },
    });
  });

  test('REAL-08 a merged tree whose checks fail is shown to no critic and costs no attempt', () => {
    const stage = direct(one);
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { commit: 'm', tree: 'mt', overlapping: true });
    stage.answer('A', 'landing_gate_failed');
    expect(stage.events('critic_dispatched')).toHaveLength(1);
    expect(stage.job('A')).toMatchObject({ status: 'executing', attempt: 0, failures: { landing: 1 } });
  });

  test('REAL-08 a merge that the critic fails costs a landing retry and no attempt, and the bound of landings ends it', () => {
    const stage = direct(one);
    for (const landing of [1, 2]) {
      stage.drive('A', 'merge');
      stage.answer('A', 'merged', { commit: 'm', tree: `mt${landing}`, overlapping: true });
      stage.pass('A');
      stage.answer('A', 'critic_fail');
      expect(stage.job('A')).toMatchObject({
        status: 'executing',
        attempt: 0,
        failures: { review: 0, landing },
        mergedFrom: null,
        rejected: 'm',
      });
    }
    stage.drive('A', 'merge');
    stage.answer('A', 'merge_conflict');
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      attempt: 0,
      question: { reason: 'landing_retry_limit' },
    });
  });
});
