import { describe, expect, test } from 'vitest';
import type { Stage } from '../model/events.ts';
import { acceptedIn } from '../state/index.ts';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import type { Policy } from './policy.ts';

const one = { tickets: ['A'] };
const each = (usd: number): Policy['estimates'] => {
  const cost = { usd, tokens: 0 };
  return { developer: cost, critic: cost, auditor: cost, reviewer: cost, fixer: cost, remediator: cost };
};

function sendTo(stage: Director, wanted: Stage): void {
  stage.record({
    type: 'ticket_routed',
    v: 1,
    ticket: 'A',
    stage: wanted,
    seats: 1,
    claim: null,
    because: '',
  });
}

describe('the last look before anything lands', () => {
  test.each([
    ['validate', 'no check has passed'],
    ['review', 'no critic has passed'],
    ['audit', 'no audit has been confirmed'],
  ] as const)('DISPATCH-07 whoever comes to the lander from %s, where %s, is turned away', (from, _why) => {
    const stage = direct(one);
    stage.drive('A', from);
    sendTo(stage, 'merge');
    stage.pass('A');
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      candidate: null,
      question: { reason: 'agent_unavailable' },
    });
    expect(stage.events('landing_started')).toEqual([]);
    expect(stage.state().chain.links).toEqual([]);
  });

  test('DISPATCH-07 an acceptance lets work past its judges, never past its checks', () => {
    const stage = direct(one, { maxRevisions: 0 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.decide('A', 'accept');
    stage.answer('A', 'merged', { tree: 'another' });
    expect(stage.running()).toEqual(['A gate']);
    stage.answer('A', 'landing_gate_failed');
    expect(stage.job('A')).toMatchObject({ status: 'executing', failures: { landing: 1 } });
    expect(stage.job('A').evidence.accepted).toBeNull();
  });
});

