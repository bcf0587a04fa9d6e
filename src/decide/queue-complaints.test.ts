// Each title is a complaint that users of other merge queues make, as it must not come true here.
import { describe, expect, test } from 'vitest';
import { direct, type Director } from '../../test/support/director.ts';

const policy = { maxParallel: 4, maxAgents: 4, maxVerify: 4, maxGates: 3, window: 4 };

/** Branches that are ready at once, each merged onto the one before it and gated. */
function queued(...ids: readonly string[]): Director {
  const adopts = (id: string) => ({ branch: `refs/heads/${id}`, commit: `c${id}`, tree: `t${id}` });
  const stage = direct({ tickets: ids.map((id) => ({ id, review: false, adopts: adopts(id) })) }, policy);
  for (const id of ids) stage.drive(id, 'merge');
  for (const id of ids) merged(stage, id);
  return stage;
}

function merged(stage: Director, id: string): void {
  stage.answer(id, 'merged', { tree: `m${stage.job(id).seats[0]?.run}` });
}

function returned(stage: Director): readonly string[] {
  return stage.events('workflow_failed').map(({ ticket }) => ticket);
}

function gatesOf(stage: Director, id: string): readonly number[] {
  return stage.events('landing_gate_started').flatMap(({ ticket, run }) => (ticket === id ? [run] : []));
}

describe('complaints about merge queues that must not come true', () => {
  test('QUEUE-05 complaint: an innocent branch is ejected for one ahead of it, and nobody puts it back', () => {
    const stage = queued('A', 'B');
    stage.answer('B', 'landing_gate_failed', { because: 'red together with A' });
    expect(returned(stage)).toEqual([]);
    stage.answer('A', 'landing_gate_failed', { because: 'A is red' });
    expect(returned(stage)).toEqual(['A']);
    stage.land('B');
    expect(returned(stage)).toEqual(['A']);
  });

  test('QUEUE-05 complaint: a flake ejects before its retry has ended', () => {
    const stage = queued('A', 'B');
    stage.answer('A', 'landing_gate_failed', { once: true });
    expect(returned(stage)).toEqual([]);
    merged(stage, 'B');
    stage.answer('A', 'landing_gate_passed', { flaky: ['unit'] });
    stage.land('B');
    stage.land('A');
    expect(returned(stage)).toEqual([]);
  });

  test('QUEUE-05 complaint: a branch is ejected silently', () => {
    const stage = queued('A');
    stage.answer('A', 'landing_gate_failed', { because: 'unit: total is 3, expected 4\nat line 7' });
    expect(stage.job('A').reason).toBe('the merged tree fails its checks: unit: total is 3, expected 4');
  });

  test('QUEUE-05 complaint: stale builds run on', () => {
    const stage = queued('A', 'B', 'C');
    const stale = [...gatesOf(stage, 'B'), ...gatesOf(stage, 'C')];
    stage.answer('A', 'landing_gate_failed');
    expect(stage.events('candidates_voided')).toMatchObject([{ after: 'A', runs: stale }]);
  });

  test('QUEUE-05 complaint: cancelling a stale build ejects the live branch', () => {
    const stage = queued('A', 'B');
    const [stale = -1] = gatesOf(stage, 'B');
    stage.answer('A', 'landing_gate_failed');
    const late = { v: 1, ticket: 'B', run: stale, used: { usd: 0, tokens: 0 } } as const;
    stage.record({ ...late, type: 'landing_gate_failed', findings: ['called off'] });
    expect(stage.state().ignored).toBe(1);
    stage.land('B');
    expect(returned(stage)).toEqual(['A']);
  });

  test('QUEUE-05 complaint: everything is built again though nothing has changed', () => {
    const stage = queued('A', 'B');
    stage.pass('B');
    stage.land('A');
    stage.land('B');
    expect([...gatesOf(stage, 'A'), ...gatesOf(stage, 'B')]).toHaveLength(2);
    expect(stage.events('merge_started')).toHaveLength(2);
  });

  test('QUEUE-05 complaint: the same content enters again and again, and is built each time', () => {
    const stage = queued('A', 'B');
    stage.answer('A', 'landing_gate_failed');
    const built = stage.events('validation_started').length;
    const again = { ticket: 'A', branch: 'refs/heads/A', commit: 'cA', tree: 'tA' } as const;
    stage.record({ type: 'manual_work_found', v: 1, ...again });
    expect(stage.status('A')).toBe('failed');
    expect(stage.state().ignored).toBe(1);
    stage.land('B');
    expect(stage.events('validation_started')).toHaveLength(built);
    expect(gatesOf(stage, 'A')).toHaveLength(1);
  });

  test('QUEUE-05 complaint: a branch waits for ever for a check that never reports', () => {
    const stage = queued('A', 'B');
    stage.answer('A', 'agent_failed', { trouble: 'stall', because: 'the worker is gone' });
    expect(stage.running()).toEqual(['B gate', 'A gate']);
    expect(stage.events('candidates_voided')).toEqual([]);
    for (const id of ['A', 'B']) stage.land(id);
    expect(returned(stage)).toEqual([]);
    const dead = queued('C');
    for (let nth = 0; dead.job('C').stage === 'gate' && dead.job('C').question === null; nth++) {
      expect(nth).toBeLessThan(5);
      dead.answer('C', 'agent_failed', { trouble: 'stall', because: 'the worker is gone' });
    }
    expect(dead.status('C')).toBe('escalated');
  });

  test('QUEUE-05 complaint: a branch waits for ever for a check that its path filter skips', () => {
    // The change needs none of the checks: its gate is one run, which answers all the same.
    const stage = queued('A');
    expect(stage.running()).toEqual(['A gate']);
    stage.answer('A', 'landing_gate_passed', { spared: ['unit', 'lint'] });
    expect(stage.running()).toEqual(['A land']);
    stage.land('A');
    // Nothing that was skipped is taken for green: it runs on the final tip.
    expect(stage.state().unproved).toEqual(['unit', 'lint']);
  });

  test('QUEUE-05 complaint: a queue that reorders rebases a branch faster than its checks end', () => {
    const stage = queued('A', 'B', 'C');
    stage.pass('C');
    stage.pass('B');
    expect(stage.state().chain.links.map(({ job }) => job)).toEqual([0, 1, 2]);
    for (const id of ['A', 'B', 'C']) stage.land(id);
    expect(stage.events('candidates_voided')).toEqual([]);
  });

  test('QUEUE-05 complaint: an unmergeable branch is never removed and locks the queue', () => {
    const stage = queued('A', 'B');
    stage.land('A');
    stage.record({ type: 'base_synced', v: 1, base: 'b', commit: 'synced', tree: 'other', by: 'somebody' });
    stage.answer('B', 'merge_conflict', { files: ['src/a.ts'] });
    expect(stage.job('B')).toMatchObject({ status: 'failed', reason: expect.stringContaining('src/a.ts') });
    expect(stage.state().chain.links).toEqual([]);
  });

  test('QUEUE-05 complaint: a commit lands that nobody tested', () => {
    const stage = queued('A', 'B');
    stage.land('A');
    stage.land('B');
    const gated = stage.events('landing_gate_started').map(({ commit }) => commit);
    expect(stage.events('task_complete').map(({ commit }) => commit)).toEqual(gated);
  });
});
