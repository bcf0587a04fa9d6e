import { describe, expect, test } from 'vitest';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import type { RepairDoubt } from '../model/events.ts';
import type { Director } from '../../test/support/director.ts';

const two = { tickets: ['A', 'B'] };
const doubt: RepairDoubt = {
  reason: 'tool_missing',
  because: 'A program is missing.\nunit: jest: not found',
};

describe('a base that most likely no agent can repair', () => {
  const unready = (): Director => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'], doubt });
    return stage;
  };

  test('REAL-03 a person is asked, with reason and output, before any agent is sent', () => {
    const stage = unready();
    expect(stage.events('ticket_escalated')).toMatchObject([
      {
        ticket: 'baseline',
        kind: null,
        reason: 'base_tool_missing',
        options: ['retry', 'repair', 'override', 'halt'],
        because: doubt.because,
      },
    ]);
    expect(stage.events('remediation_opened')).toEqual([]);
    expect(stage.running()).toEqual([]);
  });

  test.each([
    ['retry', ['baseline baseline'], 0],
    ['repair', ['remediation:1 develop'], 1],
    ['override', ['A develop', 'B develop'], 0],
    ['halt', [], 0],
  ] as const)('REAL-03 after %s, %j', (choice, running, opened) => {
    const stage = unready();
    stage.decide('baseline', choice, 'because');
    expect(stage.running()).toEqual(running);
    expect(stage.events('remediation_opened')).toHaveLength(opened);
    expect(stage.job('baseline').answer).toBeNull();
  });

  test('REAL-03 the remediator is told what the person was told, and their words', () => {
    const stage = unready();
    stage.decide('baseline', 'repair', 'use the vendored runner');
    expect(stage.state().infrastructure.because).toContain('use the vendored runner');
    expect(stage.state().infrastructure.because).toContain('jest: not found');
  });

  test('REAL-03 a repair that did not help is asked about again, and only so often', () => {
    const stage = unready();
    for (let nth = 1; nth <= 3; nth++) {
      expect(stage.job('baseline').question?.options).toContain('repair');
      stage.decide('baseline', 'repair');
      stage.answer(`remediation:${nth}`, 'developer_ready_for_review');
      stage.answer(`remediation:${nth}`, 'validation_passed', { changed: false });
      stage.answer('baseline', 'baseline_measured', { red: ['unit'], doubt });
    }
    expect(stage.job('baseline').question?.options).toEqual(['retry', 'override', 'halt']);
  });

  test('REAL-03 checks that are red for ordinary reasons are repaired without asking', () => {
    const stage = directUnmeasured(two);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    expect(stage.running()).toEqual(['remediation:1 develop']);
  });
});

describe('a break under way that most likely no agent can repair', () => {
  test.each([
    ['validate', 'validation_broken'],
    ['gate', 'landing_gate_broken'],
    ['confirm', 'claim_unchecked'],
  ] as const)('REAL-03 in %s it is run once more, then a person is asked', (where, type) => {
    const stage = direct({ tickets: ['A'] });
    while (stage.job('A').stage !== where) {
      if (stage.job('A').stage === 'merge') stage.answer('A', 'merged', { tree: 'another' });
      else stage.pass('A');
    }
    stage.answer('A', type, { doubt });
    expect(stage.running()).toEqual([`A ${where}`]);
    expect(stage.events('infrastructure_blocked')).toEqual([]);
    stage.answer('A', type, { doubt });
    expect(stage.running()).toEqual([]);
    expect(stage.job('remediation:1').question).toMatchObject({
      reason: 'base_tool_missing',
      options: ['retry', 'repair', 'override', 'halt'],
    });
    expect(stage.job('A').attempt).toBe(0);
  });

  const asked = (): Director => {
    const stage = direct({ tickets: ['A'] });
    stage.answer('A', 'developer_blocked');
    stage.answer('A', 'claim_confirmed', { doubt });
    expect(stage.running()).toEqual([]);
    return stage;
  };

  test.each([
    ['retry', ['A develop'], 'failed'],
    ['repair', ['remediation:1 develop'], 'executing'],
    ['override', ['A develop'], 'failed'],
    ['halt', [], 'failed'],
  ] as const)('REAL-03 after %s, %j', (choice, running, status) => {
    const stage = asked();
    stage.decide('remediation:1', choice, 'because');
    expect(stage.running()).toEqual(running);
    expect(stage.status('remediation:1')).toBe(status);
    expect(stage.job('A')).toMatchObject({ attempt: 0 });
  });

  test('REAL-03 a retry that finds the same asks again: nobody has agreed yet', () => {
    const stage = asked();
    stage.decide('remediation:1', 'retry');
    expect(stage.events('infrastructure_restored')).toMatchObject([{ attempts: 0, by: 'person' }]);
    stage.answer('A', 'developer_blocked');
    stage.answer('A', 'claim_confirmed', { doubt });
    expect(stage.job('remediation:2').question?.reason).toBe('base_tool_missing');
    expect(stage.events('remediation_dispatched')).toEqual([]);
  });
});

