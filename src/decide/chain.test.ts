import { describe, expect, test } from 'vitest';
import { gatesUnder } from '../state/index.ts';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';

const four = { tickets: ['A', 'B', 'C', 'D'] };
const chain = { maxParallel: 4, maxAgents: 4, maxVerify: 4, maxGates: 3, window: 4 };

/** Tickets that are ready at once, each merged onto the one before it. */
function stacked(ids: readonly string[], policy: object = {}): Director {
  const stage = direct(four, { ...chain, ...policy });
  for (const id of ids) stage.drive(id, 'merge');
  for (const id of ids) merge(stage, id);
  return stage;
}

function merge(
  stage: Director,
  id: string,
  more: { overlapping?: boolean; checks?: readonly string[] } = {},
): void {
  const { run } = stage.job(id).seats[0] ?? { run: 0 };
  stage.answer(id, 'merged', { tree: `t${run}`, ...more });
}

function ontoOf(stage: Director, id: string): string | undefined {
  return stage.events('merge_started').findLast(({ ticket }) => ticket === id)?.onto;
}

/** A is merged and needs two checks. */
function split(): Director {
  const stage = direct(four, chain);
  stage.drive('A', 'merge');
  stage.answer('A', 'merged', { tree: 'tA', checks: ['unit', 'lint'] });
  return stage;
}

function gateOf(stage: Director, id: string) {
  const gate = stage.events('landing_gate_started').findLast(({ ticket }) => ticket === id);
  if (gate === undefined) throw new Error(`${id} has no gate`);
  return gate;
}

