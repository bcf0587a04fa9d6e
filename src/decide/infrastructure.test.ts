import { describe, expect, test } from 'vitest';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import type { Policy } from './policy.ts';

const two = { tickets: ['A', 'B'] };

/** A's audit was blocked, and the base is red indeed; C has just finished, B is still being developed, D waits. */
function broken(policy: Partial<Policy> = {}): Director {
  const stage = direct({ tickets: ['A', 'B', 'C', 'D'] }, { maxParallel: 2, ...policy });
  stage.drive('A', 'audit');
  stage.answer('A', 'auditor_blocked');
  stage.pass('A');
  stage.pass('C');
  return stage;
}

describe('the base', () => {
  test('REMEDY-01 a check that is red at base starts one remediation and nobody else', () => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'], inconclusive: ['lint'] });
    expect(stage.events('infrastructure_blocked')).toMatchObject([
      { ticket: 'baseline', because: 'red at base: unit, lint' },
    ]);
    expect(stage.running()).toEqual(['remediation:1 develop']);
    expect(stage.state().infrastructure).toEqual({
      blocked: true,
      because: 'red at base: unit, lint',
      doubt: null,
      remediation: stage.job('remediation:1').index,
      overridden: false,
      confirmed: [],
      accepted: [],
    });
  });

  test('REAL-02 without checks nothing is called green', () => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'baseline_measured', { checks: 0 });
    expect(stage.events('baseline_accepted')).toMatchObject([
      { because: 'no checks configured: nothing was tested' },
    ]);
  });

  test('REAL-02 a check that a person allowed by name may be red at base, and no other', () => {
    const allowing = { ...two, allowRed: ['unit'] };
    const stage = directUnmeasured(allowing);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    expect(stage.events('baseline_accepted')).toMatchObject([
      { because: 'red at base, allowed by --allow-red: unit' },
    ]);
    expect(stage.running()).toEqual(['A develop', 'B develop']);
    const other = directUnmeasured(allowing);
    other.answer('baseline', 'baseline_measured', { red: ['unit', 'lint'] });
    expect(other.events('baseline_accepted')).toEqual([]);
    expect(other.running()).not.toContain('A develop');
  });

  test('REMEDY-01 a result that is missing is no pass', () => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'baseline_measured', { inconclusive: ['unit'] });
    expect(stage.status('baseline')).toBe('blocked: infrastructure');
  });

  test('REMEDY-01 after the repair the base is measured again, and then the tickets start', () => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    stage.land('remediation:1');
    expect(stage.events('infrastructure_restored')).toMatchObject([{ attempts: 1, by: 'remediation' }]);
    expect(stage.running()).toEqual(['baseline baseline']);
    stage.pass('baseline');
    expect(stage.events('baseline_accepted')).toMatchObject([{ because: 'every check is green at base' }]);
    expect(stage.running()).toEqual(['A develop', 'B develop']);
  });

  test('REMEDY-01 a base that stays red is fixed a bounded number of times, then a person decides', () => {
    const stage = directUnmeasured(two, { maxInfrastructureReturns: 2 });
    for (const nth of [1, 2]) {
      stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
      stage.land(`remediation:${nth}`);
    }
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    expect(stage.job('baseline').question).toMatchObject({
      reason: 'infrastructure',
      options: ['retry', 'override', 'halt'],
    });
    stage.decide('baseline', 'retry');
    expect(stage.running()).toEqual(['baseline baseline']);
  });

  test('REMEDY-01 a person may say that it stays red: recorded by name, and the tickets start', () => {
    const stage = directUnmeasured(two, { maxInfrastructureReturns: 0 });
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    stage.decide('baseline', 'override', 'known to be flaky');
    expect(stage.events('infrastructure_restored')).toMatchObject([{ attempts: 0, by: 'override' }]);
    expect(stage.events('baseline_accepted')).toMatchObject([{ because: 'somebody: known to be flaky' }]);
    expect(stage.status('baseline')).toBe('completed');
    expect(stage.state().infrastructure.overridden).toBe(true);
    expect(stage.running()).toEqual(['A develop', 'B develop']);
  });

  test('REMEDY-01 after an override of the remediation the red base is accepted, with what is red', () => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    stage.answer('remediation:1', 'developer_incomplete');
    stage.decide('remediation:1', 'override');
    expect(stage.status('remediation:1')).toBe('failed');
    expect(stage.events('workflow_failed')).toMatchObject([
      { ticket: 'remediation:1', reason: 'overridden' },
    ]);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    expect(stage.events('baseline_accepted')).toMatchObject([
      { because: 'red at base, accepted by a person: unit' },
    ]);
    expect(stage.running()).toEqual(['A develop', 'B develop']);
  });

  test('REMEDY-01 a measurement that comes to nothing asks a person', () => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'agent_failed', { trouble: 'authentication' });
    expect(stage.job('baseline').question?.reason).toBe('agent_unavailable');
    stage.decide('baseline', 'retry');
    expect(stage.running()).toEqual(['baseline baseline']);
  });
});

