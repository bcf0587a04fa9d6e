// Requirements documents through the built CLI: who reviews what nobody reviewed, what the run says about open boxes, and
// when a person is asked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { recovered } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

type Said = Pick<ReportedFinding, 'verdict' | 'id'> & { readonly severity?: ReportedFinding['severity'] };

function reportOn(...said: readonly Said[]): string {
  const about = { title: 'looked at', file: 'check.sh', line: 1, evidence: 'seen', fixHint: '' };
  return writeAuditReport(
    auditorReport(
      'requirements',
      said.map((each) => ({ ...about, severity: null, ...each })),
    ),
  );
}

function passed(...ids: readonly string[]): readonly Said[] {
  return ids.map((id) => ({ verdict: 'PASS', id }));
}

function auditor(scope: string, ...said: readonly Said[]): Step {
  return { role: 'auditor', auditor: 'requirements', ticket: `audit:${scope}`, say: reportOn(...said) };
}

const recovery = { role: 'reviewer', told: 'Recovery Review Assignment' } as const;

const settings = {
  depth: 'standard',
  limits: { maxParallel: 4, maxVerify: 2 },
  audit: { auditors: { technical: false }, maxFixRounds: 0 },
};

const root = [
  '- [ ] REQ-001 it is fast (review_cycles: 3)',
  '- [ ] TECH-001 one module per file',
  '- [ ] WIRE-001 the button calls the service',
  '- [ ] TEST-001 twelve tests',
  '',
].join('\n');
const rootIds = ['REQ-001', 'TECH-001', 'WIRE-001', 'TEST-001'];

