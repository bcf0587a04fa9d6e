// What of an auditor's report counts, as the stage takes it.
import { expect, test } from 'vitest';
import { auditorReport, writeAuditReport } from '../../formats/index.ts';
import type { AuditorReport, ReportedFinding } from '../../model/audit.ts';
import type { AgentCall } from '../../ports/agents.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Stand } from '../../../test/support/site.ts';
import { shownAt, thereAt } from './audit-scope.ts';
import { team } from './milestone.ts';
import { reconcile } from '../stages/reconcile.ts';

const never = new AbortController().signal;
const files = {
  'docs/R.md': '# Requirements\n\n- [ ] **R-1**: first\n- [ ] **R-2**: second\n',
  'docs/PRD.md': '- first\n- second\n',
  'src/a.ts': 'a\n',
};

function said(id: string, more: Partial<ReportedFinding> = {}): ReportedFinding {
  const about = { id, title: `about ${id}`, file: 'src/a.ts', line: 1, evidence: 'seen', fixHint: '' };
  return { ...about, verdict: 'PASS', severity: null, ...more };
}

const report = (...findings: readonly ReportedFinding[]) =>
  writeAuditReport(auditorReport('requirements', findings));

function siteWith(says: (call: AgentCall) => string, config = ''): Stand {
  const epic = 'original: docs/PRD.md\nmilestones: [{ id: m1, title: One, requirements: docs/R.md }]\n';
  return siteOf({ epic, config: `depth: standard\n${config}`, says, commits: { base: { files } } });
}

async function heard(...findings: readonly ReportedFinding[]) {
  const context = siteWith(() => report(...findings));
  const assignment = handOut(context, 'team', { ticket: 'audit:m1' });
  const result = await team(context, assignment, never);
  const kept = await context.records.get(assignment.run, 'auditorReport');
  return { type: result?.type, because: JSON.stringify(result), kept };
}

test('TEAM-05 BEYOND-03 of a milestone with a document only its own requirements can be passed', async () => {
  const made = [said('R-3'), said('REQ-001'), said('R-1', { file: 'made/up.ts' })];
  const { type, kept } = await heard(said('R-1'), said('R-2'), ...made);
  expect(type).toBe('team_auditor_reported');
  expect(kept).toMatchObject({ summary: { checked: 2, pass: 2, score: 1 } });
  expect(kept?.reasons.filter((reason) => reason.startsWith('not counted'))).toHaveLength(3);
});

test('TEAM-21 P8 a requirement without a verdict is asked about again, by its name', async () => {
  const { type, because, kept } = await heard(said('R-1'), said('R-9'));
  expect({ type, kept }).toEqual({ type: 'agent_unclear', kept: undefined });
  expect(because).toContain('R-2 is required and has no verdict');
});

test('FOUND-01 002#3 a report that leaves a requirement out after the last question counts, with that one as not judged', async () => {
  const answers = [report(said('R-1', { verdict: 'FAIL', severity: 'HIGH' })), 'nothing'];
  const context = siteWith(() => answers.shift() ?? '', 'limits: { clarifications: 1 }\n');
  const first = handOut(context, 'team', { ticket: 'audit:m1' });
  expect(await team(context, first, never)).toMatchObject({ type: 'agent_unclear' });
  const second = handOut(context, 'team', { ticket: 'audit:m1', clarification: 1 });
  expect(await team(context, second, never)).toMatchObject({ type: 'team_auditor_reported', score: 0 });
  const kept = (await context.records.get(second.run, 'auditorReport')) as AuditorReport;
  expect(kept.complete).toBe(false);
  expect(kept.findings.map(({ verdict, id, title }) => `${verdict} ${id} ${title}`)).toEqual([
    'FAIL R-1 about R-1',
    'FAIL R-2 not judged',
  ]);
});

test('FOUND-01 002#3 an answer to the question that gives only the missing verdict completes the report', async () => {
  const answers = [report(said('R-1', { verdict: 'FAIL', severity: 'HIGH' })), report(said('R-2'))];
  const context = siteWith(() => answers.shift() ?? '');
  await team(context, handOut(context, 'team', { ticket: 'audit:m1' }), never);
  const second = handOut(context, 'team', { ticket: 'audit:m1', clarification: 1 });
  expect(await team(context, second, never)).toMatchObject({ type: 'team_auditor_reported', score: 0.5 });
  const kept = (await context.records.get(second.run, 'auditorReport')) as AuditorReport;
  expect(kept.complete).toBe(true);
  expect(kept.findings.map(({ verdict, id }) => `${verdict} ${id}`).toSorted()).toEqual([
    'FAIL R-1',
    'PASS R-2',
  ]);
});

test('TEAM-01 P8 a report of nothing but made-up passes is none', async () => {
  expect(await heard(said('R-8'), said('R-9'))).toMatchObject({ type: 'agent_unclear', kept: undefined });
});

test('BEYOND-03 a file may be named by its whole path or as a folder; what is outside is not there', async () => {
  const isThere = await thereAt(
    siteWith(() => ''),
    'base',
  );
  const named = ['src/a.ts', './src/a.ts', '/somewhere/else/src/a.ts', 'src', 'src/'];
  expect(named.filter((file) => !isThere(file))).toEqual([]);
  const made = ['', '..', '../src/a.ts', '/etc/passwd', 'a.ts', 'src/a.ts/b', '/x/../src/a.ts'];
  expect(made.filter(isThere)).toEqual([]);
});

test('FOUND-01 002#17 a PASS is shown by a file and a line of it, not by a folder or beyond its end', async () => {
  const places = ['src/a.ts', '/somewhere/else/src/a.ts', 'src', ''].map((file) => ({ file }));
  const isShown = await shownAt(
    siteWith(() => ''),
    'base',
    places,
  );
  const shown = (line: number) =>
    places.filter((place) => isShown({ ...place, line })).map(({ file }) => file);
  expect(shown(0)).toEqual(['src/a.ts', '/somewhere/else/src/a.ts']);
  expect(shown(1)).toHaveLength(2);
  expect(shown(2)).toEqual([]);
});

async function reconciled(text: string) {
  const context = siteWith(() => text, 'reconcile: true\n');
  const assignment = handOut(context, 'reconcile', { ticket: 'audit:run' });
  return reconcile(context, assignment, never);
}

test('TEAM-19 every item of the request is answered, or whoever was asked has not answered', async () => {
  expect(await reconciled(report(said('ITEM-1'), said('ITEM-2')))).toMatchObject({
    type: 'reconciliation_done',
    items: 2,
    open: 0,
  });
  expect(await reconciled(report(said('ITEM-1'), said('ITEM-2', { file: '' })))).toMatchObject({ open: 1 });
  expect(await reconciled(report(said('ITEM-1'), said('ITEM-3')))).toMatchObject({ type: 'agent_unclear' });
  expect(await reconciled('all is well')).toMatchObject({ type: 'agent_unclear' });
});

test('TEAM-19 a request that nobody can read is nobody’s pass', async () => {
  const context = siteWith(() => '', 'reconcile: true\nprivacy: { deny: ["docs/PRD.md"] }\n');
  const result = await reconcile(context, handOut(context, 'reconcile', { ticket: 'audit:run' }), never);
  expect(result).toMatchObject({ type: 'agent_failed' });
});