describe('while something is broken', () => {
  test('REMEDY-01 FLOW-06 FLOW-12 a confirmed AUDIT_BLOCKED starts one remediation; who runs goes on, nobody new is assigned', () => {
    const stage = broken();
    expect(stage.status('A')).toBe('blocked: infrastructure');
    expect(stage.running()).toEqual(['B develop', 'remediation:1 develop']);
    expect([stage.status('C'), stage.status('D')]).toEqual(['validating', 'queued']);
    stage.pass('B');
    expect(stage.running()).toEqual(['remediation:1 develop']);
    expect(stage.status('B')).toBe('validating');
    expect(stage.events('remediation_opened')).toHaveLength(1);
  });

  test('REMEDY-01 a second victim does not start a second remediation', () => {
    const stage = direct(two, { maxVerify: 2 });
    stage.pass('A');
    stage.pass('B');
    stage.answer('A', 'validation_broken', { because: 'no runner' });
    stage.answer('B', 'validation_broken', { because: 'no runner either' });
    expect(stage.events('infrastructure_blocked')).toHaveLength(2);
    expect(stage.events('remediation_opened')).toHaveLength(1);
    expect([stage.status('A'), stage.status('B')]).toEqual([
      'blocked: infrastructure',
      'blocked: infrastructure',
    ]);
  });

  test('REMEDY-01 nobody loses an attempt, and everybody goes back to the stage they left', () => {
    const stage = broken();
    expect(stage.state().infrastructure.confirmed).toHaveLength(1);
    expect(stage.job('A')).toMatchObject({
      attempt: 0,
      stage: 'audit',
      infrastructureReturns: 1,
      failures: { review: 0, audit: 0, validation: 0, incomplete: 0, landing: 0 },
      reason: 'confirmed red at base',
    });
    stage.pass('B');
    stage.land('remediation:1');
    expect(stage.state().infrastructure).toMatchObject({ confirmed: [], accepted: [] });
    expect(stage.running()).toEqual(['B validate', 'A audit', 'D develop']);
    expect(stage.events('ticket_routed').at(-1)).toMatchObject({
      ticket: 'A',
      stage: 'audit',
      because: 'infrastructure restored',
    });
    expect(stage.job('A').evidence.reviewed).toBe(stage.job('A').commit);
  });

  test('REMEDY-01 a confirmed INFRA_BLOCKED sends the developer back to the same attempt', () => {
    const stage = direct(two);
    stage.answer('A', 'developer_blocked');
    stage.pass('A');
    expect(stage.job('A')).toMatchObject({ stage: 'develop', attempt: 0, blocked: 'infrastructure' });
    stage.land('remediation:1');
    expect(stage.job('A')).toMatchObject({ status: 'executing', attempt: 0 });
  });

  test('REMEDY-01 an audit pass whose evidence could not be checked is checked again afterwards', () => {
    const stage = direct(two);
    stage.drive('A', 'confirm');
    stage.answer('A', 'claim_unchecked', { because: 'no runner' });
    expect(stage.job('A')).toMatchObject({ stage: 'confirm', claim: 'audit_pass', reason: 'no runner' });
    stage.land('remediation:1');
    expect(stage.events('claim_check_started').map((event) => event.claim)).toEqual([
      'audit_pass',
      'audit_pass',
    ]);
  });

  test('REMEDY-01 a landing whose gate broke gives the lander back and starts with a new merge', () => {
    const stage = direct(two);
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { tree: 'another' });
    stage.answer('A', 'landing_gate_broken', { because: 'no runner' });
    expect(stage.job('A')).toMatchObject({ stage: 'merge', candidate: null, blocked: 'infrastructure' });
    expect(stage.state().chain.links).toEqual([]);
    stage.land('remediation:1');
    expect(stage.running()).toContain('A merge');
  });

  test('REMEDY-01 a ticket that breaks again and again goes to a person', () => {
    const stage = direct(two, { maxInfrastructureReturns: 1 });
    stage.pass('A');
    stage.answer('A', 'validation_broken');
    stage.land('remediation:1');
    stage.answer('A', 'validation_broken');
    expect(stage.job('A').question).toMatchObject({
      reason: 'infrastructure',
      options: ['retry', 'manual', 'fail'],
    });
    stage.decide('A', 'retry');
    expect(stage.running()).toContain('A validate');
    expect(stage.job('A').attempt).toBe(0);
  });
});

