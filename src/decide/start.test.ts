import { describe, expect, test } from 'vitest';
import type { Spend } from '../model/usage.ts';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import { defaultPolicy } from './policy.ts';
import type { Policy } from './policy.ts';

const one = { tickets: ['A'] };
const each = (usd: number, tokens = 0): Policy['estimates'] => {
  const cost: Spend = { usd, tokens };
  return { developer: cost, critic: cost, auditor: cost, reviewer: cost, fixer: cost, remediator: cost };
};
const upTo = (usd: number | null, tokens: number | null = null) => ({ usd, tokens });

describe('a budget', () => {
  test('TEAM-16 every agent is paid for before it is sent, by its role', () => {
    const estimates: Policy['estimates'] = {
      developer: { usd: 1, tokens: 10 },
      critic: { usd: 2, tokens: 20 },
      auditor: { usd: 3, tokens: 30 },
      reviewer: { usd: 4, tokens: 40 },
      fixer: { usd: 5, tokens: 50 },
      remediator: { usd: 6, tokens: 60 },
    };
    const stage = directUnmeasured(one, { estimates, auditors: 1 });
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    stage.land('remediation:1');
    stage.pass('baseline');
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { tree: 'another' });
    stage.land('A');
    stage.answer('audit:run', 'survey_done', { recover: true });
    stage.drive('audit:run', 'score');
    stage.answer('audit:run', 'audit_scored', { move: 'fix', groups: 1 });
    stage.drive('fix:1', 'validate');
    const reserved = new Map<string, number>();
    for (const event of stage.journal)
      if ('reserved' in event) reserved.set(`${event.type} ${event.stage}`, event.reserved.usd);
    expect(Object.fromEntries(reserved)).toEqual({
      'baseline_started baseline': 0,
      'remediation_dispatched develop': 6,
      'validation_started validate': 0,
      'critic_dispatched review': 2,
      'merge_started merge': 0,
      'landing_gate_started gate': 0,
      'landing_started land': 0,
      'developer_dispatched develop': 1,
      'auditor_dispatched audit': 3,
      'claim_check_started confirm': 0,
      'survey_started survey': 0,
      'recovery_dispatched recover': 4,
      'team_auditor_dispatched team': 3,
      'scoring_started score': 0,
      'fixer_dispatched develop': 5,
    });
  });

  test('TEAM-16 what is reserved counts until the run comes back, then what it used', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { estimates: each(2, 5), budget: upTo(4) });
    expect(stage.state().reserved).toEqual({ usd: 4, tokens: 10 });
    stage.answer('A', 'developer_ready_for_review', { used: { usd: 0.5, tokens: 1 } });
    expect(stage.state()).toMatchObject({ reserved: { usd: 2, tokens: 5 }, spent: { usd: 0.5, tokens: 1 } });
    expect(stage.job('A').spent).toEqual({ usd: 0.5, tokens: 1 });
  });

  test('TEAM-16 exactly the budget may be spent, and not one more dispatch', () => {
    const stage = direct({ tickets: ['A', 'B', 'C'] }, { estimates: each(1), budget: upTo(2) });
    expect(stage.running()).toEqual(['A develop', 'B develop']);
  });

  test('TEAM-16 a budget of tokens binds as well', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { estimates: each(0, 10), budget: upTo(null, 19) });
    expect(stage.running()).toEqual(['A develop']);
  });

  test.each([
    ['develop', 0, 'queued'],
    ['review', 1, 'reviewing'],
    ['audit', 2, 'auditing'],
  ] as const)(
    'TEAM-16 the budget ends the run before %s, and what needs no model still finishes',
    (where, usd, status) => {
      const stage = direct(one, { estimates: each(1), budget: upTo(usd) });
      while (stage.running().length > 0) answered(stage);
      expect(stage.job('A').stage).toBe(where);
      expect(stage.status('A')).toBe(status);
      expect(stage.state()).toMatchObject({ phase: 'ended', status: 'limit' });
      expect(stage.events('run_ended')).toMatchObject([
        { status: 'limit', because: 'the remaining budget is too small for the waiting work' },
      ]);
    },
  );

  test('TEAM-16 the team of an audit is bound by it too', () => {
    const stage = direct(one, { estimates: each(1), budget: upTo(1), auditors: 2 });
    stage.land('A');
    stage.pass('audit:run');
    stage.answer('audit:run#0', 'team_auditor_reported', { used: { usd: 1, tokens: 0 } });
    expect(stage.running()).toEqual([]);
    expect(stage.state().status).toBe('limit');
  });

  test('TEAM-16 a run within its budget does not end as limit', () => {
    const stage = direct(one, { estimates: each(1), budget: upTo(1) });
    stage.land('A');
    expect(stage.state().status).toBe('completed');
  });
});

