import { describe, expect, test } from 'vitest';
import type { Draft } from '../model/events.ts';
import { initialState, jobAt, summarise } from '../state/index.ts';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';

/** One developer at a time: what waits can be seen waiting. */
const alone = { maxParallel: 1 };

describe('while somebody else has the place', () => {
  test('FLOW-09 a freed ticket waits as what it is: queued, or in need of revision', () => {
    const fresh = direct({ tickets: ['A', 'B', 'C'] }, alone);
    fresh.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    fresh.land('B');
    expect(fresh.job('A')).toMatchObject({ status: 'queued', blocked: null, waitingOn: 0 });
    const again = direct({ tickets: ['A', 'B', 'C'] }, alone);
    again.drive('A', 'review');
    again.answer('A', 'critic_fail');
    again.pass('B');
    again.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    again.land('B');
    expect(again.running()).toEqual(['C develop']);
    expect(again.job('A')).toMatchObject({ status: 'needs_revision', blocked: null, attempt: 1 });
  });

  test('FLOW-10 so does one whose question was answered', () => {
    const fresh = direct({ tickets: ['A', 'B'] }, alone);
    fresh.answer('A', 'developer_question');
    fresh.decide('A', 'answer');
    expect(fresh.status('A')).toBe('queued');
    const again = direct({ tickets: ['A', 'B'] }, { maxParallel: 2 });
    again.drive('A', 'review');
    again.answer('A', 'critic_fail');
    again.answer('A', 'developer_question');
    again.pass('B');
    again.answer('B', 'validation_broken');
    again.decide('A', 'answer');
    expect(again.job('A')).toMatchObject({ status: 'needs_revision', attempt: 1 });
  });

  test('RECOVER-02 and one whose limit is over', () => {
    const stage = direct({ tickets: ['A', 'B'] }, alone);
    stage.answer('A', 'agent_limited');
    stage.pass('B');
    stage.answer('B', 'validation_broken');
    stage.answer('A', 'wait_over');
    expect(stage.job('A')).toMatchObject({ status: 'queued', blocked: null });
  });

  test.each([
    [0, 'queued'],
    [1, 'needs_revision'],
  ])('RECOVER-02 and one in attempt %i whose agent failed, while nobody is assigned', (attempt, status) => {
    const stage = direct({ tickets: ['A', 'B'] });
    if (attempt > 0) stage.answer('A', 'developer_incomplete');
    stage.pass('B');
    stage.answer('B', 'validation_broken');
    stage.answer('A', 'agent_failed');
    expect(stage.job('A')).toMatchObject({ status, attempt });
  });
});

describe('a landed dependency frees only who waits for it', () => {
  const escalated: Draft = {
    type: 'ticket_escalated',
    v: 1,
    ticket: 'A',
    kind: null,
    reason: 'asked',
    options: ['fail'],
    because: '',
  };

  test.each<[string, Draft, object]>([
    ['a person', escalated, { status: 'escalated' }],
    [
      'an answer',
      { type: 'ticket_blocked', v: 1, ticket: 'A', why: 'question', because: '' },
      { status: 'blocked', blocked: 'question' },
    ],
    [
      'something that failed',
      { type: 'ticket_blocked', v: 1, ticket: 'A', why: 'dependency', because: '' },
      { status: 'blocked', blocked: 'dependency', stage: null },
    ],
  ])('DISPATCH-03 who waits for %s as well goes on waiting', (_case, draft, expected) => {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.answer('A', 'developer_incomplete', { blocker: 'dependency', on: 'B' });
    stage.record(draft);
    stage.land('B');
    expect(stage.job('A')).toMatchObject({ ...expected, waitingOn: 0 });
  });

  test('DISPATCH-03 a ticket that hangs on two failed ones is blocked once', () => {
    const stage = direct({ tickets: ['A', 'B', { id: 'C', needs: ['A', 'B'] }] });
    for (const id of ['A', 'B']) {
      stage.answer(id, 'developer_incomplete', { blocker: 'scope' });
      stage.decide(id, 'fail');
    }
    expect(stage.events('ticket_blocked').map((event) => event.ticket)).toEqual(['C']);
  });
});

