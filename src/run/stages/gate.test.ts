import { expect, test } from 'vitest';
import type { AssignmentEvent } from '../../model/events.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Stand } from '../../../test/support/site.ts';
import { gate } from './gate.ts';

const never = new AbortController().signal;
const candidate = { files: { 'src/a.ts': 'one\nthree\n' }, parents: ['base'] };

/** A stage context whose unit tests end with these codes, one after the other, then with 0. */
function flickering(...codes: number[]): Stand {
  return siteOf({
    commits: { candidate },
    checks: (argv) => (argv.includes('unit') ? (codes.shift() ?? 0) : 0),
  });
}

type Started = Extract<AssignmentEvent, { type: 'landing_gate_started' }>;

async function gated(context: Stand, more: Partial<Pick<Started, 'apart' | 'reuse' | 'checks'>> = {}) {
  const assignment = { ...handOut(context, 'gate', { commit: 'candidate' }), ...more };
  return { run: assignment.run, result: await gate(context, assignment, never) };
}

test('QUEUE-02 a gate whose reds are confirmed apart ends at the first red, and gives no feedback', async () => {
  const context = flickering(1);
  const { run, result } = await gated(context, { apart: true });
  expect(result).toMatchObject({ type: 'landing_gate_failed', once: true });
  expect(context.ran).toEqual(['run unit @ candidate', 'run lint @ candidate']);
  expect(await context.records.get(run, 'feedback')).toBeUndefined();
});

test('QUEUE-02 its confirmation runs the red check once more and takes the green ones over', async () => {
  const context = flickering(1, 1);
  const first = await gated(context, { apart: true });
  context.ran.length = 0;
  const { run, result } = await gated(context, { reuse: [first.run] });
  expect(result).toMatchObject({ type: 'landing_gate_failed' });
  expect(result).not.toHaveProperty('once');
  expect(context.ran).toEqual(['run unit @ candidate']);
  expect(await context.records.get(run, 'feedback')).toMatchObject({
    kind: 'landing',
    environments: [
      { check: 'unit', status: 'FAIL' },
      { check: 'lint', status: 'PASS' },
    ],
  });
});

test('QUEUE-03 red and then green is red, unless the check was flaky on a tree without the ticket', async () => {
  const own = flickering(1);
  const first = await gated(own, { apart: true });
  expect((await gated(own, { reuse: [first.run] })).result).toMatchObject({
    type: 'landing_gate_failed',
    flaky: ['unit'],
  });
  const others = flickering(1);
  const state = others.state();
  const flakes = [{ check: 'unit', holds: ['B'] }];
  const context = { ...others, state: () => ({ ...state, chain: { ...state.chain, flakes } }) };
  expect((await gated(context)).result).toMatchObject({ type: 'landing_gate_passed', flaky: ['unit'] });
});

test('QUEUE-02 a check that is known to be flaky is run again in place, and voids nobody', async () => {
  const context = flickering(1);
  const { chain, ...state } = context.state();
  const known = { ...state, chain: { ...chain, flakes: [{ check: 'unit', holds: ['B'] }] } };
  const { result } = await gated({ ...context, state: () => known }, { apart: true });
  expect(result).toMatchObject({ type: 'landing_gate_passed', flaky: ['unit'] });
});

test('QUEUE-02 a finding that no second run can change is not confirmed', async () => {
  const key = ['AKIA', 'IOSFODNN7EXAMPLX'].join('');
  const secret = { files: { 'src/a.ts': `key = '${key}'\n` }, parents: ['base'] };
  const context = siteOf({ commits: { candidate: secret }, checks: () => 1 });
  const { result } = await gated(context, { apart: true });
  expect(result).toMatchObject({
    type: 'landing_gate_failed',
    findings: [expect.stringMatching(/^no-secret/), expect.any(String), expect.any(String)],
  });
  expect(result).not.toHaveProperty('once');
});

test('QUEUE-04 some checks of a gate say which of them are red, and another run takes them over', async () => {
  const context = flickering(1, 1);
  const [unit, lint] = [
    await gated(context, { apart: true, checks: ['unit'] }),
    await gated(context, { apart: true, checks: ['lint'] }),
  ];
  expect(unit.result).toMatchObject({ type: 'landing_checks_run', red: ['unit'], tree: 'tree of candidate' });
  expect(lint.result).toMatchObject({ type: 'landing_checks_run', red: [] });
  context.ran.length = 0;
  const { result } = await gated(context, { reuse: [unit.run, lint.run] });
  expect(result).toMatchObject({ type: 'landing_gate_failed' });
  expect(context.ran).toEqual(['run unit @ candidate']);
});

test('QUEUE-03 a flaky pass is taken over only where the check is known to be flaky without the ticket', async () => {
  const context = flickering(1);
  const { chain, ...state } = context.state();
  const known = { ...state, chain: { ...chain, flakes: [{ check: 'unit', holds: ['B'] }] } };
  const { run } = await gated({ ...context, state: () => known }, { apart: true, checks: ['unit'] });
  context.ran.length = 0;
  const { result } = await gated({ ...context, state: () => known }, { reuse: [run] });
  expect(result).toMatchObject({ type: 'landing_gate_passed', flaky: ['unit'] });
  expect(context.ran).toEqual(['run lint @ candidate']);
  await gated(context, { reuse: [run] });
  expect(context.ran).toContain('run unit @ candidate');
});

test('P8 checks side by side that gave no result are no pass', async () => {
  const context = siteOf({
    commits: { candidate },
    checks: () => ({ kind: 'unstartable', because: 'gone' }),
  });
  const { result } = await gated(context, { apart: true, checks: ['unit'] });
  expect(result).toMatchObject({ type: 'landing_gate_broken' });
});

test('QUEUE-02 a green gate of the same tree spares its checks, and nothing else', async () => {
  const context = flickering();
  const { run } = await gated(context);
  context.ran.length = 0;
  const { result } = await gated(context, { apart: true, reuse: [run] });
  expect(result).toMatchObject({ type: 'landing_gate_passed', tree: 'tree of candidate' });
  expect(context.ran).toEqual([]);
});
