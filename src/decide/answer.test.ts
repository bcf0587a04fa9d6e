import { describe, expect, test } from 'vitest';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import { acceptedIn } from '../state/index.ts';
import type { Policy } from './policy.ts';

const one = { tickets: ['A'] };

/** A ticket whose checks pass but whose critic never does. */
function escalated(policy: Partial<Policy> = {}): Director {
  const stage = direct(one, { maxRevisions: 0, ...policy });
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail');
  return stage;
}

describe('what a person is offered', () => {
  test('LOOP-06 one more round, accepting the risk, manual work and failing, for work whose checks have passed', () => {
    expect(escalated().job('A').question).toMatchObject({
      reason: 'review_failure_limit',
      options: ['retry', 'accept', 'manual', 'fail'],
    });
  });

  test('LOOP-06 accepting is not offered for work whose checks have not passed', () => {
    const stage = direct(one, { maxRevisions: 0 });
    stage.pass('A');
    stage.answer('A', 'validation_failed');
    expect(stage.job('A').question?.options).toEqual(['retry', 'manual', 'fail']);
  });

  test('LOOP-06 one more round is offered up to five in all', () => {
    const stage = direct(one);
    const offered: boolean[] = [];
    for (let round = 1; round <= 5; round++) {
      stage.drive('A', 'review');
      stage.answer('A', 'critic_fail');
      const question = stage.job('A').question;
      if (question === null) continue;
      offered.push(question.options.includes('retry'));
      if (question.options.includes('retry')) stage.decide('A', 'retry');
    }
    expect(offered).toEqual([true, true, false]);
    expect(stage.events('critic_fail')).toHaveLength(5);
    expect(stage.job('A')).toMatchObject({ grants: 2, attempt: 4, status: 'escalated' });
  });

  test('LOOP-06 with a cap that is reached at once no round is offered', () => {
    expect(escalated({ hardCapRounds: 1 }).job('A').question?.options).toEqual(['accept', 'manual', 'fail']);
    expect(escalated({ hardCapRounds: 2 }).job('A').question?.options).toContain('retry');
  });
});

describe('what a person answers', () => {
  test('LOOP-06 one more round is one attempt more with a fresh review, and counters stay', () => {
    const stage = escalated();
    stage.decide('A', 'retry', 'look at the clock');
    expect(stage.job('A')).toMatchObject({
      status: 'executing',
      attempt: 1,
      grants: 1,
      rejected: 'c1',
      mergedFrom: null,
      failures: { review: 1 },
      evidence: { validated: null, reviewed: null, audited: null, accepted: null },
      question: null,
      answer: null,
      reason: 'look at the clock',
    });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    expect(stage.status('A')).toBe('escalated');
  });

  test('LOOP-06 accepting the risk lands the work past its judges, never past its checks, with name and reason', () => {
    const stage = escalated();
    stage.decide('A', 'accept', 'we know');
    expect(stage.job('A').evidence).toEqual({
      validated: 'c1',
      validatedTree: 'tree-c1',
      checks: [],
      spared: [],
      reviewed: null,
      passedBy: [],
      audited: null,
      refuted: 0,
      accepted: { by: 'somebody', why: 'we know' },
    });
    expect(stage.events('ticket_routed').at(-1)).toMatchObject({
      stage: 'merge',
      because: 'somebody accepted the risk: we know',
    });
    stage.answer('A', 'merged', { tree: 'another', overlapping: true });
    expect(stage.running()).toEqual(['A gate']);
    stage.land('A');
    expect(stage.state().status).toBe('completed');
    expect(acceptedIn(stage.state())).toEqual([{ job: 'A', by: 'somebody', because: 'somebody: we know' }]);
  });

  test('LOOP-06 an acceptance is about one commit: a conflict afterwards takes it back', () => {
    const stage = escalated();
    stage.decide('A', 'accept');
    stage.answer('A', 'merge_conflict');
    expect(stage.job('A').evidence.accepted).toBeNull();
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    expect(stage.status('A')).toBe('escalated');
  });

  test('REWORK-11 LOOP-06 manual blocks the ticket until a person’s commits are found, and they pass the whole gate', () => {
    const stage = escalated();
    stage.decide('A', 'manual', 'I will do it');
    expect(stage.job('A')).toMatchObject({
      status: 'blocked',
      blocked: 'manual',
      question: { reason: 'manual', options: ['fail'] },
      reason: 'I will do it',
    });
    stage.record({ type: 'manual_work_found', v: 1, ticket: 'A', commit: 'mine', tree: 'my-tree' });
    expect(stage.job('A')).toMatchObject({
      status: 'validating',
      blocked: null,
      commit: 'mine',
      tree: 'my-tree',
      evidence: { validated: null, reviewed: null, audited: null },
      question: null,
    });
    stage.land('A');
    expect(stage.events('critic_dispatched').at(-1)).toMatchObject({ commit: 'mine' });
    expect(stage.events('auditor_dispatched').at(-1)).toMatchObject({ commit: 'mine' });
  });

  test('REWORK-11 commits nobody was waiting for change nothing', () => {
    const stage = escalated();
    const before = stage.job('A');
    stage.record({ type: 'manual_work_found', v: 1, ticket: 'A', commit: 'mine', tree: 'my-tree' });
    expect(stage.job('A')).toBe(before);
    expect(stage.state().ignored).toBe(1);
  });

  test('LOOP-06 failing ends the ticket', () => {
    const stage = escalated();
    stage.decide('A', 'fail');
    expect(stage.events('workflow_failed')).toMatchObject([
      { kind: null, reason: 'rejected_by_person', reviewAttempts: 1, auditAttempts: 0 },
    ]);
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'failed' });
  });

  test('LOOP-06 after agent trouble one more round asks the agent again and keeps the attempt', () => {
    const stage = direct(one);
    stage.drive('A', 'audit');
    stage.answer('A', 'agent_failed', { trouble: 'authentication' });
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual(['A audit']);
    expect(stage.job('A')).toMatchObject({ attempt: 0, grants: 0, repeats: 1, evidence: { reviewed: 'c1' } });
  });

  test('LOOP-06 after trouble in the lander one more round begins with a new merge', () => {
    const stage = direct(one);
    stage.drive('A', 'merge');
    stage.answer('A', 'merged', { tree: 'another' });
    stage.answer('A', 'landing_gate_passed', { tree: 'a third' });
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual(['A merge']);
  });

  test('LOOP-06 after an unfinished claim check the same claim is checked again', () => {
    const stage = direct(one);
    stage.drive('A', 'confirm');
    stage.answer('A', 'agent_failed', { trouble: 'authentication' });
    stage.decide('A', 'retry');
    expect(stage.events('claim_check_started').map((event) => event.claim)).toEqual([
      'audit_pass',
      'audit_pass',
    ]);
    stage.pass('A');
    expect(stage.running()).toEqual(['A merge']);
  });
});

