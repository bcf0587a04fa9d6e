import { expect, test } from 'vitest';
import type { DeveloperDelivery } from '../records/collect-delivery.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Scene } from '../../../test/support/site.ts';
import { baseline } from './baseline.ts';
import { confirm, validate } from './checks.ts';
import { gate } from './gate.ts';

const never = new AbortController().signal;
const commits = { work: { files: { 'src/a.ts': 'one\nthree\n' }, parents: ['base'] } };
const delivered = { commit: 'work', tree: 'tree of work', leftOut: [], problems: [], answer: null };

async function validated(more: Scene = {}, delivery: DeveloperDelivery | null = delivered) {
  const context = siteOf({ commits, ...more });
  const { run } = handOut(context, 'develop');
  if (delivery !== null) await context.records.put(run, 'delivered', delivery);
  const assignment = handOut(context, 'validate', { commit: 'work' });
  return { context, assignment, result: validate(context, assignment, never) };
}

test('EPIC-02 a validation is about the delivered commit and its tree, with every check run on it', async () => {
  const { context, result } = await validated();
  expect(await result).toMatchObject({
    type: 'validation_passed',
    commit: 'work',
    tree: 'tree of work',
    changed: true,
  });
  // Then each runs once more with its text as it is at base: it has no functions to take out.
  expect(context.ran.slice(0, 2)).toEqual(['run unit @ work', 'run lint @ work']);
  expect(context.ran.slice(2).map((each) => each.split(' ').at(-5))).toEqual(['unit', 'lint']);
});

test('EPIC-02 a red check fails it, with feedback that names the check', async () => {
  const { context, assignment, result } = await validated({ checks: () => 1 });
  expect(await result).toMatchObject({ type: 'validation_failed', commit: 'work' });
  const feedback = await context.records.get(assignment.run, 'feedback');
  expect(feedback).toMatchObject({
    kind: 'validation',
    environments: [{ check: 'unit', status: 'FAIL' }, {}],
  });
});

test('P8 a check that gave no result is no pass and no failure of the work', async () => {
  const { result } = await validated({ checks: () => ({ kind: 'unstartable', because: 'gone' }) });
  expect(await result).toMatchObject({ type: 'validation_broken' });
});

test('DISPATCH-05 what was wrong with the workspace fails it', async () => {
  const { result } = await validated({}, { ...delivered, problems: ['on another branch'] });
  expect(await result).toMatchObject({ type: 'validation_failed' });
});

test('TEAM-26 P9 a developer who ticks or rewrites the requirements of a milestone has touched a protected file', async () => {
  const epic = 'milestones: [{ id: m1, title: One, requirements: docs/R.md }]\n';
  const files = { ...commits.work.files, 'docs/R.md': '- [x] R-1 first\n' };
  const before = { files: { 'src/a.ts': 'one\n', 'docs/R.md': '- [ ] R-1 first\n' } };
  const { context, assignment, result } = await validated({
    epic,
    commits: { base: before, work: { files, parents: ['base'] } },
  });
  expect(await result).toMatchObject({ type: 'validation_failed' });
  expect(await context.records.get(assignment.run, 'feedback')).toMatchObject({
    findings: [{ rule: 'protected-file', file: 'docs/R.md' }],
  });
});

test('P8 a commit of which nobody knows how it was delivered is not validated', async () => {
  await expect((await validated({}, null)).result).rejects.toThrow('the record is missing');
  const other = await validated({}, { ...delivered, commit: 'base' });
  await expect(other.result).rejects.toThrow('the record is missing');
});

test('REWORK-11 what a person committed by hand needs no delivery, and passes the same gates', async () => {
  const context = siteOf({ commits, checks: () => 1 });
  context.tell({ type: 'manual_work_found', ticket: 'A', commit: 'work', tree: 'tree of work' });
  const assignment = handOut(context, 'validate', { commit: 'work' });
  expect(await validate(context, assignment, never)).toMatchObject({ type: 'validation_failed' });
});

test('a validation that was called off says nothing', async () => {
  const { context, assignment } = await validated();
  expect(await validate(context, assignment, AbortSignal.abort())).toBeUndefined();
});

const merged = { candidate: { files: { 'src/a.ts': 'one\nthree\n' }, parents: ['base'] } };

test('DISPATCH-07 the gate runs on the exact candidate and names its tree', async () => {
  const context = siteOf({ commits: merged });
  const assignment = handOut(context, 'gate', { commit: 'candidate' });
  expect(await gate(context, assignment, never)).toMatchObject({
    type: 'landing_gate_passed',
    tree: 'tree of candidate',
  });
  expect(context.ran).toEqual(['run unit @ candidate', 'run lint @ candidate']);
});

test('DISPATCH-07 a candidate that is not on top of the tip does not pass, however green', async () => {
  const context = siteOf({ commits: { candidate: { files: { 'src/a.ts': 'x' } } } });
  const assignment = handOut(context, 'gate', { commit: 'candidate' });
  expect(await gate(context, assignment, never)).toMatchObject({ type: 'landing_gate_failed' });
});

test('DISPATCH-07 a gate that is red fails, one that cannot be computed is broken', async () => {
  const red = siteOf({ commits: merged, checks: () => 1 });
  expect(await gate(red, handOut(red, 'gate', { commit: 'candidate' }), never)).toMatchObject({
    type: 'landing_gate_failed',
  });
  const broken = siteOf({ commits: merged, checks: () => ({ kind: 'unstartable', because: 'gone' }) });
  expect(await gate(broken, handOut(broken, 'gate', { commit: 'candidate' }), never)).toMatchObject({
    type: 'landing_gate_broken',
  });
});

test('the base is measured check by check, and what cannot be computed is not green', async () => {
  const context = siteOf({
    checks: (words) => (words === 'run unit' ? 1 : { kind: 'unstartable', because: 'gone' }),
  });
  const assignment = handOut(context, 'baseline', { ticket: 'baseline' });
  expect(await baseline(context, assignment, never)).toMatchObject({ red: ['unit'], inconclusive: ['lint'] });
  expect(await baseline(context, assignment, AbortSignal.abort())).toBeUndefined();
});

test('REMEDY-01 what was red at base is charged until a person has accepted it, and then that check alone', async () => {
  const lint = (words: string): number => (words === 'run lint' ? 1 : 0);
  const { context, assignment, result } = await validated({ checks: lint });
  expect(await result).toMatchObject({ type: 'validation_failed' });
  const { run } = handOut(context, 'baseline', { ticket: 'baseline' });
  await context.records.put(run, 'baseline', { red: ['lint'], inconclusive: [], flaky: [], cells: [] });
  expect(await validate(context, assignment, never)).toMatchObject({ type: 'validation_failed' });
  context.tell({ type: 'infrastructure_restored', attempts: 1, by: 'override' });
  expect(await validate(context, assignment, never)).toMatchObject({ type: 'validation_passed' });
});

test('FLOW-12 what is said to be broken is run at the tip: green there, the claim is false', async () => {
  const green = siteOf({ commits });
  const claim = { commit: 'work', claim: 'infra_blocked' } as const;
  const refuted = await confirm(green, handOut(green, 'confirm', claim), never);
  expect(refuted).toMatchObject({ type: 'claim_refuted', claim: 'infra_blocked' });
  expect(green.ran).toEqual(['run unit @ base', 'run lint @ base']);
  const red = siteOf({ commits, checks: () => 1 });
  const confirmed = await confirm(red, handOut(red, 'confirm', claim), never);
  expect(confirmed).toMatchObject({ type: 'claim_confirmed', claim: 'infra_blocked' });
});