describe('nobody there', () => {
  test.each(['develop', 'validate', 'review', 'audit', 'confirm', 'merge', 'gate', 'land'] as const)(
    'RECOVER-02 REAL-04 in %s it ends with a person, never with a pass, and the lander is free',
    (where) => {
      const stage = direct(one);
      while (stage.job('A').stage !== where) {
        if (stage.job('A').stage === 'merge') stage.answer('A', 'merged', { tree: 'another' });
        else stage.pass('A');
      }
      stage.answer('A', 'agent_failed', { trouble: 'authentication' });
      expect(stage.job('A')).toMatchObject({
        status: 'escalated',
        attempt: 0,
        question: { reason: 'agent_unavailable' },
        reason: `no usable answer in ${where} stage: the agent failed (authentication): so it is`,
      });
      expect(stage.state()).toMatchObject({ chain: { links: [] }, running: 0 });
      stage.decide('A', 'retry', 'try again');
      const again = ['merge', 'gate', 'land'].includes(where) ? 'merge' : where;
      expect(stage.running()).toEqual([`A ${again}`]);
    },
  );

  test('LOOP-06 the same may be tried again five times, whatever rounds are left', () => {
    const stage = direct(one, { hardCapRounds: 5 });
    for (let nth = 0; nth < 5; nth++) {
      stage.answer('A', 'agent_failed', { trouble: 'authentication' });
      expect(stage.job('A')).toMatchObject({
        repeats: nth,
        question: { options: ['retry', 'manual', 'fail'] },
      });
      stage.decide('A', 'retry');
    }
    stage.answer('A', 'agent_failed', { trouble: 'authentication' });
    expect(stage.job('A').question?.options).toEqual(['manual', 'fail']);
    expect(stage.job('A').grants).toBe(0);
  });

  test('LOOP-06 where no more rounds are left, the same may still be tried again', () => {
    const stage = direct(one, { maxRevisions: 0, hardCapRounds: 2 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.decide('A', 'retry');
    stage.answer('A', 'agent_failed', { trouble: 'authentication' });
    expect(stage.job('A').question?.options).toContain('retry');
    stage.decide('A', 'retry');
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    expect(stage.job('A').question?.options).toEqual(['accept', 'manual', 'fail']);
  });

  test('REWORK-10 one critic of two without ground is enough to ask about ground', () => {
    const stage = direct({ tickets: [{ id: 'A', critics: 2 }] });
    stage.drive('A', 'review');
    stage.pass('A#1');
    stage.answer('A#0', 'critic_ungrounded');
    stage.answer('A#0', 'critic_ungrounded');
    expect(stage.job('A').question?.reason).toBe('ungrounded_review');
  });
});

describe('bounds', () => {
  test('REWORK-08 a granted round brings one more landing', () => {
    const stage = direct(one, { maxRevisions: 0, maxLandingRetries: 1 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.decide('A', 'retry');
    for (const landing of [1, 2]) {
      stage.drive('A', 'merge');
      stage.answer('A', 'merge_conflict');
      expect(stage.job('A')).toMatchObject({ status: 'executing', failures: { landing } });
    }
    stage.drive('A', 'merge');
    stage.answer('A', 'merge_conflict');
    expect(stage.job('A').question?.reason).toBe('landing_retry_limit');
  });

  test('TEAM-16 checks cost nothing and go on when more was spent than allowed', () => {
    const used = { usd: 1.5, tokens: 0 };
    const run = direct(one, { estimates: each(1), budget: { usd: 1, tokens: null } });
    run.answer('A', 'developer_ready_for_review', { used });
    expect(run.running()).toEqual(['A validate']);
    const ticket = direct(one, { estimates: each(1), ticketBudget: { usd: 1, tokens: null } });
    ticket.answer('A', 'developer_ready_for_review', { used });
    expect(ticket.running()).toEqual(['A validate']);
  });

  test('TEAM-16 the last critic that cannot be paid is the ticket’s budget, not an agent’s silence', () => {
    const stage = direct(
      { tickets: [{ id: 'A', critics: 3 }] },
      { estimates: each(1), maxAgents: 1, ticketBudget: { usd: 2, tokens: null } },
    );
    stage.drive('A', 'review');
    for (let nth = 0; nth < 2; nth++) stage.answer('A', 'critic_pass', { used: { usd: 1, tokens: 0 } });
    expect(stage.job('A').question?.reason).toBe('ticket_budget');
    expect(stage.events('seat_given_up')).toEqual([]);
  });

  test('REWORK-06 a run with a failed milestone audit is not completed, whatever has landed', () => {
    const sketch = { tickets: [{ id: 'A', milestone: 'm' }], milestones: [{ id: 'm' }] };
    const stage = direct(sketch, { auditors: 1 });
    stage.land('A');
    stage.drive('audit:m', 'score');
    stage.answer('audit:m', 'audit_scored', { move: 'stop' });
    stage.decide('audit:m', 'fail');
    stage.land('audit:run');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'partial' });
  });
});

describe('a halted run', () => {
  const halt = { type: 'run_halted', v: 1, by: 'somebody', because: 'lunch' } as const;

  test('REMEDY-01 lets what runs come to its end and begins neither audit nor remediation', () => {
    const landing = direct(one, { auditors: 1 });
    landing.drive('A', 'land');
    landing.record(halt);
    landing.pass('A');
    expect(landing.state()).toMatchObject({ phase: 'ended', status: 'partial' });
    expect(landing.events('survey_started')).toEqual([]);
    landing.record({ type: 'run_resumed', v: 1 });
    expect(landing.running()).toEqual(['audit:run survey']);
    const broken = direct(one);
    broken.pass('A');
    broken.record(halt);
    broken.answer('A', 'validation_broken');
    expect(broken.events('remediation_opened')).toEqual([]);
    broken.record({ type: 'run_resumed', v: 1 });
    expect(broken.running()).toEqual(['remediation:1 develop']);
  });
});

describe('while the infrastructure is known to be broken', () => {
  /** B found it out; A is still at work. */
  function known(where: Stage): Director {
    const stage = direct({ tickets: ['A', 'B'] }, { maxVerify: 2 });
    stage.drive('A', where);
    stage.pass('B');
    stage.answer('B', 'validation_broken');
    return stage;
  }

  test('FLOW-12 who claims it is believed without a check, and the reason is theirs', () => {
    const developer = known('develop');
    developer.answer('A', 'developer_blocked', { because: 'no runner' });
    expect(developer.job('A')).toMatchObject({
      blocked: 'infrastructure',
      stage: 'develop',
      reason: 'no runner',
    });
    const auditor = known('audit');
    auditor.answer('A', 'auditor_blocked', { because: 'no database' });
    expect(auditor.job('A')).toMatchObject({
      blocked: 'infrastructure',
      stage: 'audit',
      reason: 'no database',
    });
    for (const stage of [developer, auditor]) expect(stage.events('claim_check_started')).toEqual([]);
  });

  test('REMEDY-01 red checks are run again afterwards, and say why they waited', () => {
    const checks = known('validate');
    checks.answer('A', 'validation_failed');
    expect(checks.job('A')).toMatchObject({
      blocked: 'infrastructure',
      attempt: 0,
      reason: 'its checks fail',
    });
    const sound = direct(one);
    sound.pass('A');
    sound.answer('A', 'validation_failed');
    expect(sound.job('A')).toMatchObject({ attempt: 1, reason: 'its checks fail' });
  });

  test('REMEDY-01 whoever is about to land waits for the repair', () => {
    const stage = known('merge');
    stage.answer('A', 'merged', { tree: 'another' });
    expect(stage.job('A')).toMatchObject({
      blocked: 'infrastructure',
      stage: 'merge',
      candidate: null,
      reason: 'checks cannot pass at base',
    });
    expect(stage.state().chain.links).toEqual([]);
  });

  test('REMEDY-02 the remediation’s own red checks count against it', () => {
    const stage = directUnmeasured(one);
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    stage.drive('remediation:1', 'validate');
    stage.answer('remediation:1', 'validation_failed');
    expect(stage.job('remediation:1')).toMatchObject({ attempt: 1, failures: { validation: 1 } });
  });
});

test('FLOW-04 a decision without a reason of its own says nothing', () => {
  const stage = direct(one);
  stage.pass('A');
  expect(stage.events('ticket_routed').at(-1)).toEqual({
    type: 'ticket_routed',
    v: 1,
    seq: stage.journal.length - 1,
    at: 0,
    ticket: 'A',
    stage: 'validate',
    seats: 1,
    claim: null,
    because: '',
  });
});

describe('the last look before a run passes', () => {
  const spared = { spared: ['docs'] };

  function landed(more: { readonly spared?: readonly string[] }): Director {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.land('A');
    stage.drive('B', 'merge');
    stage.answer('B', 'merged', { tree: 'another' });
    stage.answer('B', 'landing_gate_passed', { tree: 'another', ...more });
    stage.pass('B');
    return stage;
  }

  test('EVID-07 a merge that is not gated again rests on what its validation spared', () => {
    const stage = direct(one);
    stage.drive('A', 'validate');
    stage.answer('A', 'validation_passed', spared);
    stage.land('A');
    expect(stage.running()).toEqual(['tip:1 baseline']);
  });

  test('EVID-07 a check that the last landing spared runs on the final tip before the run passes', () => {
    const stage = landed(spared);
    expect(stage.running()).toEqual(['tip:1 baseline']);
    expect(stage.events('tip_check_opened')).toMatchObject([{ ticket: 'tip:1', checks: ['docs'] }]);
    expect(stage.events('run_ended')).toEqual([]);
    stage.pass('tip:1');
    expect(stage.events('run_ended')).toMatchObject([{ status: 'completed' }]);
  });

  test('EVID-07 where every check ran on the final tip nothing runs again', () => {
    const stage = landed({});
    expect(stage.events('tip_check_opened')).toEqual([]);
    expect(stage.events('run_ended')).toMatchObject([{ status: 'completed' }]);
  });

  test('EVID-07 a red final tip is repaired like a red base, and checked again', () => {
    const stage = landed(spared);
    stage.answer('tip:1', 'baseline_measured', { red: ['docs'] });
    expect(stage.running()).toEqual(['remediation:1 develop']);
    expect(stage.state().infrastructure.because).toBe('red on the final tip: docs');
    stage.land('remediation:1');
    expect(stage.running()).toEqual(['tip:1 baseline']);
    stage.pass('tip:1');
    expect(stage.events('run_ended')).toMatchObject([{ status: 'completed' }]);
    expect(stage.state().atBase.red).toEqual([]);
  });

  test('EVID-07 a person who accepts a red final tip is named with the verdict', () => {
    const doubt = { reason: 'all_red', because: 'nothing passes' } as const;
    const stage = landed(spared);
    stage.answer('tip:1', 'baseline_measured', { red: ['docs'], doubt });
    expect(stage.job('tip:1').question?.options).toContain('override');
    stage.decide('tip:1', 'override', 'the docs come later');
    expect(stage.events('run_ended')).toMatchObject([{ status: 'completed' }]);
    expect(acceptedIn(stage.state())).toEqual([
      { job: 'tip:1', by: 'somebody', because: 'somebody: the docs come later' },
    ]);
  });

  test('EVID-07 a person who overrides a repair of the final tip accepts exactly that tip', () => {
    const stage = landed(spared);
    stage.answer('tip:1', 'baseline_measured', { red: ['docs'] });
    while (stage.job('remediation:1').question === null)
      stage.answer('remediation:1', 'agent_failed', { trouble: 'refused', because: 'no' });
    stage.decide('remediation:1', 'override', 'known');
    expect(stage.job('tip:1')).toMatchObject({
      status: 'completed',
      evidence: { accepted: { by: 'somebody', why: 'known' } },
    });
    expect(stage.events('run_ended')).toMatchObject([{ status: 'completed' }]);
  });
});