describe('the bounds of one ticket', () => {
  test('TEAM-16 its budget escalates it and leaves the others alone', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { estimates: each(1), ticketBudget: upTo(2) });
    stage.answer('A', 'developer_ready_for_review', { used: { usd: 1.5, tokens: 0 } });
    stage.pass('A');
    expect(stage.job('A')).toMatchObject({
      status: 'escalated',
      attempt: 0,
      question: { reason: 'ticket_budget', options: ['retry', 'accept', 'manual', 'fail'] },
    });
    expect(stage.running()).toEqual(['B develop']);
  });

  test('TEAM-16 exactly its budget is allowed, and a person may grant the same again for the same work', () => {
    const stage = direct(one, { estimates: each(1), ticketBudget: upTo(1) });
    expect(stage.running()).toEqual(['A develop']);
    stage.answer('A', 'developer_ready_for_review', { used: { usd: 1, tokens: 0 } });
    stage.pass('A');
    expect(stage.job('A').question?.reason).toBe('ticket_budget');
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual(['A review']);
  });

  test('TEAM-16 what its other critics have reserved is counted', () => {
    const stage = direct(
      { tickets: [{ id: 'A', critics: 3 }] },
      { estimates: each(1), ticketBudget: upTo(2) },
    );
    stage.drive('A', 'review');
    expect(stage.running()).toEqual(['A review#0', 'A review#1']);
    expect(stage.events('seat_given_up')).toMatchObject([{ seat: 2, because: 'ticket_budget' }]);
    stage.pass('A');
    stage.pass('A');
    expect(stage.status('A')).toBe('escalated');
    expect(stage.job('A').evidence.reviewed).toBeNull();
  });

  test('TEAM-16 time at work is bounded, and waiting for a person is not time at work', () => {
    const stage = direct(one, { ticketTimeout: 1000 });
    stage.later(400);
    stage.answer('A', 'developer_question');
    stage.later(99_000);
    stage.decide('A', 'answer');
    expect(stage.job('A').busy).toBe(400);
    stage.later(599);
    stage.pass('A');
    stage.pass('A');
    expect(stage.job('A')).toMatchObject({ busy: 999, status: 'reviewing' });
    stage.later(1);
    stage.pass('A');
    expect(stage.job('A').question?.reason).toBe('ticket_time');
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual(['A audit']);
  });

  test('TEAM-16 audits, fixes and remediations have no ticket budget', () => {
    const stage = directUnmeasured(one, { estimates: each(1), ticketBudget: upTo(0) });
    stage.answer('baseline', 'baseline_measured', { red: ['unit'] });
    expect(stage.running()).toEqual(['remediation:1 develop']);
  });
});

describe('what is handed out', () => {
  test('FLOW-04 the assignment says everything the executor needs to know', () => {
    const stage = direct(one, { estimates: each(1, 2) });
    stage.answer('A', 'developer_ready_for_review', { commit: 'c', tree: 't' });
    stage.pass('A');
    stage.later(7);
    stage.answer('A', 'critic_fail');
    expect(stage.events('developer_rework_dispatched')).toEqual([
      {
        type: 'developer_rework_dispatched',
        v: 1,
        seq: stage.journal.length,
        at: 7,
        ticket: 'A',
        run: 4,
        stage: 'develop',
        seat: 0,
        attempt: 1,
        round: 2,
        try: 0,
        clarification: 0,
        commit: 'c',
        claim: null,
        reserved: { usd: 1, tokens: 2 },
        until: null,
        because: 'the critic found problems that must be fixed',
        reason: 'critic_fail',
      },
    ]);
  });

  test('FLOW-04 a long reason is cut, and run numbers are never used twice', () => {
    const stage = direct(one);
    stage.answer('A', 'developer_incomplete', { because: 'x'.repeat(1000) });
    expect(stage.events('developer_rework_dispatched')[0]?.because).toBe('x'.repeat(400));
    const runs = stage.journal.flatMap((event) => ('reserved' in event ? [event.run] : []));
    expect(runs).toEqual([0, 1, 2]);
    expect(stage.state().runs).toBe(3);
  });

  test('TEAM-18 the round of an audit counts from one', () => {
    const stage = direct(one, { auditors: 1 });
    stage.land('A');
    stage.drive('audit:run', 'score');
    stage.answer('audit:run', 'audit_scored', { move: 'fix', groups: 1 });
    stage.drive('fix:1', 'review');
    stage.pass('fix:1');
    stage.pass('audit:run');
    expect(stage.events('team_auditor_dispatched').map((event) => event.round)).toEqual([1, 2]);
  });
});

describe('how a run ends', () => {
  test('REWORK-06 completed, partial or failed by what landed; the counts are said', () => {
    const told = (fails: readonly string[]) => {
      const stage = direct({ tickets: ['A', 'B'] });
      for (const id of ['A', 'B']) {
        if (!fails.includes(id)) stage.land(id);
        else {
          stage.answer(id, 'developer_incomplete', { blocker: 'scope' });
          stage.decide(id, 'fail');
        }
      }
      return stage.events('run_ended').map(({ status, because }) => `${status}: ${because}`);
    };
    expect(told([])).toEqual(['completed: 2 changes landed, 0 failed']);
    expect(told(['B'])).toEqual(['partial: 1 change landed, 1 failed']);
    expect(told(['A', 'B'])).toEqual(['failed: 0 changes landed, 2 failed']);
  });

  test('FLOW-07 the run waits for people where it may, and ends with their questions open where it may not', () => {
    for (const waitForPeople of [true, false]) {
      const stage = direct({ tickets: ['A', 'B'] }, { waitForPeople });
      stage.answer('A', 'developer_question');
      expect(stage.state().phase).toBe('running');
      stage.land('B');
      expect(stage.state().phase).toBe(waitForPeople ? 'running' : 'ended');
    }
  });

  test('an ordinary policy lets nobody wait and charges nothing', () => {
    expect(defaultPolicy).toMatchObject({
      maxParallel: 3,
      maxAgents: 5,
      maxVerify: 1,
      maxRevisions: 2,
      hardCapRounds: 5,
      maxLandingRetries: 2,
      agentTries: 2,
      clarifications: 2,
      remediationAttempts: 3,
      onLimit: 'escalate',
      ticketTimeout: 14_400_000,
      parkMs: 900_000,
      waitForPeople: false,
    });
  });
});

/** Every model costs what was estimated; checks cost nothing. */
function answered(stage: Director): void {
  const used = { usd: 1, tokens: 0 };
  if (stage.job('A').stage === 'develop') stage.answer('A', 'developer_ready_for_review', { used });
  else if (stage.job('A').stage === 'review') stage.answer('A', 'critic_pass', { used });
  else stage.pass('A');
}
