import { describe, expect, test } from 'vitest';
import { direct, directUnmeasured, type Director } from '../../test/support/director.ts';

function brought(...ids: readonly string[]) {
  return ids.map((id) => ({
    id,
    review: false,
    adopts: { branch: `refs/heads/${id}`, commit: `c${id}`, tree: `t${id}` },
  }));
}

const two = { tickets: brought('A', 'B') };

/** A is merged and its gate is red twice, with the parent landed. */
function reddened(stage: Director): void {
  stage.drive('A', 'merge');
  stage.answer('A', 'merged', { tree: 'another' });
  stage.answer('A', 'landing_gate_failed', { because: 'unit: 1 failed\nand more' });
}

describe('a branch that was brought', () => {
  test('QUEUE-05 nobody develops it: it is checked as it is, merged, gated and landed', () => {
    const stage = direct(two);
    expect(stage.events('developer_dispatched')).toEqual([]);
    expect(stage.events('manual_work_found')).toMatchObject([
      { ticket: 'A', commit: 'cA', tree: 'tA', branch: 'refs/heads/A' },
      { ticket: 'B', commit: 'cB', branch: 'refs/heads/B' },
    ]);
    stage.land('A');
    stage.land('B');
    expect(stage.events('critic_dispatched')).toEqual([]);
    expect(stage.events('auditor_dispatched')).toEqual([]);
    expect(stage.events('run_ended')).toMatchObject([{ status: 'completed' }]);
  });

  test('QUEUE-05 one that is red goes back at once with the cause in one line, and costs nobody a round', () => {
    const stage = direct(two);
    stage.answer('A', 'validation_failed', { because: 'unit: 2 tests fail' });
    expect(stage.job('A')).toMatchObject({
      status: 'failed',
      reason: 'its checks fail: unit: 2 tests fail',
    });
    expect(stage.events('ticket_sent_back')).toEqual([]);
    stage.land('B');
    expect(stage.events('run_ended')).toMatchObject([{ status: 'partial' }]);
  });

  test('QUEUE-05 a conflict says which files, a red merge says which check', () => {
    const conflict = direct(two);
    conflict.drive('A', 'merge');
    conflict.answer('A', 'merge_conflict', { files: ['src/a.ts', 'src/b.ts'] });
    expect(conflict.job('A').reason).toBe('it conflicts with landed work: src/a.ts, src/b.ts');
    const red = direct(two);
    reddened(red);
    expect(red.job('A')).toMatchObject({
      status: 'failed',
      reason: 'the merged tree fails its checks: unit: 1 failed',
    });
  });

  test('QUEUE-05 a critic that was asked for judges it, and no auditor does', () => {
    const stage = direct({ tickets: two.tickets.map((ticket) => ({ ...ticket, review: true })) });
    stage.land('A');
    expect(stage.events('critic_dispatched').map(({ ticket }) => ticket)).toContain('A');
    expect(stage.events('auditor_dispatched')).toEqual([]);
    stage.drive('B', 'review');
    stage.answer('B', 'critic_fail');
    expect(stage.status('B')).toBe('failed');
  });

  test('QUEUE-05 a person may have the same commit checked again, and no developer is sent', () => {
    const stage = direct(two);
    stage.answer('A', 'validation_failed');
    stage.record({ type: 'ticket_reopened', v: 1, ticket: 'A', by: 'ada', why: 'the machine was full' });
    expect(stage.job('A')).toMatchObject({ status: 'validating', commit: 'cA' });
    stage.land('B');
    stage.land('A');
    expect(stage.events('developer_rework_dispatched')).toEqual([]);
  });

  test('QUEUE-05 where its checks gave no result a person decides; nobody repairs the base by himself', () => {
    const stage = direct(two);
    stage.answer('A', 'validation_broken');
    expect(stage.job('A')).toMatchObject({ status: 'escalated', question: { reason: 'infrastructure' } });
    expect(stage.job('A').question?.options).not.toContain('manual');
    stage.decide('A', 'retry');
    expect(stage.job('A').stage).toBe('validate');
    const red = directUnmeasured(two);
    red.answer('baseline', 'baseline_measured', { red: ['unit'], because: 'unit: exit code 1' });
    expect(red.events('remediation_opened')).toEqual([]);
    expect(red.job('baseline').question?.options).toContain('repair');
  });

  test('QUEUE-05 a red while somebody else has the base repaired is nobody’s: it waits for the repair', () => {
    const policy = { maxVerify: 4, maxParallel: 4 };
    const stage = direct({ tickets: [...brought('A'), 'T'] }, policy);
    stage.drive('T', 'validate');
    stage.answer('T', 'validation_broken');
    stage.answer('A', 'validation_failed');
    expect(stage.status('A')).toBe('blocked: infrastructure');
    expect(stage.events('workflow_failed')).toEqual([]);
  });

  test('QUEUE-05 one that another takes for a ticket of its own is not taken: a branch is adopted once', () => {
    const stage = direct(two);
    stage.record({
      type: 'manual_work_found',
      v: 1,
      ticket: 'A',
      commit: 'x',
      tree: 'x',
      branch: 'refs/heads/A',
    });
    expect(stage.job('A').commit).toBe('cA');
    expect(stage.state().ignored).toBe(1);
  });
});
