import { expect, test } from 'vitest';
import { auditorReport, writeAuditReport, writeFindingsDocument } from '../../formats/index.ts';
import type { AgentCall } from '../../ports/agents.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Stand } from '../../../test/support/site.ts';
import { team } from './milestone.ts';
import { recover } from '../stages/recover.ts';
import { score } from './score.ts';
import { survey } from './survey.ts';

const never = new AbortController().signal;
const run = 'audit:run';
const ticked = '# Requirements\n\n- [x] **R-1**: first\n- [x] **R-2**: second\n';
const open = '# Requirements\n\n- [ ] **R-1**: first\n- [ ] **R-2**: second\n';

test('P9 requirements are counted as the base has them, whatever the epic branch made of them', async () => {
  const context = siteOf({
    epic: 'milestones: [{ id: m1, title: One, requirements: docs/R.md }]\n',
    commits: {
      base: { files: { 'docs/R.md': open } },
      tip: { files: { 'docs/R.md': ticked }, parents: ['base'] },
    },
  });
  context.tell({ type: 'base_synced', base: 'base', commit: 'tip', tree: 't', by: 'ada' });
  const result = await survey(context, handOut(context, 'survey', { ticket: 'audit:m1' }), never);
  expect(result).toMatchObject({ type: 'survey_done', requirements: { total: 2, checked: 0 } });
});

const clean = (more: object = {}): string =>
  writeFindingsDocument({
    ticket: run,
    round: 1,
    reviewer: 'r',
    date: '',
    branch: 'epic/e1',
    findings: [],
    recommendation: 'APPROVE',
    ...more,
  });

const alone = 'depth: quick\n';

async function reviewedBy(says: (call: AgentCall) => string): Promise<{ context: Stand; type: string }> {
  const context = siteOf({ config: alone, says });
  expect(context.plan.gating.team.auditors).toEqual([]);
  const result = await team(context, handOut(context, 'team', { ticket: run }), never);
  if (result !== undefined) context.tell(result);
  return { context, type: result?.type ?? 'none' };
}

test('TEAM-11 the one reviewer’s clean document passes; P8 one of another round or job is somebody else’s', async () => {
  expect((await reviewedBy(() => clean())).type).toBe('team_auditor_reported');
  expect((await reviewedBy(() => clean({ round: 2 }))).type).toBe('agent_unclear');
  expect((await reviewedBy(() => clean({ ticket: 'audit:m1' }))).type).toBe('agent_unclear');
  expect((await reviewedBy(() => 'nothing found')).type).toBe('agent_unclear');
});

test('TEAM-05 a score without the document it rests on passes nothing', async () => {
  const { context } = await reviewedBy(() => 'nothing found');
  const scored = await score(context, handOut(context, 'score', { ticket: run }), never);
  expect(scored).toMatchObject({ type: 'audit_scored', overall: 0 });
  expect(scored).not.toMatchObject({ move: 'passed' });
  const good = await reviewedBy(() => clean());
  const passed = await score(good.context, handOut(good.context, 'score', { ticket: run }), never);
  expect(passed).toMatchObject({ move: 'passed', overall: 1 });
});

test('TEAM-01 of a team in which nobody reported nothing is passed', async () => {
  const context = siteOf({ config: 'depth: thorough\n' });
  expect(context.plan.gating.team.auditors.length).toBeGreaterThan(0);
  const scored = await score(context, handOut(context, 'score', { ticket: run }), never);
  expect(scored).toMatchObject({ type: 'audit_scored', overall: 0 });
  expect(scored).not.toMatchObject({ move: 'passed' });
});

/** The score of an audit whose judges pass everything, after a recovery review without a usable answer. */
async function scoredUnreviewed(config: string, says: (call: AgentCall) => string) {
  const context = siteOf({ config, says });
  const recovery = handOut(context, 'recover', { ticket: run });
  context.tell({ type: 'agent_failed', ticket: run, run: recovery.run, used, trouble: 'void', because: '' });
  handOut(context, 'survey', { ticket: run });
  const reported = await team(context, handOut(context, 'team', { ticket: run }), never);
  if (reported !== undefined) context.tell(reported);
  const assignment = handOut(context, 'score', { ticket: run });
  const scored = await score(context, assignment, never);
  return { scored, kept: await context.records.get(assignment.run, 'score') };
}

const used = { usd: 0, tokens: 0 };
const oneAuditor = 'depth: standard\naudit: { auditors: { technical: false } }\n';

test('FOUND-01 002#28 a recovery review without a usable answer makes the recorded health unknown', async () => {
  const because = 'the recovery review gave no usable answer';
  const pass = { verdict: 'PASS', severity: null, id: 'A-AC1', title: 'there' } as const;
  const found = { ...pass, file: 'src/a.ts', line: 1, evidence: 'seen', fixHint: '' };
  const ofTeam = await scoredUnreviewed(oneAuditor, () =>
    writeAuditReport(auditorReport('requirements', [found])),
  );
  expect(ofTeam.scored).toMatchObject({ health: 'unknown', move: 'stop', because });
  const outcomes = ofTeam.kept?.auditors.map(({ auditor, outcome }) => `${auditor} ${outcome}`);
  expect(outcomes?.toSorted()).toEqual(['recovery no result', 'requirements reported']);
  const ofOne = await scoredUnreviewed(alone, () => clean());
  expect(ofOne.scored).toMatchObject({ health: 'unknown', move: 'stop', because });
});