describe('documents of milestones and of the whole run', () => {
  let epic: EpicRun;
  let stopped: Ended;
  let last: Ended;
  let status: Record<string, unknown>;
  let page: string;
  let summary: string;

  beforeAll(async () => {
    epic = new EpicRun({
      config: settings,
      epic: {
        milestones: [
          { id: 'm1', title: 'Reviewed', requirements: 'docs/M1.md' },
          { id: 'm2', title: 'Not reviewed', requirements: 'docs/M2.md' },
          { id: 'm3', title: 'Too often', requirements: 'docs/M3.md' },
        ],
      },
      files: {
        'REQUIREMENTS.md': root,
        'docs/M1.md': '- [ ] REQ-101 orders can be read\n',
        'docs/M2.md': '- [ ] REQ-201 a basket\n- [ ] REQ-202 it has a sum\n',
        'docs/M3.md':
          '- [ ] REQ-301 it arrives (review_cycles: 12)\n- [ ] REQ-302 it is paid (review_cycles: 12)\n',
      },
      tickets: [
        { id: 'A', milestone: 'm1', requirements: ['REQ-101'] },
        { id: 'B', milestone: 'm2' },
        { id: 'C', milestone: 'm3' },
        { id: 'E', milestone: 'm3', requirements: ['REQ-302'] },
        { id: 'D', requirements: ['TECH-001'] },
      ],
      playbook: [
        {
          ...recovery,
          ticket: 'audit:m2',
          say: reportOn(...passed('REQ-201'), { verdict: 'FAIL', severity: 'CRITICAL', id: 'REQ-202' }),
        },
        auditor('m1', ...passed('REQ-101')),
        auditor('m2', ...passed('REQ-201', 'REQ-202')),
        auditor('m3', ...passed('REQ-301', 'REQ-302')),
        auditor('run', ...passed('REQ-101', 'REQ-201', 'REQ-202', 'REQ-301', 'REQ-302', ...rootIds)),
      ],
    });
    stopped = await epic.run();
    await epic.gauntlet('decide', 'audit:m3', '--retry', '--reason', 'once more');
    last = await epic.decide('audit:m2', '--accept', '--reason', 'the sum can wait');
    status = JSON.parse((await epic.ask('status', '--json')).stdout) as typeof status;
    page = (await epic.ask('status')).stdout;
    summary = readFileSync(join(epic.repository, '.gauntlet/epics/e1/summary.md'), 'utf8').replaceAll(
      '\\',
      '',
    );
  }, patience);
  afterAll(() => epic.remove());

  test('FOUND-01 002#35 a recovery review is sent only where no review has looked, and asks about nothing else', () => {
    expect(epic.of('audit:m1', 'recovery_dispatched')).toEqual([]);
    // Only after the person's answer, about the item that nobody judged in this run.
    const [answered] = epic.of('audit:m3', 'decision_answered');
    const [recovered] = epic.of('audit:m3', 'recovery_dispatched');
    expect(recovered?.seq).toBeGreaterThan(answered?.seq ?? Infinity);
    expect(epic.of('audit:m2', 'recovery_dispatched')).toHaveLength(1);
    // The survey after it counts what it passed, though boxes are written when the audit is over.
    expect(epic.of('audit:m2', 'survey_done').map(({ passed }) => passed)).toEqual([undefined, 1]);
    const [atEnd = ''] = epic.prompts('audit:run', 'recover');
    expect(atEnd).toContain('WIRE-001');
    for (const judged of ['REQ-101', 'REQ-201', 'REQ-301', 'TECH-001']) expect(atEnd).not.toContain(judged);
  });

  test('FOUND-01 002#36 an item that the recovery review fails is a finding in the score, and its box stays open', () => {
    expect(epic.of('audit:m2', 'recovery_done')).toMatchObject([{ items: 2, open: 1 }]);
    expect(epic.of('audit:m2', 'audit_scored')).toMatchObject([{ overall: 0.75, move: 'stop' }]);
    expect(stopped.code).toBe(3);
    const report = readFileSync(join(epic.repository, '.gauntlet/epics/e1/audit/m2/AUDIT_REPORT.md'), 'utf8');
    expect(report).toContain('REQ-202');
    const document = epic.git('show', 'epic/e1:docs/M2.md');
    expect(document).toContain('- [x] REQ-201 a basket (review_cycles: 1)');
    expect(document).toContain('- [ ] REQ-202 it has a sum (review_cycles: 1)');
    expect(document).toContain('| 1 | requirements auditor | REQ-202 | PASS | audit:m2 |');
    expect(document).toContain('| 1 | recovery review | REQ-202 | FAIL | audit:m2: looked at (check.sh:1) |');
  });

  test('FOUND-01 002#17 a recovery review is scored beside the auditors, whose numbers are those of their own reports', async () => {
    const folder = join(epic.repository, '.gauntlet/epics/e1/audit/m2');
    const report = readFileSync(join(folder, 'AUDIT_REPORT.md'), 'utf8');
    expect(report).toContain('| requirements | reported | 2 | 2 | 0 | 0 | 1.00 | yes |');
    expect(report).toContain('| recovery | reported | 2 | 1 | 1 | 0 | 0.50 | yes |');
    expect(readFileSync(join(folder, 'recovery_audit.md'), 'utf8')).toContain('FAIL | CRITICAL | REQ-202');
    const { stdout } = await epic.gauntlet('audit', '--rescore', folder, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ overallScore: 0.75, health: 'needs-fixes' });
  });

  test('FOUND-01 004#10 verdict, status and its JSON say what a person accepted, who and why', () => {
    for (const text of [last.stdout, page]) {
      expect(text).toMatch(/PASSED.*; 1 job accepted by (?!a person)\S+/);
      expect(text).toMatch(/accepted {2}audit:m2 by .+: the sum can wait/);
    }
    expect(status).toMatchObject({
      accepted: [{ job: 'audit:m2', because: expect.stringMatching(/.+: the sum can wait$/) as string }],
    });
  });

  test('FOUND-01 002#34 an open item that has used its review cycles is judged again only when a person says so; a passed one asks nobody', () => {
    expect(epic.of('audit:m3', 'ticket_escalated')).toMatchObject([
      { reason: 'review_cycles_used', options: ['retry', 'accept', 'fail'] },
    ]);
    expect(stopped.stdout).toContain(
      '1 of 2 requirements in docs/M3.md are open, and at least one of them has had 10 review cycles, the limit: REQ-301\n',
    );
    expect(stopped.stdout).toContain('allow one more review cycle');
    const [asked] = epic.of('audit:m3', 'ticket_escalated');
    const [team] = epic.of('audit:m3', 'team_auditor_dispatched');
    expect(team?.seq).toBeGreaterThan(asked?.seq ?? Infinity);
    expect(epic.of('audit:m3', 'audit_ended')).toMatchObject([{ outcome: 'passed' }]);
  });

  test('FOUND-01 002#3 the requirements auditor is told to judge every id of the document', () => {
    const [prompt = ''] = epic.prompts('audit:run', 'team');
    expect(prompt).toContain('every other id that the requirements have');
    expect(epic.of('audit:run', 'agent_unclear')).toEqual([]);
  });

  test('FOUND-01 002#31 the audit of the run reads the root document and those of the milestones', () => {
    const [prompt = ''] = epic.prompts('audit:run', 'team');
    for (const id of [...rootIds, 'REQ-101', 'REQ-201', 'REQ-202', 'REQ-301', 'REQ-302'])
      expect(prompt).toContain(id);
    expect(epic.git('show', 'epic/e1:REQUIREMENTS.md')).toContain('- [x] TECH-001 one module per file');
  });

  test('FOUND-01 002#31 a run that passes with open boxes says so in its verdict', () => {
    expect(last.code).toBe(0);
    expect(last.stdout).toContain('QUALITY GATE  PASSED: 1 of 9 requirements open');
    expect(page).toContain('PASSED: 1 of 9 requirements open');
    expect(summary).toContain('PASSED: 1 of 9 requirements open');
  });

  test('FOUND-01 002#33 the convergence report stands in summary, status and its JSON', () => {
    const line = 'requirements: 8 of 9 ticked (0.89), degraded, review cycles: 13';
    for (const text of [last.stdout, page, summary]) {
      expect(text).toContain(line);
      expect(text).toContain('requirements in docs/M2.md: 1 of 2 ticked (0.50), degraded, review cycles: 1');
      expect(text).toContain('open: REQ-202');
    }
    expect(status).toMatchObject({
      requirements: { total: 9, checked: 8, cycles: 13 },
      convergence: {
        totalRequirements: 9,
        checkedRequirements: 8,
        convergenceRatio: 8 / 9,
        health: 'degraded',
        openItems: ['REQ-202'],
        escalatedItems: [],
        zeroCycleMilestones: [],
      },
    });
  });

  test('FOUND-03 002#28 status has score, health and rounds of every audit, and the ticked requirements', () => {
    expect(status['audits']).toMatchObject([
      { id: 'audit:m1', score: 1, health: 'passed', rounds: 0, outcome: 'passed' },
      { id: 'audit:m2', score: 0.75, health: 'needs-fixes', rounds: 0, outcome: 'accepted' },
      { id: 'audit:m3', score: 1, health: 'passed', rounds: 0, outcome: 'passed' },
      { id: 'audit:run', score: 1, health: 'passed', rounds: 0, outcome: 'passed' },
    ]);
    expect(page).toContain('audit:m2: accepted, score 0.75, needs-fixes, 0 fix rounds');
  });
});

