import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';

const one = { tickets: ['A'] };

function retries(stage: Director): string[] {
  return stage.events('agent_retried').map((event) => event.how);
}

describe('an answer that is none', () => {
  test.each(['develop', 'review', 'audit'] as const)(
    'SIGNAL-04 FLOW-11 an unclear answer in %s is asked for three times at most, then a person; it is never a pass',
    (where) => {
      const stage = direct(one, { waitForPeople: true });
      stage.drive('A', where);
      for (let nth = 0; nth < 3; nth++) {
        expect(stage.running()).toEqual([`A ${where}`]);
        stage.answer('A', 'agent_unclear');
      }
      expect(retries(stage)).toEqual(['clarification', 'clarification']);
      expect(stage.status('A')).toBe('escalated');
      expect(stage.job('A').question?.reason).toBe('unreadable_answer');
      expect(stage.job('A').reason).toBe(
        `no answer of the ${where} stage could be read, asked 3 times (see gauntlet logs A): so it is`,
      );
      expect(stage.job('A')).toMatchObject({ attempt: 0, failures: { review: 0, audit: 0, incomplete: 0 } });
    },
  );

  test('SIGNAL-04 the assignment says which try and which clarification it is', () => {
    const stage = direct(one);
    for (const type of ['agent_unclear', 'agent_failed', 'agent_unclear'] as const) stage.answer('A', type);
    expect(stage.events('developer_dispatched').map((event) => [event.try, event.clarification])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(stage.events('agent_retried').map((event) => event.because)).toEqual([
      'so it is',
      'the agent failed (crash): so it is',
      'so it is',
    ]);
  });

  test('SIGNAL-04 a clear answer after a clarification counts as if it had come at once', () => {
    const stage = direct(one);
    stage.answer('A', 'agent_unclear');
    stage.pass('A');
    expect(stage.status('A')).toBe('validating');
  });

  test('FLOW-11 a judgement of another commit is no judgement, neither pass nor fail', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'critic_pass', { commit: 'another' });
    expect(stage.running()).toEqual(['A review']);
    stage.answer('A', 'critic_fail', { commit: 'another' });
    expect(retries(stage)).toEqual(['fresh', 'fresh']);
    stage.answer('A', 'critic_pass', { commit: 'another' });
    expect(stage.status('A')).toBe('escalated');
    expect(stage.job('A').evidence.reviewed).toBeNull();
  });

  test.each(['auditor_pass', 'auditor_fail', 'auditor_blocked'] as const)(
    'FLOW-11 %s about another commit is asked for again',
    (type) => {
      const stage = direct(one);
      stage.drive('A', 'audit');
      stage.answer('A', type, { commit: 'another' });
      expect(retries(stage)).toEqual(['fresh']);
      expect(stage.running()).toEqual(['A audit']);
    },
  );

  test.each(['validation_passed', 'validation_failed'] as const)(
    'FLOW-11 %s about another commit proves nothing',
    (type) => {
      const stage = direct(one);
      stage.drive('A', 'validate');
      stage.answer('A', type, { commit: 'another' });
      expect(stage.job('A').evidence.validated).toBeNull();
      expect(stage.running()).toEqual(['A validate']);
    },
  );
});

describe('agent trouble', () => {
  test.each(['timeout', 'stall', 'crash', 'refused', 'cap', 'context_full', 'void'] as const)(
    'RECOVER-02 %s is tried afresh twice, then nobody is available; no attempt is used up',
    (trouble) => {
      const stage = direct(one);
      for (let nth = 0; nth < 3; nth++) stage.answer('A', 'agent_failed', { trouble });
      expect(retries(stage)).toEqual(['fresh', 'fresh']);
      expect(stage.events('developer_dispatched').map((event) => event.try)).toEqual([0, 1, 2]);
      expect(stage.status('A')).toBe('escalated');
      expect(stage.job('A')).toMatchObject({
        attempt: 0,
        failures: { review: 0, audit: 0, validation: 0, incomplete: 0, landing: 0 },
        question: { reason: 'agent_unavailable', options: ['retry', 'manual', 'fail'] },
      });
    },
  );

  test('RECOVER-02 a login that failed is not tried again', () => {
    const stage = direct(one);
    stage.answer('A', 'agent_failed', { trouble: 'authentication' });
    expect(retries(stage)).toEqual([]);
    expect(stage.status('A')).toBe('escalated');
  });

  test('RECOVER-02 the tries of a rework start anew', () => {
    const stage = direct(one);
    stage.answer('A', 'agent_failed');
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.answer('A', 'agent_failed');
    stage.answer('A', 'agent_failed');
    expect(stage.running()).toEqual(['A develop']);
    expect(stage.events('developer_rework_dispatched').map((event) => event.try)).toEqual([0, 1, 2]);
  });

  test('RECOVER-02 with a policy of no further tries the first trouble is the last', () => {
    const stage = direct(one, { agentTries: 0, clarifications: 0 });
    stage.answer('A', 'agent_unclear');
    expect(stage.status('A')).toBe('escalated');
  });

  test('RECOVER-02 trouble of one critic leaves the others alone', () => {
    const stage = direct({ tickets: [{ id: 'A', critics: 2 }] });
    stage.drive('A', 'review');
    stage.answer('A#0', 'agent_failed');
    expect(stage.running()).toEqual(['A review#1', 'A review#0']);
    expect(stage.job('A').seats.map((seat) => seat.tries)).toEqual([1, 0]);
  });
});