describe('the chain of candidates', () => {
  test('QUEUE-01 each is merged onto the one before it, and as many are gated at once as there are places', () => {
    const stage = stacked(['A', 'B', 'C', 'D']);
    expect(stage.running()).toEqual(['A gate', 'B gate', 'C gate']);
    expect(ontoOf(stage, 'A')).toBeUndefined();
    for (const [id, before] of ['AB', 'BC', 'CD'].map((pair) => [pair[1] ?? '', pair[0] ?? ''] as const))
      expect(ontoOf(stage, id)).toBe(stage.job(before).candidate?.commit);
  });

  test('QUEUE-01 whoever is green first waits for those before it, and nothing is merged or gated again', () => {
    const stage = stacked(['A', 'B', 'C', 'D']);
    for (const id of ['C', 'B', 'D']) stage.pass(id);
    expect(stage.events('landing_started')).toEqual([]);
    for (const id of ['A', 'A', 'B', 'C', 'D']) stage.pass(id);
    expect(stage.events('task_complete').map(({ ticket }) => ticket)).toEqual(['A', 'B', 'C', 'D']);
    expect(stage.events('merge_started')).toHaveLength(4);
    expect(stage.events('landing_gate_started')).toHaveLength(4);
  });

  test('QUEUE-02 whoever is merged onto work that lands as it was validated asks its validation how the checks came out', () => {
    const stage = direct(four, chain);
    for (const id of ['A', 'B']) stage.drive(id, 'merge');
    const known = stage.events('validation_passed').find(({ ticket }) => ticket === 'A');
    stage.answer('A', 'merged', { tree: known?.tree ?? '' });
    merge(stage, 'B');
    expect(stage.running()).toEqual(expect.arrayContaining(['A land', 'B gate']));
    expect(gatesUnder(stage.state(), stage.job('B'))).toEqual([known?.run]);
    stage.land('A');
    expect(gatesUnder(stage.state(), stage.job('B'))).toEqual([known?.run]);
  });

  test('QUEUE-02 the first red leaves alone, and those behind it are merged anew without it', () => {
    const stage = stacked(['A', 'B', 'C']);
    stage.answer('A', 'landing_gate_failed');
    expect(stage.job('A')).toMatchObject({ stage: 'develop', failures: { landing: 1 } });
    expect(stage.events('candidates_voided')).toMatchObject([{ after: 'A', tickets: ['B', 'C'] }]);
    expect(stage.events('candidates_voided')[0]?.runs).toHaveLength(2);
    expect(ontoOf(stage, 'B')).toBeUndefined();
    merge(stage, 'B');
    expect(ontoOf(stage, 'C')).toBe(stage.job('B').candidate?.commit);
  });

  test('QUEUE-02 an innocent ticket is not ejected for one ahead of it: its red on a guess is void with the guess', () => {
    const stage = stacked(['A', 'B', 'C']);
    stage.answer('B', 'landing_gate_failed');
    expect(stage.events('candidate_set_aside')).toMatchObject([{ ticket: 'B', until: 'A' }]);
    expect(ontoOf(stage, 'C')).toBe(stage.job('A').candidate?.commit);
    stage.answer('A', 'landing_gate_failed');
    expect(stage.events('ticket_sent_back').map(({ ticket }) => ticket)).toEqual(['A']);
    expect(stage.job('B')).toMatchObject({ status: 'landing', stage: 'merge', failures: { landing: 0 } });
  });

  test.each(['landing_gate_failed', 'merge_conflict'] as const)(
    'QUEUE-02 %s on a guess counts once that guess has landed, and nothing runs again',
    (type) => {
      const stage = direct(four, chain);
      for (const id of ['A', 'B']) stage.drive(id, 'merge');
      merge(stage, 'A');
      if (type === 'landing_gate_failed') merge(stage, 'B');
      stage.answer('B', type);
      expect(stage.events('ticket_sent_back')).toEqual([]);
      stage.pass('A');
      stage.pass('A');
      expect(stage.events('ticket_sent_back')).toMatchObject([{ ticket: 'B', kind: 'landing' }]);
      expect(stage.events('merge_started')).toHaveLength(2);
    },
  );

  test.each([
    ['a ticket', {}],
    ['a ticket that may not be retried', { onLimit: 'fail', maxLandingRetries: 0 }],
    ['a branch', {}],
  ] as const)(
    'QUEUE-04 %s on a guess is put off for its cause, and not for the limit it would reach',
    (what, more) => {
      const adopts = (id: string) => ({ branch: `refs/heads/${id}`, commit: `c${id}`, tree: `t${id}` });
      const brought = ['A', 'B'].map((id) => ({ id, review: false, adopts: adopts(id) }));
      const stage = direct(what === 'a branch' ? { tickets: brought } : four, { ...chain, ...more });
      for (const id of ['A', 'B']) stage.drive(id, 'merge');
      merge(stage, 'A');
      merge(stage, 'B');
      stage.answer('B', 'landing_gate_failed', { because: 'unit: 1 failed' });
      expect(stage.events('candidate_set_aside')).toMatchObject([
        { ticket: 'B', until: 'A', because: 'the merged tree fails its checks: unit: 1 failed' },
      ]);
    },
  );

  test('QUEUE-04 a conflict with a ticket ahead names that ticket, and landed work only once that has landed', () => {
    const stage = direct(four, chain);
    for (const id of ['A', 'B']) stage.drive(id, 'merge');
    merge(stage, 'A');
    stage.answer('B', 'merge_conflict');
    expect(stage.job('B').reason).toBe(
      'it conflicts with the candidate of A, which is ahead of it in the queue',
    );
    stage.pass('A');
    stage.pass('A');
    expect(stage.events('ticket_sent_back')).toMatchObject([{ because: 'it conflicts with landed work' }]);
  });

  test('QUEUE-02 a broken gate on a guess halts nobody', () => {
    const stage = stacked(['A', 'B']);
    stage.answer('B', 'landing_gate_broken');
    expect(stage.state().infrastructure.blocked).toBe(false);
    stage.answer('A', 'landing_gate_failed');
    expect(stage.state().infrastructure.blocked).toBe(false);
    expect(stage.running()).toContain('B merge');
  });

  test('QUEUE-03 a merge over files of somebody ahead is gated, and shown to a critic once that one has landed', () => {
    const stage = direct(four, chain);
    for (const id of ['A', 'B', 'C']) stage.drive(id, 'merge');
    merge(stage, 'A');
    merge(stage, 'B', { overlapping: true });
    expect(ontoOf(stage, 'C')).toBe(stage.job('A').candidate?.commit);
    stage.pass('B');
    expect(stage.status('B')).toBe('landing');
    stage.pass('A');
    stage.pass('A');
    expect(stage.job('B')).toMatchObject({ stage: 'review', mergedFrom: expect.any(String) });
  });

  test('QUEUE-02 a first red is confirmed apart: those behind it go on without it, and nobody lands meanwhile', () => {
    const stage = stacked(['A', 'B']);
    const { run } = gateOf(stage, 'A');
    stage.answer('A', 'landing_gate_failed', { once: true });
    expect(gateOf(stage, 'A')).toMatchObject({ reuse: [run] });
    expect(gateOf(stage, 'A').apart).toBeUndefined();
    expect(stage.events('candidates_voided')).toMatchObject([{ after: 'A', tickets: ['B'] }]);
    merge(stage, 'B');
    expect(ontoOf(stage, 'B')).toBeUndefined();
    stage.pass('B');
    expect(stage.events('landing_started')).toEqual([]);
    stage.answer('A', 'landing_gate_failed');
    expect(stage.job('A')).toMatchObject({ stage: 'develop', failures: { landing: 1 } });
    expect(stage.running()).toContain('B land');
    expect(stage.events('landing_gate_started').filter(({ ticket }) => ticket === 'B')).toHaveLength(2);
  });

  test('QUEUE-02 a flaky check does not eject a clean ticket: it goes behind those merged without it, and asks at the third time', () => {
    const stage = stacked(['A', 'B']);
    const seats: (number | undefined)[] = [];
    for (const other of ['B', 'C', 'D']) {
      if (other !== 'B') {
        stage.drive(other, 'merge');
        merge(stage, 'A');
        merge(stage, other);
      }
      stage.answer('A', 'landing_gate_failed', { once: true });
      merge(stage, other);
      stage.answer('A', 'landing_gate_passed', { flaky: ['unit'] });
      seats.push(stage.state().chain.links.at(-1)?.job);
      stage.pass(other);
      stage.pass(other);
    }
    expect(seats.slice(0, 2)).toEqual([0, 0]);
    expect(stage.events('ticket_sent_back')).toEqual([]);
    expect(stage.events('ticket_escalated')).toMatchObject([{ ticket: 'A', reason: 'flaky_checks' }]);
  });

  test('QUEUE-03 after its retries a merge is judged while nobody else lands, and then lands', () => {
    const stage = direct(four, { ...chain, maxLandingRetries: 1 });
    stage.drive('A', 'merge');
    merge(stage, 'A', { overlapping: true });
    stage.drive('B', 'merge');
    merge(stage, 'B');
    stage.pass('A');
    // B has its seat already: A waits until it has landed.
    stage.pass('A');
    expect(stage.running()).not.toContain('A merge');
    stage.pass('B');
    stage.pass('B');
    merge(stage, 'A', { overlapping: true });
    stage.pass('A');
    stage.drive('C', 'merge');
    expect(stage.job('A').stage).toBe('review');
    expect(stage.events('merge_started').map(({ ticket }) => ticket)).toEqual(['A', 'B', 'A']);
    stage.pass('A');
    merge(stage, 'A');
    stage.pass('A');
    stage.pass('A');
    expect(stage.events('task_complete').map(({ ticket }) => ticket)).toEqual(['B', 'A']);
    expect(stage.running()).toContain('C merge');
  });

  test('QUEUE-03 a red that nobody was merged without keeps its seat when it is acquitted', () => {
    const stage = stacked(['A', 'B']);
    stage.answer('B', 'landing_gate_failed', { once: true });
    stage.answer('B', 'landing_gate_passed', { flaky: ['unit'] });
    expect(stage.job('B')).toMatchObject({ stage: 'land', acquittals: 0 });
    expect(stage.events('merge_started')).toHaveLength(2);
  });

  test('QUEUE-02 what was let through is not gated again when the branch comes out the same', () => {
    const stage = stacked(['A', 'B']);
    stage.record({ type: 'base_synced', v: 1, base: 'b', commit: 'synced', tree: 'same', by: 'somebody' });
    const remerge = (): void => {
      stage.answer('A', 'merged', { tree: 'tA' });
      stage.answer('B', 'merged', { tree: 'tAB' });
    };
    remerge();
    stage.pass('B');
    stage.record({ type: 'base_synced', v: 1, base: 'b', commit: 'again', tree: 'same', by: 'somebody' });
    const gates = stage.events('landing_gate_started').length;
    remerge();
    expect(stage.job('B')).toMatchObject({ stage: 'land' });
    expect(stage.events('landing_gate_started')).toHaveLength(gates + 1);
  });

  test('QUEUE-02 where only the tree is the same its checks are taken over and the gate runs again', () => {
    const stage = stacked(['A', 'B', 'C']);
    const { run } = gateOf(stage, 'C');
    const tree = stage.job('C').candidate?.tree ?? '';
    stage.pass('C');
    stage.answer('B', 'landing_gate_failed', { once: true });
    merge(stage, 'C');
    stage.answer('B', 'landing_gate_passed', { flaky: ['unit'] });
    stage.answer('B', 'merged', { tree });
    expect(gateOf(stage, 'B')).toMatchObject({ ticket: 'B', reuse: [run], apart: true });
  });

  test('QUEUE-04 the checks of a gate run side by side, and one run judges what they came to', () => {
    const stage = split();
    expect(stage.running().slice(-2)).toEqual(['A gate#0', 'A gate#1']);
    const runs = stage.job('A').seats.map(({ run }) => run);
    stage.answer('A#0', 'landing_checks_run');
    stage.answer('A#1', 'landing_gate_broken');
    expect(gateOf(stage, 'A')).toMatchObject({ seat: 0, reuse: [runs[0]], apart: true });
    expect(gateOf(stage, 'A')).not.toHaveProperty('checks');
    stage.pass('A');
    expect(stage.running()).toContain('A land');
  });

  test('QUEUE-04 limits.maxGates bounds runs: checks of one gate that run side by side count one each', () => {
    const stage = direct(four, { ...chain, maxGates: 2 });
    stage.drive('A', 'merge');
    merge(stage, 'A', { checks: ['unit', 'lint', 'types'] });
    stage.drive('B', 'merge');
    merge(stage, 'B');
    const gates = () => stage.running().filter((each) => each.includes('gate'));
    expect(gates()).toEqual(['A gate#0', 'A gate#1']);
    stage.answer('A#0', 'landing_checks_run');
    expect(gates()).toEqual(['A gate#1', 'A gate#2']);
    stage.answer('A#1', 'landing_checks_run');
    expect(gates()).toEqual(['A gate#2', 'B gate']);
  });

  test('QUEUE-02 a red among checks side by side is confirmed by the run that judges them', () => {
    const stage = split();
    stage.answer('A#1', 'landing_checks_run', { red: ['lint'], because: 'lint: 1 error' });
    expect(stage.job('A').candidate?.suspect).toBe(false);
    stage.answer('A#0', 'landing_checks_run');
    expect(stage.job('A')).toMatchObject({ reason: 'red once: lint: 1 error', candidate: { suspect: true } });
    expect(gateOf(stage, 'A')).not.toHaveProperty('apart');
    stage.answer('A', 'landing_gate_failed');
    expect(stage.events('ticket_sent_back')).toMatchObject([{ ticket: 'A', kind: 'landing' }]);
  });

  test('P8 some checks of a gate cannot let a candidate through', () => {
    const stage = split();
    stage.answer('A#0', 'landing_gate_passed', { tree: stage.job('A').candidate?.tree ?? '' });
    expect(stage.job('A').candidate?.gated).toBe(false);
    expect(stage.events('agent_retried')).toHaveLength(1);
  });

  test('QUEUE-03 a repair waits for checks that run side by side before their candidate is stranded', () => {
    const stage = split();
    stage.drive('B', 'merge');
    stage.answer('A#0', 'landing_checks_run');
    stage.drive('C', 'validate');
    stage.answer('C', 'validation_broken');
    expect(stage.status('A')).toBe('landing');
    stage.answer('A#1', 'landing_checks_run');
    expect(stage.status('A')).toBe('blocked: infrastructure');
    expect(stage.state().running).toBe(stage.running().length);
  });

  test('QUEUE-03 a ticket that is stopped in the middle goes, those behind it are merged anew, and those before it stay', () => {
    const stage = stacked(['A', 'B', 'C']);
    stage.record({
      type: 'ticket_stopped',
      v: 1,
      ticket: 'B',
      how: 'cancelled',
      dependents: 'withheld',
      by: 'somebody',
      why: '',
    });
    expect(stage.events('candidates_voided')).toMatchObject([{ after: 'B', tickets: ['C'] }]);
    expect(ontoOf(stage, 'C')).toBe(stage.job('A').candidate?.commit);
    expect(stage.running()).toContain('A gate');
  });

  test('QUEUE-03 the late result of a void gate changes a count and nothing else', () => {
    const stage = stacked(['A', 'B']);
    const run = stage.job('B').seats[0]?.run ?? 0;
    stage.answer('A', 'landing_gate_failed');
    const before = stage.job('B');
    stage.record({
      type: 'landing_gate_failed',
      v: 1,
      ticket: 'B',
      run,
      used: { usd: 0, tokens: 0 },
      findings: [],
    });
    expect(stage.job('B')).toBe(before);
    expect(stage.state().ignored).toBe(1);
  });

  test('QUEUE-03 a branch that was moved by hand voids every candidate, and nobody loses a landing retry', () => {
    const stage = stacked(['A', 'B']);
    stage.record({ type: 'base_synced', v: 1, base: 'b', commit: 'synced', tree: 't', by: 'somebody' });
    expect(stage.events('candidates_voided')).toMatchObject([{ after: '', tickets: ['A', 'B'] }]);
    merge(stage, 'A');
    expect(stage.state().chain.links[0]).toMatchObject({ job: 0, onto: 'synced', on: -1 });
  });

  test('QUEUE-03 nobody is put in front of a seated one, and a paused run gives no seat', () => {
    const stage = direct(four, { ...chain, window: 2 });
    for (const id of ['C', 'D']) {
      stage.drive(id, 'merge');
      merge(stage, id);
    }
    stage.drive('A', 'merge');
    expect(stage.state().chain.links.map(({ job }) => job)).toEqual([2, 3]);
    stage.record({ type: 'run_paused', v: 1, by: 'somebody', why: '' });
    stage.pass('C');
    expect(stage.running()).toEqual(['B develop', 'D gate']);
    stage.record({ type: 'run_unpaused', v: 1, by: 'somebody', why: '' });
    expect(stage.running()).toContain('C land');
  });

  test('QUEUE-03 a repair waits until what is merged for others has come back, then lands before them', () => {
    const stage = direct(four, chain);
    stage.drive('A', 'merge');
    stage.drive('B', 'validate');
    stage.answer('B', 'validation_broken');
    stage.drive('remediation:1', 'merge');
    expect(stage.running()).toContain('A merge');
    expect(stage.running()).not.toContain('remediation:1 merge');
    merge(stage, 'A');
    expect(stage.status('A')).toBe('blocked: infrastructure');
    expect(stage.running()).toContain('remediation:1 merge');
  });

  test('QUEUE-04 seats are given only while all before are likely to land', () => {
    const stage = stacked(['A', 'B'], { confidence: 0.8 });
    stage.drive('C', 'merge');
    expect(stage.state().chain.links.map(({ job }) => job)).toEqual([0, 1]);
    stage.answer('A', 'landing_gate_failed');
    expect(stage.state().chain.links.map(({ job }) => job)).toEqual([1]);
  });
});