describe('remediation', () => {
  test('REMEDY-02 it is validated, reviewed and landed like a ticket, without an acceptance audit', () => {
    const stage = broken();
    const seen: string[] = [];
    while (stage.job('remediation:1').status !== 'completed') {
      seen.push(String(stage.job('remediation:1').stage));
      stage.pass('remediation:1');
    }
    expect(seen).toEqual(['develop', 'validate', 'review', 'merge', 'land']);
    expect(stage.events('remediation_dispatched')).toHaveLength(1);
  });

  test('REMEDY-02 where there was nothing to land, green checks are enough', () => {
    const stage = broken();
    stage.drive('remediation:1', 'validate');
    stage.answer('remediation:1', 'validation_passed', { changed: false });
    expect(stage.events('remediation_complete')).toMatchObject([{ ticket: 'remediation:1' }]);
    expect(stage.status('remediation:1')).toBe('completed');
    expect(stage.state().infrastructure).toEqual({
      blocked: false,
      because: '',
      doubt: null,
      remediation: -1,
      overridden: false,
      confirmed: [],
      accepted: [],
    });
  });

  test('REMEDY-01 it has three attempts, whatever went wrong, then a person chooses retry, override or halt', () => {
    const stage = broken();
    stage.drive('remediation:1', 'review');
    stage.answer('remediation:1', 'critic_fail');
    stage.drive('remediation:1', 'validate');
    stage.answer('remediation:1', 'validation_failed');
    expect(stage.job('remediation:1').attempt).toBe(2);
    stage.drive('remediation:1', 'validate');
    stage.answer('remediation:1', 'validation_broken');
    expect(stage.job('remediation:1')).toMatchObject({
      status: 'escalated',
      question: { reason: 'attempt_limit', options: ['retry', 'override', 'halt'] },
    });
    stage.decide('remediation:1', 'retry');
    expect(stage.running()).toContain('remediation:1 develop');
  });

  test.each([
    ['developer_blocked', {}],
    ['developer_question', {}],
  ] as const)('REMEDY-01 %s %o from the remediator is simply a failed attempt', (type, more) => {
    const stage = broken();
    stage.answer('remediation:1', type, more);
    expect(stage.job('remediation:1')).toMatchObject({ attempt: 1, failures: { incomplete: 1 } });
  });

  test.each([
    { blocker: 'other' },
    { blocker: 'dependency', on: 'B' },
    { blocker: 'infrastructure' },
  ] as const)(
    'REMEDY-01 a remediator that cannot repair it (%o) is not sent again: a person is asked',
    (more) => {
      const stage = broken();
      stage.answer('remediation:1', 'developer_incomplete', more);
      expect(stage.job('remediation:1')).toMatchObject({
        status: 'escalated',
        attempt: 0,
        question: { reason: 'not_repairable', options: ['retry', 'override', 'halt'] },
      });
    },
  );

  test('REMEDY-01 override lets everybody go on, and is recorded', () => {
    const stage = broken({ remediationAttempts: 1 });
    stage.answer('remediation:1', 'developer_incomplete');
    stage.decide('remediation:1', 'override');
    expect(stage.events('infrastructure_restored')).toMatchObject([{ attempts: 1, by: 'override' }]);
    expect(stage.state().infrastructure).toMatchObject({ blocked: false, overridden: true });
    expect(stage.state().infrastructure.accepted).toHaveLength(1);
    expect(stage.running()).toContain('A audit');
  });

  test('REMEDY-01 halt lets what runs come to its end and starts nothing', () => {
    const stage = broken({ remediationAttempts: 1 });
    stage.answer('remediation:1', 'developer_incomplete');
    stage.decide('remediation:1', 'halt', 'call it a day');
    expect(stage.events('run_halted')).toMatchObject([{ by: 'somebody', because: 'call it a day' }]);
    expect(stage.events('workflow_failed')).toMatchObject([{ reason: 'halted' }]);
    expect(stage.running()).toEqual(['B develop']);
    stage.pass('B');
    expect(stage.state()).toMatchObject({
      phase: 'ended',
      status: 'partial',
      halted: { why: 'call it a day' },
    });
  });

  test('REMEDY-01 a run that is resumed after a halt begins a new remediation', () => {
    const stage = broken({ remediationAttempts: 1 });
    stage.answer('remediation:1', 'developer_incomplete');
    stage.decide('remediation:1', 'halt');
    stage.pass('B');
    stage.record({ type: 'run_resumed', v: 1 });
    expect(stage.running()).toEqual(['remediation:2 develop']);
    expect(stage.state().halted).toBeNull();
  });
});