describe('a usage limit', () => {
  test('RECOVER-02 parks the developer until the reset without place, try or attempt', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxParallel: 1 });
    stage.answer('A', 'agent_limited', { until: 5000 });
    expect(stage.status('A')).toBe('blocked: limit');
    expect(stage.events('wait_started')).toMatchObject([
      { ticket: 'A', stage: 'develop', seat: 0, until: 5000, reserved: { usd: 0, tokens: 0 }, claim: null },
    ]);
    expect(stage.running()).toEqual(['B develop']);
    stage.pass('B');
    stage.answer('A', 'wait_over');
    expect(stage.job('A')).toMatchObject({ status: 'executing', blocked: null, attempt: 0 });
    expect(stage.job('A').seats[0]).toMatchObject({ tries: 0, parks: 1, state: 'running' });
  });

  test('RECOVER-02 without a reset time it waits as long as the policy says', () => {
    const stage = direct(one, { parkMs: 700 });
    stage.later(1000);
    stage.answer('A', 'agent_limited');
    expect(stage.events('wait_started')).toMatchObject([{ until: 1700, because: 'usage limit' }]);
  });

  test('RECOVER-02 a parked judge keeps its ticket in review, and its time is not counted', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'agent_limited', { until: 9000 });
    expect(stage.status('A')).toBe('reviewing');
    expect(stage.state().busy.judges).toBe(0);
    stage.later(9000);
    stage.answer('A', 'wait_over');
    expect(stage.job('A').busy).toBe(0);
    expect(stage.running()).toEqual(['A review']);
  });

  test('RECOVER-02 a rework that was parked is a rework again', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxParallel: 1 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.pass('B');
    stage.answer('A', 'agent_limited');
    stage.answer('B', 'validation_failed');
    stage.answer('A', 'wait_over');
    expect(stage.status('A')).toBe('needs_revision');
  });

  test('RECOVER-02 a limit that never ends counts as nobody available', () => {
    const stage = direct(one, { maxParks: 2 });
    for (let nth = 0; nth < 2; nth++) {
      stage.answer('A', 'agent_limited');
      stage.answer('A', 'wait_over');
    }
    stage.answer('A', 'agent_limited');
    expect(stage.events('seat_given_up')).toMatchObject([
      { because: 'still rate-limited after waiting 2 times' },
    ]);
    expect(stage.job('A').question?.reason).toBe('agent_unavailable');
  });
});

describe('a pass without scores', () => {
  const unscored = { lacks: 'scores', because: 'code_quality was not scored' } as const;

  test('FOUND-02 003#5 the critic is asked for the scores once, in the same conversation, and its verdict counts', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'agent_unclear', unscored);
    expect(retries(stage)).toEqual(['scores']);
    expect(stage.events('critic_dispatched').at(-1)).toMatchObject({ try: 0, clarification: 1 });
    stage.pass('A');
    expect(stage.status('A')).toBe('auditing');
  });

  test('FOUND-02 003#5 the second time a person is asked; it is neither a pass nor an attempt', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'agent_unclear');
    stage.answer('A', 'agent_unclear', unscored);
    stage.answer('A', 'agent_unclear', unscored);
    expect(retries(stage)).toEqual(['clarification', 'scores']);
    expect(stage.events('seat_given_up')).toMatchObject([
      { because: 'the critic passed the work without scores\ncode_quality was not scored' },
    ]);
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      attempt: 0,
      failures: { review: 0 },
      question: { reason: 'unscored_review', options: ['retry', 'accept', 'manual', 'fail'] },
    });
  });
});

describe('findings that hold on to nothing', () => {
  test('REWORK-10 a fresh critic is asked once, and its verdict counts', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'critic_ungrounded');
    expect(stage.events('agent_retried')).toMatchObject([
      { how: 'second_opinion', because: 'none of its findings could be tied to the code' },
    ]);
    expect(stage.running()).toEqual(['A review']);
    stage.pass('A');
    expect(stage.status('A')).toBe('auditing');
  });

  test('REWORK-10 the second time a person is asked; it is neither a pass nor an attempt', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'critic_ungrounded');
    stage.answer('A', 'critic_ungrounded');
    expect(stage.events('seat_given_up')).toMatchObject([
      { because: 'two critics in a row reported no finding that could be tied to the code' },
    ]);
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      attempt: 0,
      failures: { review: 0 },
      question: { reason: 'ungrounded_review', options: ['retry', 'accept', 'manual', 'fail'] },
    });
  });

  test('REWORK-10 one more round after that asks the critics again, not the developer', () => {
    const stage = direct({ tickets: [{ id: 'A', critics: 2 }] });
    stage.drive('A', 'review');
    stage.pass('A#1');
    stage.answer('A#0', 'critic_ungrounded');
    stage.answer('A#0', 'critic_ungrounded');
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual(['A review#0', 'A review#1']);
    expect(stage.job('A')).toMatchObject({ attempt: 0, grants: 0, repeats: 1 });
  });

  test('REWORK-10 the second critic has tries and clarifications of its own', () => {
    const stage = direct(one);
    stage.drive('A', 'review');
    stage.answer('A', 'agent_failed');
    stage.answer('A', 'agent_unclear');
    stage.answer('A', 'critic_ungrounded');
    expect(stage.job('A').seats[0]).toMatchObject({ tries: 0, clarifications: 0, secondOpinions: 1 });
  });
});
