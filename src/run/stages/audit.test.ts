import { expect, test } from 'vitest';
import type { AgentCall } from '../../ports/agents.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Scene } from '../../../test/support/site.ts';
import { audit } from './audit.ts';
import { confirm } from './checks.ts';

const never = new AbortController().signal;
const commits = { work: { files: { 'src/a.ts': 'one\nthree\n' }, parents: ['base'] } };

const passed = ({ token }: AgentCall, criterion = 'AC1', more = '') =>
  `AUDIT_PASSED: A ${token}\n\nVerification Results:\n- ${criterion}: VERIFIED - seen\n${more}\nSummary: all there\n`;

async function audited(says: (call: AgentCall) => string, more: Scene = {}) {
  const context = siteOf({ commits, says, ...more });
  const assignment = handOut(context, 'audit', { commit: 'work' });
  return { context, assignment, result: await audit(context, assignment, never) };
}

async function confirmed(says: (call: AgentCall) => string, more: Scene = {}) {
  const { context, result } = await audited(says, more);
  expect(result).toMatchObject({ type: 'auditor_pass' });
  const assignment = handOut(context, 'confirm', { commit: 'work', claim: 'audit_pass' });
  return { context, assignment, result: await confirm(context, assignment, never) };
}

test('FLOW-06 a pass that covers every criterion is a claim about the audited commit', async () => {
  const { result } = await audited((call) => passed(call));
  expect(result).toMatchObject({ type: 'auditor_pass', commit: 'work' });
});

test('FLOW-08 REAL-05 a pass that leaves a criterion out is no verdict: the auditor is asked again, and told which', async () => {
  const { context, assignment, result } = await audited((call) => passed(call, 'AC9'));
  expect(result).toMatchObject({ type: 'agent_unclear' });
  expect((result as { because: string }).because).toContain('AC1');
  expect(await context.records.get(assignment.run, 'feedback')).toBeUndefined();
});

test('REAL-05 a command of the auditor’s own that fails refutes the claim alone, and the next auditor is told what was measured', async () => {
  const ran = '\nCommands Executed:\n- npx own (local): PASS\n';
  const { context, assignment, result } = await confirmed((call) => passed(call, undefined, ran), {
    checks: () => 1,
  });
  expect(result).toMatchObject({ type: 'claim_refuted', claim: 'audit_pass', fault: 'claim' });
  expect(await context.records.get(assignment.run, 'feedback')).toBeUndefined();
  const next = handOut(context, 'audit', { commit: 'work' });
  await audit(context, next, never);
  expect(JSON.stringify(await context.records.get(next.run, 'prompt'))).toContain('npx own: exit code 1');
});

test('FLOW-06 a fail teaches what is not met', async () => {
  const { context, assignment, result } = await audited(
    ({ token }) =>
      `AUDIT_FAILED: A ${token}\n\nFailed Criteria:\n- AC1: FAILED - it is not there\n\nRequired Fixes:\n- add it\n`,
  );
  expect(result).toMatchObject({ type: 'auditor_fail', commit: 'work' });
  expect(await context.records.get(assignment.run, 'feedback')).toMatchObject({ requiredFixes: ['add it'] });
});

test('P8 an answer with another token, or none that counts, is no audit', async () => {
  const wrong = await audited(() => passed({ token: 'word00000000000000009999' } as AgentCall));
  expect(wrong.result).toMatchObject({ type: 'agent_unclear' });
  expect((await audited(() => 'all good')).result).toMatchObject({ type: 'agent_unclear' });
});

test('FLOW-12 a blocked audit is a claim, not a failure', async () => {
  const { result } = await audited(
    ({ token }) => `Pre-existing Failures:\n- unit: red before\n\nAUDIT_BLOCKED: A ${token}\n`,
  );
  expect(result).toMatchObject({ type: 'auditor_blocked', commit: 'work' });
});

test('FLOW-08 what the auditor says passed is run again on that commit, and a pass that does not hold is refuted', async () => {
  const ran = '\nCommands Executed:\n- run unit (local): PASS\n';
  const good = await confirmed((call) => passed(call, undefined, ran));
  expect(good.result).toMatchObject({ type: 'claim_confirmed', claim: 'audit_pass' });
  const bad = await confirmed((call) => passed(call, undefined, ran), { checks: () => 1 });
  expect(bad.result).toMatchObject({ type: 'claim_refuted', claim: 'audit_pass' });
  expect(new Set(bad.context.ran)).toEqual(new Set(['run unit @ work']));
});

test('P8 a check that gave no result confirms nothing', async () => {
  const ran = '\nCommands Executed:\n- run unit (local): PASS\n';
  const { result } = await confirmed((call) => passed(call, undefined, ran), {
    checks: () => ({ kind: 'unstartable', because: 'no shell' }),
  });
  expect(result).toMatchObject({ type: 'claim_unchecked' });
});

test('P8 an audit that is no longer on record confirms nothing', async () => {
  const context = siteOf({ commits });
  const assignment = handOut(context, 'confirm', { commit: 'work', claim: 'audit_pass' });
  await expect(confirm(context, assignment, never)).rejects.toThrow('the record is missing');
});

test('a confirmation that was called off says nothing', async () => {
  const { context } = await audited((call) => passed(call));
  const assignment = handOut(context, 'confirm', { commit: 'work', claim: 'audit_pass' });
  expect(await confirm(context, assignment, AbortSignal.abort())).toBeUndefined();
});