describe('a claim of the auditor that does not hold', () => {
  const refute = (stage: Director, claim: 'audit_pass' | 'audit_blocked'): void => {
    if (claim === 'audit_pass') stage.pass('A');
    else stage.answer('A', 'auditor_blocked');
    stage.answer('A', 'claim_refuted', { fault: 'claim', because: 'green at base' });
  };

  test.each(['audit_blocked', 'audit_pass'] as const)(
    'REAL-05 %s: a fresh auditor is sent, then a person is asked; the developer pays nothing',
    (claim) => {
      const stage = direct({ tickets: ['A'] });
      stage.drive('A', 'audit');
      refute(stage, claim);
      expect(stage.running()).toEqual(['A audit']);
      expect(stage.events('auditor_dispatched').at(-1)).toMatchObject({ try: 1, attempt: 0 });
      refute(stage, claim);
      expect(stage.job('A')).toMatchObject({
        status: 'escalated',
        attempt: 0,
        failures: { audit: 0, incomplete: 0 },
        question: { reason: 'refuted_audit', options: ['retry', 'accept', 'manual', 'fail'] },
      });
      expect(stage.events('ticket_sent_back')).toEqual([]);
    },
  );

  test('REAL-05 a fresh auditor who passes is believed after his evidence was run', () => {
    const stage = direct({ tickets: ['A'] });
    stage.drive('A', 'audit');
    refute(stage, 'audit_blocked');
    stage.land('A');
    expect(stage.events('developer_dispatched')).toHaveLength(1);
  });

  test('REAL-05 a person’s retry is another auditor, and the next mistake is asked about at once', () => {
    const stage = direct({ tickets: ['A'] });
    stage.drive('A', 'audit');
    refute(stage, 'audit_blocked');
    refute(stage, 'audit_pass');
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual(['A audit']);
    refute(stage, 'audit_pass');
    expect(stage.job('A').question?.reason).toBe('refuted_audit');
  });

  test('REAL-05 mistakes about an earlier delivery do not count against the auditor of the next', () => {
    const stage = direct({ tickets: ['A'] });
    stage.drive('A', 'audit');
    refute(stage, 'audit_blocked');
    stage.answer('A', 'auditor_fail');
    stage.drive('A', 'audit');
    expect(stage.job('A').evidence.refuted).toBe(0);
    refute(stage, 'audit_blocked');
    expect(stage.running()).toEqual(['A audit']);
  });

  test('REAL-05 a command of the epic that fails on the work is the developer’s', () => {
    const stage = direct({ tickets: ['A'] });
    stage.drive('A', 'confirm');
    stage.answer('A', 'claim_refuted', { fault: 'work' });
    expect(stage.job('A')).toMatchObject({ attempt: 1, failures: { audit: 1 } });
  });
});