test('FOUND-01 002#36 a finding of the recovery review counts although another ticket landed after it', async () => {
  const audit = 'audit:m1';
  const files = { 'docs/R.md': '# Requirements\n\n- [ ] **R-1**: first\n', 'src/a.ts': 'one\n' };
  const place = { id: 'R-1', title: 'R-1', file: 'src/a.ts', line: 1, evidence: 'seen', fixHint: '' };
  const failed = { ...place, verdict: 'FAIL', severity: 'CRITICAL' } as const;
  const report = auditorReport('requirements', [{ ...place, verdict: 'PASS', severity: null }]);
  const context = siteOf({
    epic: 'milestones: [{ id: m1, title: One, requirements: docs/R.md }]\n',
    config: oneAuditor,
    says: () => writeAuditReport(report),
    commits: { base: { files }, tip: { files: { ...files, 'src/b.ts': 'b\n' }, parents: ['base'] } },
  });
  const recovery = handOut(context, 'recover', { ticket: audit, commit: 'base' });
  const kept = { commit: 'base', report: auditorReport('requirements', [failed]) };
  await context.records.put(recovery.run, 'recovery', kept);
  context.tell({ type: 'recovery_done', ticket: audit, run: recovery.run, used, items: 1, open: 1 });
  context.tell({ type: 'base_synced', base: 'base', commit: 'tip', tree: 't', by: 'ada' });
  const surveyed = await survey(context, handOut(context, 'survey', { ticket: audit }), never);
  if (surveyed !== undefined) context.tell(surveyed);
  const reported = await team(context, handOut(context, 'team', { ticket: audit, commit: 'tip' }), never);
  if (reported !== undefined) context.tell(reported);
  const scored = await score(context, handOut(context, 'score', { ticket: audit, commit: 'tip' }), never);
  expect(scored).toMatchObject({ health: 'needs-fixes', overall: 0.5 });
});

const place = { id: 'A-AC1', title: 'A-AC1', file: 'src/a.ts', line: 1, evidence: 'seen', fixHint: '' };
const wrong = writeAuditReport(
  auditorReport('requirements', [{ ...place, verdict: 'FAIL', severity: 'HIGH' }]),
);
const right = writeAuditReport(
  auditorReport('requirements', [{ ...place, verdict: 'PASS', severity: null }]),
);
const crash = { kind: 'crash', because: 'exit code 1' } as const;

test('TEAM-01 003#8 a fresh auditor does not erase what the one before it reported until its process crashed', async () => {
  const says = (call: AgentCall) => (call.try === 0 ? { text: wrong, stop: crash } : right);
  const context = siteOf({ config: oneAuditor, says });
  const first = handOut(context, 'team', { ticket: run });
  const failed = await team(context, first, never);
  expect(failed).toMatchObject({ type: 'agent_failed', trouble: 'crash' });
  if (failed !== undefined) context.tell(failed);
  const second = handOut(context, 'team', { ticket: run, try: 1 });
  expect(await team(context, second, never)).toMatchObject({ type: 'team_auditor_reported' });
  const kept = await context.records.get(second.run, 'auditorReport');
  expect(kept?.findings).toMatchObject([{ verdict: 'FAIL', id: 'A-AC1' }]);
});

test('TEAM-01 003#8 after the last try the open findings of a crashed auditor are its report, and its passes are nothing', async () => {
  const says = ({ try: nth }: AgentCall) => ({ text: nth === 2 ? wrong : right, stop: crash });
  const context = siteOf({ config: oneAuditor, says });
  const passing = await team(context, handOut(context, 'team', { ticket: run, try: 1 }), never);
  expect(passing).toMatchObject({ type: 'agent_failed' });
  if (passing !== undefined) context.tell(passing);
  const last = handOut(context, 'team', { ticket: run, try: 2 });
  expect(await team(context, last, never)).toMatchObject({ type: 'team_auditor_reported', score: 0 });
  const kept = await context.records.get(last.run, 'auditorReport');
  expect(kept).toMatchObject({ complete: false, findings: [{ verdict: 'FAIL' }] });
});

test('TEAM-24 003#8 what a recovery review found open is kept where its process crashes', async () => {
  const context = siteOf({ config: oneAuditor, says: () => ({ text: wrong, stop: crash }) });
  const assignment = handOut(context, 'recover', { ticket: run });
  expect(await recover(context, assignment, never)).toMatchObject({ type: 'agent_failed', trouble: 'crash' });
  const kept = await context.records.get(assignment.run, 'recovery');
  expect(kept).toMatchObject({ isPartial: true, report: { findings: [{ verdict: 'FAIL', id: 'A-AC1' }] } });
});
