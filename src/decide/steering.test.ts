import { describe, expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import type { Sketch } from '../../test/support/sketch.ts';

const said = { v: 1, by: 'ada', why: 'because' } as const;

function stop(stage: Director, ticket: string, more: { how?: 'cancelled'; released?: true } = {}): void {
  const how = more.how ?? 'skipped';
  const dependents = more.released === true ? 'released' : 'withheld';
  stage.record({ ...said, type: 'ticket_stopped', ticket, how, dependents });
}

function reopen(stage: Director, ticket: string): void {
  stage.record({ ...said, type: 'ticket_reopened', ticket });
}

/** Each needs the one before. */
function chain(...ids: readonly string[]): Sketch {
  return { tickets: ids.map((id, index) => ({ id, needs: ids.slice(Math.max(0, index - 1), index) })) };
}

describe('BEYOND-10 a paused run', () => {
  test('lets what runs end, decides about it, and hands nothing out until a person says so', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { maxParallel: 1 });
    stage.record({ ...said, type: 'run_paused' });
    stage.answer('A', 'developer_ready_for_review');
    expect(stage.running()).toEqual([]);
    expect(stage.job('A')).toMatchObject({ status: 'validating', stage: 'validate' });
    stage.record({ ...said, type: 'run_unpaused' });
    expect(stage.running()).toEqual(['A validate', 'B develop']);
  });

  test('does not end while something could start, whoever is there to ask, and ends when nothing could', () => {
    const stage = direct({ tickets: ['A'] }, { waitForPeople: false });
    stage.record({ ...said, type: 'run_paused' });
    stage.answer('A', 'developer_ready_for_review');
    expect(stage.state()).toMatchObject({ phase: 'running', paused: { by: 'ada', why: 'because' } });
    stop(stage, 'A');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'failed' });
  });

  test('is not paused any more when it is resumed', () => {
    const stage = direct({ tickets: ['A'] });
    stage.record({ ...said, type: 'run_paused' });
    stage.answer('A', 'developer_ready_for_review');
    stage.record({ type: 'run_resumed', v: 1 });
    expect(stage.running()).toEqual(['A validate']);
  });
});

test('BEYOND-10 fewer developers from now on: nobody is sent home, and nobody else is sent', () => {
  const stage = direct({ tickets: ['A', 'B', 'C'] }, { maxParallel: 2 });
  stage.record({ ...said, type: 'parallelism_changed', developers: 1 });
  expect(stage.running()).toEqual(['A develop', 'B develop']);
  stage.answer('A', 'developer_question');
  expect(stage.running()).toEqual(['B develop']);
  stage.record({ ...said, type: 'parallelism_changed', developers: 3 });
  expect(stage.running()).toEqual(['B develop', 'C develop']);
});

describe('BEYOND-10 a stopped ticket', () => {
  test('ends once nothing of it runs, counts as failed, and withholds what needs it', () => {
    const stage = direct(chain('A', 'B'));
    stop(stage, 'A');
    expect(stage.status('A')).toBe('executing');
    stage.answer('A', 'agent_failed', { trouble: 'stopped' });
    expect(stage.job('A')).toMatchObject({ status: 'failed', reason: 'skipped by ada: because' });
    expect(stage.status('B')).toBe('blocked: dependency');
    expect(stage.state()).toMatchObject({ phase: 'ended', status: 'failed' });
  });

  test('that a person lets its dependents go without is still not landed: the run is partial', () => {
    const stage = direct(chain('A', 'B'));
    stop(stage, 'A', { released: true });
    stage.answer('A', 'developer_ready_for_review');
    stage.land('B');
    expect(stage.state()).toMatchObject({ status: 'partial', failed: 1 });
  });

  test('never lands, however far it has come; one that is landing at that moment has landed', () => {
    const early = direct({ tickets: ['A'] });
    early.drive('A', 'merge');
    stop(early, 'A', { how: 'cancelled' });
    early.pass('A');
    expect(early.status('A')).toBe('failed');
    const late = direct({ tickets: ['A'] });
    late.drive('A', 'land');
    stop(late, 'A', { how: 'cancelled' });
    late.pass('A');
    expect(late.job('A')).toMatchObject({ status: 'completed', stop: null });
  });

  test.each(['nobody', 'baseline', 'audit:run'])('is a ticket: %s is none, and nothing changes', (name) => {
    const stage = direct({ tickets: ['A'] });
    const { ignored, jobs } = stage.state();
    stop(stage, name);
    reopen(stage, name);
    expect(stage.state()).toMatchObject({ ignored: ignored + 2 });
    expect(stage.state().jobs).toBe(jobs);
  });
});

describe('BEYOND-10 a ticket that is taken up again', () => {
  test('gets a round, its dependents wait for it again, and everything lands', () => {
    const stage = direct(chain('A', 'B', 'C'));
    stop(stage, 'A', { how: 'cancelled' });
    stage.answer('A', 'agent_failed', { trouble: 'stopped' });
    expect([stage.status('B'), stage.status('C')]).toEqual(['blocked: dependency', 'blocked: dependency']);
    expect(stage.state().status).toBe('failed');
    reopen(stage, 'A');
    stage.record({ type: 'run_resumed', v: 1 });
    for (const ticket of ['A', 'B', 'C']) stage.land(ticket);
    expect(stage.state()).toMatchObject({ status: 'completed', failed: 0 });
  });

  test('starts from nothing that was proved before: evidence goes with the round', () => {
    const stage = direct({ tickets: ['A', 'B'] });
    stage.drive('A', 'audit');
    stop(stage, 'A', { how: 'cancelled' });
    stage.answer('A', 'agent_failed', { trouble: 'stopped' });
    reopen(stage, 'A');
    expect(stage.job('A')).toMatchObject({
      stage: 'develop',
      attempt: 1,
      grants: 1,
      evidence: { validated: null, reviewed: null, audited: null, accepted: null },
    });
  });

  test('as often as the bounds allow, and then it stays failed', () => {
    const stage = direct({ tickets: ['A', 'B'] }, { hardCapRounds: 4, maxRevisions: 2 });
    for (let round = 0; round < 2; round++) {
      stage.drive('A', 'validate');
      stop(stage, 'A', { how: 'cancelled' });
      stage.answer('A', 'agent_failed', { trouble: 'stopped' });
      reopen(stage, 'A');
    }
    expect(stage.job('A')).toMatchObject({ status: 'failed', reason: 'round_limit', grants: 1 });
  });

  test('is refused where its dependents went on without it, and where it was undone', () => {
    const stage = direct(chain('A', 'B'));
    stop(stage, 'A', { released: true });
    stage.answer('A', 'agent_failed', { trouble: 'stopped' });
    reopen(stage, 'A');
    expect(stage.status('A')).toBe('failed');
    stage.land('B');
    stage.record({ type: 'ticket_undone', v: 1, ticket: 'B', commit: 'c', tree: 't', by: 'ada', why: '' });
    reopen(stage, 'B');
    expect(stage.status('B')).toBe('failed');
  });

  test('cannot start while something else it needs has failed', () => {
    const stage = direct(chain('A', 'B'));
    stop(stage, 'B');
    stop(stage, 'A');
    stage.answer('A', 'agent_failed', { trouble: 'stopped' });
    reopen(stage, 'B');
    stage.record({ type: 'run_resumed', v: 1 });
    expect(stage.status('B')).toBe('blocked: dependency');
  });
});
