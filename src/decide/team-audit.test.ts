import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import type { Policy } from './policy.ts';

const run = 'audit:run';

/** One ticket has landed, and the run's audit is on. */
function audited(policy: Partial<Policy> = {}): Director {
  const stage = direct({ tickets: ['A'] }, { auditors: 2, ...policy });
  stage.land('A');
  return stage;
}

/** The score asked for fixes. */
function fixing(groups: number, policy: Partial<Policy> = {}): Director {
  const stage = audited(policy);
  stage.drive(run, 'score');
  stage.answer(run, 'audit_scored', { move: 'fix', groups });
  return stage;
}

describe('the audit of a run', () => {
  test('TEAM-01 survey, then every auditor at once, then the score; passed ends the run completed', () => {
    const stage = audited();
    expect(stage.running()).toEqual(['audit:run survey']);
    stage.pass(run);
    expect(stage.running()).toEqual(['audit:run team#0', 'audit:run team#1']);
    stage.pass(`${run}#1`);
    expect(stage.running()).toEqual(['audit:run team#0']);
    stage.pass(run);
    expect(stage.running()).toEqual(['audit:run score']);
    stage.pass(run);
    expect(stage.events('audit_ended')).toMatchObject([
      { ticket: run, outcome: 'passed', because: 'the score passes' },
    ]);
    expect(stage.job(run)).toMatchObject({
      status: 'completed',
      audit: { phase: 'over', outcome: 'passed' },
    });
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'completed' });
  });

  test('TEAM-01 an auditor that never reports leaves its seat empty, and the score still runs', () => {
    const stage = audited();
    stage.pass(run);
    stage.answer(`${run}#0`, 'agent_failed', { trouble: 'authentication' });
    expect(stage.running()).toEqual(['audit:run team#1']);
    stage.pass(`${run}#1`);
    expect(stage.running()).toEqual(['audit:run score']);
    expect(stage.events('seat_given_up')).toMatchObject([{ ticket: run, seat: 0 }]);
  });

  test('TEAM-01 an auditor in trouble is tried again while the others go on', () => {
    const stage = audited();
    stage.pass(run);
    stage.answer(`${run}#0`, 'agent_failed');
    expect(stage.running()).toEqual(['audit:run team#1', 'audit:run team#0']);
    expect(stage.events('team_auditor_dispatched').map((event) => [event.seat, event.try])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  test.each(['survey', 'score'] as const)(
    'TEAM-01 a %s without a result asks a person, and never passes',
    (stageName) => {
      const stage = audited();
      stage.drive(run, stageName);
      stage.answer(run, 'agent_failed', { trouble: 'authentication' });
      expect(stage.job(run).question).toMatchObject({
        reason: 'agent_unavailable',
        options: ['retry', 'accept', 'fail'],
      });
      stage.decide(run, 'retry');
      expect(stage.running()).toEqual(['audit:run survey']);
    },
  );

  test('TEAM-24 at the end of a run what nobody reviewed is recovered once, whatever the policy allows', () => {
    const stage = audited({ recoveryRetries: 2 });
    stage.answer(run, 'survey_done', { recover: true });
    expect(stage.running()).toEqual(['audit:run recover']);
    stage.pass(run);
    expect(stage.job(run).audit?.recoveries).toBe(1);
    expect(stage.running()).toEqual(['audit:run survey']);
    stage.answer(run, 'survey_done', { recover: true });
    expect(stage.running()).toEqual(['audit:run team#0', 'audit:run team#1']);
    expect(stage.events('recovery_dispatched')).toHaveLength(1);
  });

  test('TEAM-24 a milestone is recovered as often as the policy allows', () => {
    const sketch = { tickets: [{ id: 'A', milestone: 'm' }], milestones: [{ id: 'm' }] };
    const stage = direct(sketch, { auditors: 1, recoveryRetries: 2 });
    stage.land('A');
    for (const nth of [1, 2]) {
      stage.answer('audit:m', 'survey_done', { recover: true });
      expect(stage.running()).toEqual(['audit:m recover']);
      stage.pass('audit:m');
      expect(stage.job('audit:m').audit?.recoveries).toBe(nth);
    }
    stage.answer('audit:m', 'survey_done', { recover: true });
    expect(stage.running()).toEqual(['audit:m team']);
  });

  test('TEAM-01 a score that passes without one auditor’s report is not known to pass', () => {
    const stage = audited({});
    stage.drive(run, 'team');
    stage.answer(`${run}#0`, 'agent_failed', { trouble: 'authentication' });
    stage.pass(`${run}#1`);
    stage.answer(run, 'audit_scored', { move: 'passed' });
    expect(stage.status(run)).toBe('escalated');
    expect(stage.job(run).reason).toBe('an auditor gave no report');
  });

  test('TEAM-24 a policy without recovery goes straight to the team', () => {
    const stage = audited({ recoveryRetries: 0 });
    stage.answer(run, 'survey_done', { recover: true });
    expect(stage.job(run).stage).toBe('team');
  });
});

describe('a round of fixes', () => {
  test('TEAM-18 every group is a job of its own that is validated and reviewed, and then held', () => {
    const stage = fixing(2);
    expect(stage.events('fix_opened').map(({ ticket, audit, group }) => [ticket, audit, group])).toEqual([
      ['fix:1', run, 0],
      ['fix:2', run, 1],
    ]);
    expect(stage.job(run).audit).toMatchObject({ phase: 'fixing', openFixes: 2, move: null });
    expect(stage.running()).toEqual(['fix:1 develop', 'fix:2 develop']);
    expect(stage.events('fixer_dispatched')).toHaveLength(2);
    stage.drive('fix:1', 'review');
    stage.pass('fix:1');
    expect(stage.job('fix:1')).toMatchObject({ status: 'landing', stage: null, seats: [] });
    expect(stage.events('ticket_held')).toMatchObject([{ ticket: 'fix:1' }]);
    expect(stage.events('merge_started').map((event) => event.ticket)).toEqual(['A']);
    expect(stage.job(run).audit?.openFixes).toBe(1);
  });

  test('TEAM-18 once all are at rest the round is judged again, and lands if the score was kept', () => {
    const stage = fixing(2);
    for (const fix of ['fix:1', 'fix:2']) hold(stage, fix);
    expect(stage.running()).toEqual(['audit:run survey']);
    expect(stage.job(run).audit).toMatchObject({ phase: 'judging', round: 1 });
    stage.pass(run);
    expect(stage.running()).toEqual(['audit:run team#0', 'audit:run team#1']);
    stage.drive(run, 'score');
    stage.pass(run);
    expect(stage.job(run).audit?.phase).toBe('landing');
    expect(stage.running()).toEqual(['fix:1 merge']);
    stage.land('fix:1');
    expect(stage.running()).toEqual(['fix:2 merge']);
    stage.land('fix:2');
    expect(stage.job(run)).toMatchObject({ status: 'completed', audit: { outcome: 'passed' } });
    expect(stage.state().status).toBe('completed');
  });

  test('TEAM-18 a round that scored lower is discarded: nothing of it lands, and a person decides', () => {
    const stage = fixing(2);
    for (const fix of ['fix:1', 'fix:2']) hold(stage, fix);
    stage.drive(run, 'score');
    stage.answer(run, 'audit_scored', { kept: false, move: 'passed' });
    expect(stage.events('workflow_failed').map(({ ticket, reason }) => [ticket, reason])).toEqual([
      ['fix:1', 'round_scored_lower'],
      ['fix:2', 'round_scored_lower'],
    ]);
    expect(stage.job(run)).toMatchObject({
      status: 'escalated',
      question: { reason: 'audit_stopped', options: ['retry', 'accept', 'fail'] },
      reason: 'the round of fixes scored lower and was discarded',
    });
    expect(stage.events('task_complete').map((event) => event.ticket)).toEqual(['A']);
  });

  test('TEAM-18 a fix is not worth a person: it fails by itself, and the rest of the round goes on', () => {
    const stage = fixing(2, { maxRevisions: 0 });
    stage.drive('fix:1', 'review');
    stage.answer('fix:1', 'critic_fail');
    expect(stage.events('workflow_failed')).toMatchObject([
      { ticket: 'fix:1', reason: 'review_failure_limit', reviewAttempts: 1 },
    ]);
    hold(stage, 'fix:2');
    stage.drive(run, 'score');
    stage.pass(run);
    stage.land('fix:2');
    expect(stage.job(run).reason).toBe('the score passes');
    expect(stage.status(run)).toBe('completed');
  });

  test('TEAM-18 where no fix passed there is nothing to judge', () => {
    const stage = fixing(1, { maxRevisions: 0 });
    stage.answer('fix:1', 'developer_incomplete');
    expect(stage.job(run)).toMatchObject({ status: 'escalated', reason: 'no fix of the round passed' });
  });

  test('TEAM-18 fix rounds are bounded, and a person may grant one more', () => {
    const stage = fixing(1, { maxFixRounds: 1 });
    hold(stage, 'fix:1');
    stage.drive(run, 'score');
    stage.answer(run, 'audit_scored', { move: 'fix', groups: 1 });
    stage.land('fix:1');
    expect(stage.job(run)).toMatchObject({
      status: 'escalated',
      reason: 'the audit did not pass: no fix round is left',
    });
    stage.decide(run, 'retry');
    expect(stage.running()).toEqual(['fix:2 develop']);
    expect(stage.job(run)).toMatchObject({ grants: 1, audit: { fixes: [stage.job('fix:2').index] } });
  });

  test.each([
    ['plateau', 'the audit did not pass: two rounds in a row raised the score by less than 0.03 each'],
    ['nothing to fix', 'the audit did not pass: no open finding reaches the severity of the gate'],
    ['max rounds', 'the audit did not pass: no fix round is left'],
  ])('FOUND-01 002#23 a person is told why no more fixers are sent: %s', (because, reason) => {
    const stage = audited();
    stage.drive(run, 'score');
    stage.answer(run, 'audit_scored', { move: 'stop', groups: 0, health: 'needs-fixes', because });
    expect(stage.job(run)).toMatchObject({ status: 'escalated', reason });
  });

  test('002#2 a round that is discarded because an auditor gave no report says so', () => {
    const stage = fixing(1);
    hold(stage, 'fix:1');
    stage.drive(run, 'score');
    const because = 'no usable report of this auditor: technical';
    stage.answer(run, 'audit_scored', { move: 'stop', groups: 0, kept: false, health: 'unknown', because });
    expect(stage.job(run).reason).toBe(
      `the round of fixes could not be scored and was discarded: ${because}`,
    );
  });

  test('FOUND-01 002#44 an audit of which something could not run asks a person, and says what', () => {
    const stage = audited();
    stage.drive(run, 'score');
    const because = 'e2e could not run in application: the application was never ready';
    stage.answer(run, 'audit_scored', { move: 'stop', groups: 0, health: 'unknown', because });
    expect(stage.job(run)).toMatchObject({
      status: 'escalated',
      reason: `the audit could not be scored: ${because}`,
    });
  });

  test('TEAM-18 a fix that cannot be merged is reworked, held no more, and lands', () => {
    const stage = fixing(1);
    hold(stage, 'fix:1');
    stage.drive(run, 'score');
    stage.pass(run);
    stage.answer('fix:1', 'merge_conflict');
    expect(stage.job('fix:1')).toMatchObject({ status: 'executing', attempt: 0, failures: { landing: 1 } });
  });

  test.each([
    ['stop', 3],
    ['fix', 0],
  ] as const)('TEAM-18 a move %s with %i groups ends in a question', (move, groups) => {
    const stage = audited();
    stage.drive(run, 'score');
    stage.answer(run, 'audit_scored', { move, groups });
    expect(stage.job(run).question?.reason).toBe('audit_stopped');
    expect(stage.events('fix_opened')).toEqual([]);
    stage.decide(run, 'retry');
    expect(stage.running()).toEqual(
      groups > 0 ? ['fix:1 develop', 'fix:2 develop', 'fix:3 develop'] : ['audit:run survey'],
    );
  });

  test('LOOP-06 an audit that stopped may be accepted, with a name, or failed', () => {
    for (const [choice, outcome, status] of [
      ['accept', 'accepted', 'completed'],
      ['fail', 'failed', 'partial'],
    ] as const) {
      const stage = audited({ maxFixRounds: 0 });
      stage.drive(run, 'score');
      stage.answer(run, 'audit_scored', { move: 'fix', groups: 1 });
      stage.decide(run, choice, 'good enough');
      expect(stage.events('audit_ended')).toMatchObject([{ outcome, because: 'somebody: good enough' }]);
      expect(stage.state().status).toBe(status);
    }
  });
});

describe('milestones', () => {
  const sketch = {
    tickets: [
      { id: 'A', milestone: 'm1' },
      { id: 'B', milestone: 'm2' },
      { id: 'C', milestone: 'm2', needs: ['A'] },
      { id: 'D', milestone: 'm3' },
    ],
    milestones: [{ id: 'm1' }, { id: 'm2', after: ['m1'] }, { id: 'm3' }],
  };

  test('DISPATCH-14 its tickets start when the audits before it have ended passed, not when the tickets have landed', () => {
    const stage = direct(sketch, { auditors: 1 });
    expect(stage.running()).toEqual(['A develop', 'D develop']);
    stage.land('A');
    expect(stage.running()).toEqual(['D develop', 'audit:m1 survey']);
    expect([stage.status('B'), stage.status('C')]).toEqual(['pending', 'pending']);
    stage.land('audit:m1');
    expect(stage.running()).toEqual(['D develop', 'B develop', 'C develop']);
    expect(stage.state().scopes.map((scope) => scope.open)).toEqual([true, true, true, true]);
  });

  test('DISPATCH-14 accepted is as good as passed', () => {
    const stage = direct(sketch, { auditors: 1, maxFixRounds: 0 });
    stage.land('A');
    stage.drive('audit:m1', 'score');
    stage.answer('audit:m1', 'audit_scored', { move: 'stop' });
    expect(stage.status('B')).toBe('pending');
    stage.decide('audit:m1', 'accept');
    expect(stage.status('B')).toBe('executing');
  });

  test('DISPATCH-14 an audit that ends otherwise blocks the later milestone, never another one that runs', () => {
    const stage = direct(sketch, { auditors: 1, maxFixRounds: 0 });
    stage.land('A');
    stage.drive('audit:m1', 'score');
    stage.answer('audit:m1', 'audit_scored', { move: 'stop' });
    stage.decide('audit:m1', 'fail');
    expect(['B', 'C', 'D'].map((id) => stage.status(id))).toEqual([
      'blocked: dependency',
      'blocked: dependency',
      'executing',
    ]);
    stage.land('D');
    stage.land('audit:m3');
    stage.land(run);
    expect(stage.events('audit_ended').map(({ ticket, outcome }) => [ticket, outcome])).toEqual([
      ['audit:m1', 'failed'],
      ['audit:m2', 'skipped'],
      ['audit:m3', 'passed'],
      [run, 'passed'],
    ]);
    expect(stage.state().status).toBe('partial');
  });

  test('DISPATCH-14 with audits per milestone switched off the next one opens as soon as the tickets are settled', () => {
    const stage = direct(sketch, { auditors: 1, perMilestone: false });
    stage.land('A');
    expect(stage.events('audit_ended')).toMatchObject([
      { ticket: 'audit:m1', outcome: 'off', because: 'switched off' },
    ]);
    expect(stage.running()).toEqual(['D develop', 'B develop', 'C develop']);
    for (const id of ['B', 'C', 'D']) stage.land(id);
    expect(stage.running()).toEqual(['audit:run survey']);
  });

  test('DISPATCH-14 a milestone of which nothing has landed is skipped, and skipped is not passed', () => {
    const stage = direct(sketch, { auditors: 1 });
    stage.answer('A', 'developer_incomplete', { blocker: 'scope' });
    stage.decide('A', 'fail');
    expect(stage.events('audit_ended')).toMatchObject([
      { ticket: 'audit:m1', outcome: 'skipped', because: 'no ticket in its scope has landed' },
      { ticket: 'audit:m2', outcome: 'skipped' },
    ]);
    expect(stage.status('B')).toBe('blocked: dependency');
    expect(stage.running()).toEqual(['D develop']);
  });

  test('DISPATCH-14 a milestone after two waits for both', () => {
    const stage = direct(
      {
        tickets: [
          { id: 'A', milestone: 'm1' },
          { id: 'B', milestone: 'm2' },
          { id: 'C', milestone: 'm3' },
        ],
        milestones: [{ id: 'm1' }, { id: 'm2' }, { id: 'm3', after: ['m1', 'm2'] }],
      },
      { auditors: 1, maxVerify: 2 },
    );
    stage.land('B');
    stage.land('A');
    stage.land('audit:m1');
    expect(stage.status('C')).toBe('pending');
    stage.land('audit:m2');
    expect(stage.status('C')).toBe('executing');
  });

  test('TEAM-01 audits of milestones do not wait for each other, the run’s is the last, and it can be switched off', () => {
    const stage = direct(sketch, { auditors: 1, endOfRun: false, maxVerify: 2 });
    for (const id of ['A', 'audit:m1', 'B', 'C']) stage.land(id);
    expect(stage.running()).toEqual(['D develop', 'audit:m2 survey']);
    stage.land('D');
    expect(stage.running()).toEqual(['audit:m2 survey', 'audit:m3 survey']);
    stage.land('audit:m2');
    stage.land('audit:m3');
    expect(stage.events('audit_ended').at(-1)).toMatchObject({ ticket: run, outcome: 'off' });
    expect(stage.state().status).toBe('completed');
  });
});

function hold(stage: Director, fix: string): void {
  stage.drive(fix, 'review');
  stage.pass(fix);
}