describe('what is let go and what is kept', () => {
  const files = {
    tickets: [
      { id: 'A', touchClass: 0 },
      { id: 'B', touchClass: 0 },
    ],
    overlaps: [[0]],
  };

  test('DISPATCH-04 an escalated ticket lets go of its files, and takes them again when it is retried', () => {
    const stage = direct(files, { maxRevisions: 0 });
    stage.drive('A', 'review');
    expect(stage.running()).toEqual(['A review']);
    stage.answer('A', 'critic_fail');
    expect(stage.job('A').holds).toBe(false);
    expect(stage.running()).toEqual(['B develop']);
    stage.decide('A', 'retry');
    expect(stage.running()).toEqual(['B develop']);
    stage.land('B');
    expect(stage.running()).toEqual(['A develop']);
  });

  test('DISPATCH-04 only taking a place overtakes: a rework of the one who has it does not', () => {
    const later = ['A', 'B', 'C'].map((id, rank) => ({ id, rank }));
    const stage = direct({ tickets: [{ id: 'L', rank: 9 }, ...later] }, alone);
    for (let nth = 0; nth < 2; nth++) stage.answer('A', 'developer_incomplete');
    stage.pass('A');
    expect(developing(stage)).toEqual(['B']);
    stage.pass('B');
    expect(developing(stage)).toEqual(['L']);
  });

  test('FLOW-10 manual work is not a question', () => {
    const stage = direct({ tickets: ['A'] }, { maxRevisions: 0 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.decide('A', 'manual');
    expect(stage.job('A').questions).toBe(0);
  });

  test('FLOW-12 a confirmed claim of broken infrastructure is no audit passed', () => {
    const stage = direct({ tickets: ['A'] });
    stage.drive('A', 'audit');
    stage.answer('A', 'auditor_blocked');
    stage.pass('A');
    expect(stage.job('A').evidence).toMatchObject({ reviewed: 'c1', audited: null });
  });

  test('REMEDY-01 a ticket that fails meanwhile does not end the remediation', () => {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.answer('A', 'developer_question');
    stage.pass('B');
    stage.answer('B', 'validation_broken');
    stage.decide('A', 'fail');
    expect(stage.events('remediation_opened')).toHaveLength(1);
    expect(stage.running()).toEqual(['remediation:1 develop']);
  });

  test('REMEDY-01 a claimed audit pass waits in its place for the repair', () => {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.drive('A', 'audit');
    stage.pass('B');
    stage.answer('B', 'validation_broken');
    stage.pass('A');
    expect(stage.job('A')).toMatchObject({ status: 'auditing', stage: 'confirm', claim: 'audit_pass' });
    stage.land('remediation:1');
    expect(stage.events('claim_check_started')).toHaveLength(1);
  });

  test('DISPATCH-14 a passed audit opens the milestones that waited for it, and no others', () => {
    const stage = direct(
      {
        tickets: [
          { id: 'A', milestone: 'm1' },
          { id: 'B', milestone: 'm2' },
          { id: 'C', milestone: 'm3' },
        ],
        milestones: [{ id: 'm1' }, { id: 'm2', after: ['m1'] }, { id: 'm3', after: ['m2'] }],
      },
      { auditors: 1 },
    );
    stage.land('A');
    stage.land('audit:m1');
    expect(stage.state().scopes.map((scope) => scope.open)).toEqual([true, true, false, true]);
    expect(stage.job('C').waitingOn).toBe(1);
  });
});

describe('the summary', () => {
  test('STATE-02 counts an attempt from the moment a developer is sent', () => {
    const stage = direct({ tickets: ['A', 'B', { id: 'C', needs: ['A'] }] }, alone);
    const attempts = () => summarise(stage.state()).tickets.map((ticket) => ticket.attempts);
    expect(attempts()).toEqual([1, 0, 0]);
    stage.answer('A', 'developer_incomplete');
    expect(attempts()).toEqual([2, 0, 0]);
    stage.answer('A', 'developer_question');
    expect(attempts()).toEqual([2, 1, 0]);
    stage.decide('A', 'fail');
    expect(attempts()).toEqual([2, 1, 0]);
    stage.land('B');
    expect(attempts()).toEqual([2, 1, 0]);
    expect(summarise(stage.state()).tickets.map((ticket) => ticket.status)).toEqual([
      'failed',
      'completed',
      'blocked',
    ]);
  });

  test('STATE-02 an attempt that took time counts, even when its ticket is queued again', () => {
    const stage = direct({ tickets: ['A', 'B'] }, alone);
    stage.later(5);
    stage.answer('A', 'developer_question');
    stage.decide('A', 'answer');
    expect(stage.status('A')).toBe('queued');
    expect(summarise(stage.state()).tickets[0]?.attempts).toBe(1);
  });

  test('a job that is not there is a bug of ours, and is called one', () => {
    expect(() => jobAt(initialState, 5)).toThrow('there is no job 5');
  });
});

function developing(stage: Director): string[] {
  return stage
    .running()
    .filter((who) => who.endsWith(' develop'))
    .map((who) => who.split(' ')[0] ?? '');
}
