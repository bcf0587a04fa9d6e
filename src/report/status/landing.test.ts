import { expect, test } from 'vitest';
import { direct } from '../../../test/support/director.ts';
import type { Director } from '../../../test/support/director.ts';
import { chronicleOf } from '../chronicle.ts';
import { endOfRun } from './end-of-run.ts';
import { landingLines, landingOf, landingReason, landingSummary } from './landing.ts';
import { runReport } from '../run/run-report.ts';
import { summaryMarkdown } from '../run/run-document.ts';
import { whyOf } from './why.ts';

/** A and C are gated, B is red on A, D has no seat. */
function chain(): Director {
  const policy = { maxParallel: 4, maxAgents: 4, maxVerify: 4, maxGates: 3, window: 3 };
  const stage = direct({ tickets: ['A', 'B', 'C', 'D'] }, policy);
  const merge = (id: string): void => stage.answer(id, 'merged', { tree: `t-${id}` });
  for (const id of ['A', 'B', 'C', 'D']) stage.drive(id, 'merge');
  for (const id of ['A', 'B', 'C']) merge(id);
  stage.later(65_000);
  stage.answer('B', 'landing_gate_failed', { because: 'unit-tests: 1 failed' });
  merge('C');
  return stage;
}

test('QUEUE-04 status says who is gated on whom, who is aside and why, and what was void', () => {
  expect(landingLines(chain().state(), 65_000, null)).toEqual([
    'landing   2 gates running, 1 void (1m05s of checks)',
    '  A gate 1m05s',
    '  B waiting until A has landed or left the queue: the merged tree fails its checks: unit-tests: 1 failed',
    '  C gate 0s, on A',
    '  behind: D',
  ]);
});

test('QUEUE-04 status says how many gates were red only once gates have been judged, and of how many', () => {
  const stage = chain();
  const said = () => landingLines(stage.state(), 0, null)[0];
  expect(said()).not.toContain('red');
  expect(landingOf(stage.state())).toMatchObject({ gates: 0, redRate: null });
  stage.pass('C');
  expect(said()).toContain(', 0 of 1 gate red, ');
  // B is red on A, which has not landed: nothing counts yet.
  stage.pass('A');
  expect(landingOf(stage.state())).toMatchObject({ gates: 2, redRate: 0 });
  stage.pass('A');
  expect(stage.events('ticket_sent_back')).toMatchObject([{ ticket: 'B' }]);
  expect(landingOf(stage.state())).toMatchObject({ gates: 3, redRate: 0.33 });
});

test('QUEUE-04 programs read the same from status --json', () => {
  const { links, waiting, void: lost } = landingOf(chain().state());
  expect(links.map(({ ticket, on, state }) => [ticket, on, state])).toEqual([
    ['A', [], 'gating'],
    ['B', ['A'], 'aside'],
    ['C', ['A'], 'gating'],
  ]);
  expect({ waiting, lost }).toEqual({ waiting: ['D'], lost: { gates: 1, minutes: 1.1 } });
});

test('QUEUE-04 why names what a ticket waits for', () => {
  const stage = chain();
  const reason = (id: string) => landingReason(stage.state(), stage.job(id));
  expect(reason('B')).toContain('waiting until A has landed or left the queue');
  expect(reason('D')).toBe('queued behind A, B, C (3 slots, all in use)');
  stage.pass('C');
  expect(reason('C')).toBe('green; A lands before it');
  expect(reason('A')).toBeUndefined();
});

test('QUEUE-04 why of a ticket whose gate runs names those that land before it, and the check that runs once more', () => {
  const stage = chain();
  const places = { developers: 4, judges: 4, checks: 4, lander: 1 };
  const options = { now: 65_000, held: true, places, budget: { usd: null, tokens: null } };
  const texts = (id: string) => whyOf(stage.state(), stage.job(id), options).map(({ text }) => text);
  expect(texts('C')).toEqual([
    'it is running: landing gate for 0s, attempt 1, gated on A, which must land first',
  ]);
  expect(texts('A')).toEqual(['it is running: landing gate for 1m05s, attempt 1']);
  stage.answer('C', 'landing_gate_failed', { once: true, because: 'unit-tests: 2 failed' });
  expect(texts('C')).toEqual([
    'it is running: landing gate for 0s, attempt 1, gated on A, which must land first; a check failed and runs once more to confirm it: red once: unit-tests: 2 failed',
  ]);
});

test('QUEUE-04 status and why say that a red check runs once more, and what it printed', () => {
  const stage = chain();
  stage.answer('A', 'landing_gate_failed', { once: true, because: 'unit-tests: 2 failed' });
  expect(landingLines(stage.state(), 0, null)[1]).toBe(
    '  A running its failed check once more: red once: unit-tests: 2 failed',
  );
  expect(landingOf(stage.state()).links[0]).toMatchObject({ state: 'suspect', because: expect.any(String) });
  expect(landingReason(stage.state(), stage.job('A'))).toContain('a check failed and runs once more');
});

test('QUEUE-04 the end of a run says how many gates ran and what the void ones cost', () => {
  const line = 'landing: 4 gates, 1 void (1m05s of checks)';
  const stage = chain();
  const titles = new Map<string, string>();
  const known = { titles, word: 'interrupted', epicBranch: null } as const;
  const end = { ...known, exitCode: null, elapsed: null, enforcement: null, notes: [] };
  expect(endOfRun(stage.state(), end)).toContain(`\n  ${line}\n`);
  const left = () => ({ findings: [], setAside: [], said: undefined });
  const more = { diff: null, left, people: [], calibrated: () => undefined, lastLines: () => [] };
  const report = runReport(stage.state(), chronicleOf(stage.journal), { ...known, ...more });
  expect(summaryMarkdown(report)).toContain(`\n- ${line}\n`);
  const calm = direct({ tickets: ['A', 'B'] }, { maxVerify: 2, maxGates: 2, window: 2 });
  for (const id of ['A', 'B']) calm.drive(id, 'merge');
  for (const id of ['A', 'B']) calm.answer(id, 'merged', { tree: `t-${id}` });
  expect(landingSummary(calm.state())).toBe('landing: 2 gates, none void');
  const serial = direct({ tickets: ['A', 'B'] });
  for (const id of ['A', 'B']) serial.land(id);
  expect(landingSummary(serial.state())).toBe('');
});

test('QUEUE-04 the checks of a gate that run side by side, and their confirmation, are one gate', () => {
  const stage = direct({ tickets: ['A'] }, { maxVerify: 4, maxGates: 4, window: 4 });
  stage.drive('A', 'merge');
  stage.answer('A', 'merged', { tree: 't-A', checks: ['unit', 'lint'] });
  stage.later(10_000);
  for (const seat of ['A#0', 'A#1']) stage.answer(seat, 'landing_checks_run');
  stage.later(5_000);
  stage.pass('A');
  expect(stage.state().chain.gates).toEqual({ started: 1, judged: 1, red: 0, most: 1, took: [15_000] });
});

test('QUEUE-04 nothing is said while one lands', () => {
  const stage = direct({ tickets: ['A'] });
  stage.drive('A', 'merge');
  expect(landingLines(stage.state(), 0, null)).toEqual([]);
});