describe('long words', () => {
  const long = 'y'.repeat(1000);

  test('LOOP-06 a long reason is kept where the answer is recorded and cut where it is repeated', () => {
    const accepted = escalated();
    accepted.decide('A', 'accept', long);
    expect(accepted.job('A').evidence.accepted).toEqual({ by: 'somebody', why: long });
    expect(accepted.events('ticket_routed').at(-1)?.because).toBe(
      `somebody accepted the risk: ${long}`.slice(0, 400),
    );
    const audit = direct(one, { auditors: 1, maxFixRounds: 0 });
    audit.land('A');
    audit.drive('audit:run', 'score');
    audit.answer('audit:run', 'audit_scored', { move: 'stop' });
    audit.decide('audit:run', 'accept', long);
    expect(audit.events('audit_ended')[0]?.because).toBe(`somebody: ${long}`.slice(0, 400));
  });

  test('REMEDY-01 so is the list of what is red at base, and why it may stay red', () => {
    const red = Array.from({ length: 100 }, (_, nth) => `check ${nth}`);
    const stage = directUnmeasured(one, { maxInfrastructureReturns: 1 });
    stage.answer('baseline', 'baseline_measured', { red });
    expect(stage.job('baseline').reason).toBe(`red at base: ${red.join(', ')}`.slice(0, 400));
    stage.answer('remediation:1', 'developer_incomplete');
    stage.decide('remediation:1', 'override');
    stage.answer('baseline', 'baseline_measured', { red });
    expect(stage.events('baseline_accepted')[0]?.because).toBe(
      `red at base, accepted by a person: ${red.join(', ')}`.slice(0, 400),
    );
    const other = directUnmeasured(one, { maxInfrastructureReturns: 0 });
    other.answer('baseline', 'baseline_measured', { red });
    other.decide('baseline', 'override', long);
    expect(other.events('baseline_accepted')[0]?.because).toBe(`somebody: ${long}`.slice(0, 400));
  });
});

describe('which answer counts', () => {
  test('LOOP-08 the first one; a second is noted and changes nothing', () => {
    const stage = escalated();
    stage.decide('A', 'fail');
    const before = stage.job('A');
    stage.decide('A', 'accept');
    expect(stage.job('A')).toBe(before);
    expect(stage.state().ignored).toBe(1);
  });

  test('LOOP-08 what was not offered is no answer', () => {
    const stage = escalated();
    for (const choice of ['override', 'halt', 'answer'] as const) stage.decide('A', choice);
    expect(stage.status('A')).toBe('escalated');
    expect(stage.job('A').question?.reason).toBe('review_failure_limit');
    expect(stage.state().ignored).toBe(3);
  });

  test('LOOP-08 nobody asked: an answer out of the blue is ignored', () => {
    const stage = direct(one);
    stage.decide('A', 'accept');
    stage.decide('unheard-of', 'accept');
    expect(stage.status('A')).toBe('executing');
    expect(stage.state().ignored).toBe(1);
  });

  test('LOOP-08 an answer after the run has ended counts once it is resumed', () => {
    const stage = escalated({ waitForPeople: false });
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'escalated' });
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual([]);
    stage.record({ type: 'run_resumed', v: 1 });
    expect(stage.state()).toMatchObject({ phase: 'running', status: null });
    expect(stage.running()).toEqual(['A develop']);
  });
});