describe('a recovery review without a usable answer', () => {
  let epic: EpicRun;
  let first: Ended;
  let last: Ended;
  let waiting: { readonly status: unknown; readonly page: string; readonly report: string };
  let again: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      config: {
        ...settings,
        audit: { ...settings.audit, endOfRun: false },
        limits: { agentTries: 1, clarifications: 1 },
      },
      epic: { milestones: [{ id: 'm1', title: 'Parts', requirements: 'docs/M1.md' }] },
      files: {
        'docs/M1.md': '- [ ] REQ-1 one\n- [ ] REQ-2 two\n',
        'REQUIREMENTS.md': '- [ ] REQ-9 nobody names it (review_cycles: 3)\n- [ ] REQ-8 nor this\n',
      },
      tickets: [{ id: 'A', milestone: 'm1' }],
      playbook: [
        { ...recovery, has: '.agent/usable', say: recovered() },
        { ...recovery, clarification: 1, say: reportOn(...passed('REQ-1')) },
        { ...recovery, say: 'nothing' },
        auditor('m1', ...passed('REQ-1', 'REQ-2')),
      ],
    });
    first = await epic.run();
    const folder = join(epic.repository, '.gauntlet/epics/e1/audit/m1');
    waiting = {
      status: JSON.parse((await epic.ask('status', '--json')).stdout),
      page: (await epic.ask('status')).stdout,
      report: readFileSync(join(folder, 'AUDIT_REPORT.md'), 'utf8'),
    };
    again = await epic.gauntlet('audit', '--rescore', folder);
    epic.write({ '.agent/usable': '' });
    last = await epic.decide('audit:m1', '--retry', '--reason', 'the agent is back');
  }, patience);
  afterAll(() => epic.remove());

  test('FOUND-01 002#35 an answer that leaves an item out is asked for again, and nothing passes without one', () => {
    expect(epic.of('audit:m1', 'agent_unclear')[1]?.because).toContain(
      'REQ-2 is required and has no verdict',
    );
    expect(first.code).toBe(3);
    expect(first.stdout).toContain('the recovery review gave no usable answer');
    expect(last.code).toBe(0);
    expect(epic.of('audit:m1', 'recovery_done')).toMatchObject([{ items: 2, open: 0 }]);
    expect(epic.git('show', 'epic/e1:docs/M1.md')).toContain('- [x] REQ-2 two (review_cycles: 1)');
  });

  test('FOUND-01 002#28 its health is unknown in status, its JSON, the report and the score that is counted again', () => {
    expect(waiting.status).toMatchObject({ audits: [{ id: 'audit:m1', health: 'unknown' }, {}] });
    expect(waiting.page).toMatch(/audit:m1: not finished, score 0\.50, unknown/);
    expect(waiting.report).toContain('- **Health**: unknown');
    expect(waiting.report).toContain('| recovery | no result | 0 | 0 | 0 | 0 | 0.00 |');
    expect(again.code).toBe(5);
    expect(again.stdout).toContain('every auditor reported (missing: recovery)');
  });

  test('FOUND-01 002#34 items open after three cycles are escalated, also where no audit reads them', async () => {
    expect(last.stdout).toContain('PASSED: 2 of 4 requirements open');
    expect(last.stdout).toContain('escalated: REQ-9 (cycles: 3)');
    const { stdout } = await epic.ask('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      convergence: { escalatedItems: ['REQ-9 (cycles: 3)'], openItems: ['REQ-9', 'REQ-8'] },
    });
  });
});
