import { expect, test } from 'vitest';

import type { AuditScore } from '../../audit/index.ts';
import type { AuditorReport } from '../../model/audit.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { AuditFinding, ReportedFinding } from '../../model/audit.ts';
import type { Event } from '../../model/events.ts';
import type { Job, State } from '../../state/index.ts';
import { tickCandidate, unwritten } from './tick-requirements.ts';

const audit = 'audit:m1';
const path = 'docs/R.md';
const document = '- [ ] REQ-1 one\n- [ ] REQ-2 two\n';

type Case = {
  readonly wanted?: string;
  readonly tip?: string;
  /** What tickets A and B name. */
  readonly a?: string;
  readonly b?: string;
  readonly landed?: readonly string[];
  readonly scored?: readonly Partial<AuditFinding>[] | null;
  readonly tests?: readonly Partial<ReportedFinding>[];
  readonly isOff?: boolean;
};

async function candidate({ wanted = document, tip = wanted, ...more }: Case) {
  const context = siteOf({
    epic: [
      `    milestone: m1\n    requirements: [${more.a ?? ''}]`,
      '  - id: B\n    title: More\n    acceptance: [{ id: AC1, text: it is there }]',
      `    milestone: m1\n    requirements: [${more.b ?? ''}]`,
      `milestones: [{ id: m1, title: One, requirements: ${path} }]\n`,
    ].join('\n'),
    config: 'depth: thorough\n',
    commits: {
      base: { files: { [path]: wanted } },
      tip: { files: { [path]: tip }, parents: ['base'] },
      'merge of tip': { files: {}, parents: ['tip'] },
    },
  });
  const { run } = handOut(context, 'score', { ticket: audit });
  if (more.scored !== null)
    await context.records.put(run, 'score', { findings: more.scored ?? [] } as unknown as AuditScore);
  await context.records.put(99, 'auditorReport', { findings: more.tests ?? [] } as unknown as AuditorReport);
  const reports = context.plan.gating.team.auditors.map((auditor) =>
    auditor === 'test' ? { run: 99 } : null,
  );
  const told = { ...context.state(), tip: 'tip' };
  const state = changed(told, (job) => {
    const outcome = more.isOff === true ? 'off' : 'passed';
    if (job.audit !== null) return { ...job, audit: { ...job.audit, reports, outcome } as Job['audit'] };
    if (!(more.landed ?? ['A', 'B']).includes(job.id)) return job;
    return { ...job, status: 'completed', evidence: { ...job.evidence, reviewed: 'work' } };
  });
  return tickCandidate(context, state, { audit, at: 1, objections: new Map() });
}

/** The same state with other jobs, at every depth of the vector that holds them. */
function changed(state: State, change: (job: Job) => Job): State {
  const inside = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inside);
    return typeof node === 'object' && node !== null && 'evidence' in node ? change(node as Job) : node;
  };
  return { ...state, jobs: { ...state.jobs, root: inside(state.jobs.root) as never } };
}

test('TEAM-26 a requirement is ticked when every ticket that names it has landed reviewed, and not before', async () => {
  expect(await candidate({ a: 'REQ-1', b: 'REQ-1' })).toMatchObject({ ticked: ['REQ-1'], unticked: [] });
  expect(await candidate({ a: 'REQ-1', b: 'REQ-1', landed: ['A'] })).toMatchObject({ ticked: [] });
  expect(await candidate({ a: 'REQ-1', landed: [] })).toBeUndefined();
  expect(await candidate({ a: 'REQ-1, REQ-2', b: 'req-1', landed: ['A'] })).toMatchObject({
    ticked: ['REQ-2'],
  });
});

test('TEAM-26 what the last score has against a requirement keeps it from being ticked, whoever found it and however it is written', async () => {
  const found = (id: string, title = '') =>
    ({ id, title, verdict: 'FAIL', auditor: 'requirements' }) as const;
  const both = { a: 'REQ-1, REQ-2' };
  expect(await candidate({ ...both, scored: [found('REQ-1')] })).toMatchObject({ ticked: ['REQ-2'] });
  expect(await candidate({ ...both, scored: [found('req_1')] })).toMatchObject({ ticked: ['REQ-2'] });
  expect(await candidate({ ...both, scored: [found('X-9', 'REQ-1 is not met')] })).toMatchObject({
    ticked: ['REQ-2'],
  });
  expect(await candidate({ ...both, scored: null })).toBeUndefined();
});

test('TEAM-26 the test auditor passes what it names by id alone, and fails what it means', async () => {
  const said = (verdict: 'PASS' | 'FAIL', id: string, title: string) => ({ verdict, id, title });
  expect(await candidate({ tests: [said('PASS', 'TEST-1', 'REQ-1 is tested')] })).toBeUndefined();
  expect(await candidate({ tests: [said('PASS', 'req-1', '')] })).toMatchObject({ ticked: ['REQ-1'] });
  expect(
    await candidate({ a: 'REQ-1', tests: [said('FAIL', 'TEST-1', 'REQ-1 is not tested')] }),
  ).toMatchObject({ ticked: [], unticked: [] });
});

test('FOUND-01 002#32 the Review Log names no audit that was switched off', async () => {
  const log = async (isOff: boolean) =>
    new TextDecoder()
      .decode((await candidate({ a: 'REQ-1', isOff }))?.bytes)
      .trim()
      .split('\n')
      .at(-1);
  expect(await log(false)).toBe('| 1 | critic | REQ-1 | PASS | audit:m1 |');
  expect(await log(true)).toBe('| 1 | critic | REQ-1 | PASS | milestone m1 |');
});

test('TEAM-26 P9 a requirement that the branch has rewritten, or that the base does not have, is not ticked', async () => {
  const tip = document.replace('one', 'less').concat('- [ ] REQ-3 three\n');
  expect(await candidate({ tip, a: 'REQ-1, REQ-2, REQ-3' })).toMatchObject({ ticked: ['REQ-2'] });
});

test('TEAM-26 an id that two requirements have is nobody’s verdict', async () => {
  const wanted = `${document}- [ ] REQ-1 once more\n- [ ] REQ_2 two again\n`;
  expect(await candidate({ wanted, a: 'REQ-1, REQ-2' })).toBeUndefined();
  const three = `${wanted}- [ ] REQ-3 three\n`;
  expect(await candidate({ wanted: three, a: 'REQ-1, REQ-3' })).toMatchObject({ ticked: ['REQ-3'] });
});

test('TEAM-26 what an audit said is written once, and once more when the audit was held again', () => {
  const context = siteOf({
    epic: `milestones: [{ id: m1, title: One, requirements: ${path} }]\n`,
    commits: { base: { files: { [path]: document } } },
  });
  const ended = { type: 'audit_ended', ticket: audit, outcome: 'passed', because: '' } as Event;
  const ticked = { type: 'requirements_ticked', ticket: audit } as Event;
  context.tell(ended);
  const left = (...events: readonly Event[]) => unwritten(context, context.state(), events);
  expect(left(ended)).toEqual([audit]);
  expect(left(ended, ticked)).toEqual([]);
  expect(left(ended, ticked, ended)).toEqual([audit]);
  expect(left(ended, ticked, ended, ticked)).toEqual([]);
});
