// Requirements documents and recovery reviews that are not as one expects, through the built CLI.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { auditorReport, writeAuditReport, writeFindingsDocument } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { EpicRun, epicId, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

let epic: EpicRun;
afterEach(() => epic.remove());

type Said = Partial<ReportedFinding> & Pick<ReportedFinding, 'verdict' | 'id'>;

function reportOn(...said: readonly Said[]): string {
  const about = {
    title: 'looked at',
    severity: null,
    file: 'check.sh',
    line: 1,
    evidence: 'seen',
    fixHint: '',
  };
  return writeAuditReport(
    auditorReport(
      'requirements',
      said.map((each) => ({ ...about, ...each })),
    ),
  );
}

const recovery = { role: 'reviewer', told: 'Recovery Review Assignment' } as const;
const m1 = [{ id: 'm1', title: 'One', requirements: 'docs/M1.md' }];
const audit = { auditors: { technical: false }, maxFixRounds: 0, endOfRun: false };

function auditor(...said: readonly Said[]): Step {
  return { role: 'auditor', auditor: 'requirements', say: reportOn(...said) };
}

test(
  'FOUND-01 002#35 items without an id, or with one that two have, are asked about once, however many recovery reviews are allowed',
  async () => {
    const said: readonly Said[] = [
      { verdict: 'PASS', id: 'REQ-1-LINE-2' },
      { verdict: 'PASS', id: 'REQ-1-LINE-3' },
      { verdict: 'PASS', id: '', title: 'no id here' },
    ];
    epic = new EpicRun({
      config: { depth: 'standard', audit, convergence: { reviewRecoveryRetries: 3 } },
      epic: { milestones: m1 },
      files: { 'docs/M1.md': '- [ ] no id here\n- [ ] REQ-1 one\n- [ ] REQ-1 twice\n' },
      tickets: [{ id: 'A', milestone: 'm1' }],
      playbook: [{ ...recovery, say: reportOn(...said) }, auditor(...said)],
    });
    const { code, stdout } = await epic.run();
    expect(epic.of('audit:m1', 'recovery_dispatched')).toHaveLength(1);
    expect({ code, isSaid: stdout.includes('PASSED: 3 of 3 requirements open') }).toEqual({
      code: 0,
      isSaid: true,
    });
  },
  patience,
);

test(
  '002#3 P8 a verdict that names no item of the document, or one of two with its id, leaves the requirements not proved',
  async () => {
    const named: readonly Said[] = [
      { verdict: 'PASS', id: 'LINE-1' },
      { verdict: 'PASS', id: 'REQ-1-LINE-2' },
      { verdict: 'PASS', id: 'REQ-1-LINE-3' },
    ];
    const made = [1, 2, 3].map((at): Said => ({ verdict: 'PASS', id: `ITEM-${at}` }));
    for (const [said, code] of [
      [named, 0],
      [[...made, { verdict: 'PASS', id: 'REQ-1' }], 3],
    ] as const) {
      epic = new EpicRun({
        config: { depth: 'standard', audit, convergence: { reviewRecoveryRetries: 0 } },
        epic: { milestones: m1 },
        files: { 'docs/M1.md': '- [ ] no id here\n- [ ] REQ-1 one\n- [ ] REQ-1 twice\n' },
        tickets: [{ id: 'A', milestone: 'm1' }],
        playbook: [auditor(...said)],
      });
      const ended = await epic.run();
      expect(ended.code, ended.stdout).toBe(code);
      const [prompt = ''] = epic.prompts('audit:m1', 'team');
      expect(prompt).toContain('- [ ] LINE-1 no id here\n> - [ ] REQ-1-LINE-2 one\n');
      if (code === 0) epic.remove();
    }
  },
  patience,
);

test(
  'FOUND-01 002#35 milestones that share a document are not asked about items that tickets of the others name',
  async () => {
    const shared = 'REQUIREMENTS.md';
    epic = new EpicRun({
      config: { depth: 'standard', audit: { ...audit, auditors: { requirements: false } } },
      epic: { milestones: ['m1', 'm2'].map((id) => ({ id, title: id, requirements: shared })) },
      files: { [shared]: '- [ ] REQ-1 one\n- [ ] REQ-2 two\n' },
      tickets: [
        { id: 'A', milestone: 'm1', requirements: ['REQ-1'] },
        { id: 'B', milestone: 'm2', requirements: ['REQ-2'] },
      ],
    });
    expect((await epic.run()).code).toBe(0);
    expect(epic.events().filter(({ type }) => type === 'recovery_dispatched')).toEqual([]);
    const { stdout } = await epic.ask('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ requirements: { total: 2, checked: 2, cycles: 1 } });
  },
  patience,
);

const clean = writeFindingsDocument({
  ticket: 'audit:m1',
  round: 1,
  reviewer: 'Agent (Fresh Context)',
  date: '',
  branch: 'epic/e1',
  findings: [],
  recommendation: 'APPROVE',
});

function withoutTeam(severity: 'CRITICAL' | 'LOW'): EpicRun {
  return new EpicRun({
    config: { depth: 'standard', audit: { enabled: false, endOfRun: false } },
    epic: { milestones: m1 },
    files: { 'docs/M1.md': '- [ ] REQ-1 one\n' },
    tickets: [{ id: 'A', milestone: 'm1' }],
    playbook: [
      { ...recovery, say: reportOn({ verdict: 'FAIL', severity, id: 'REQ-1' }) },
      { role: 'reviewer', say: clean },
    ],
  });
}

test(
  'FOUND-01 002#36 with the team off a failed item of the recovery review counts beside a clean review',
  async () => {
    epic = withoutTeam('CRITICAL');
    expect((await epic.run()).code).toBe(3);
    expect(epic.of('audit:m1', 'audit_scored')).toMatchObject([{ move: 'stop', health: 'needs-fixes' }]);
  },
  patience,
);

test(
  '002#22 with the team off a LOW finding of the recovery review does not pass, and the result names it as one for a person',
  async () => {
    epic = withoutTeam('LOW');
    const { code, stdout } = await epic.run();
    expect(code).toBe(3);
    expect(stdout).toContain(
      'the audit did not pass: for a person, the recovery review found LOW REQ-1 check.sh:1 looked at',
    );
  },
  patience,
);

test(
  'FOUND-01 002#36 a finding of a recovery review that leaves an item out is shown, and nothing passes',
  async () => {
    const failed: Said = { verdict: 'FAIL', severity: 'CRITICAL', id: 'REQ-1' };
    epic = new EpicRun({
      config: { depth: 'standard', audit },
      epic: { milestones: m1 },
      files: { 'docs/M1.md': '- [ ] REQ-1 one\n- [ ] REQ-2 two\n' },
      tickets: [{ id: 'A', milestone: 'm1' }],
      playbook: [
        { ...recovery, say: reportOn(failed) },
        auditor({ verdict: 'PASS', id: 'REQ-1' }, { verdict: 'PASS', id: 'REQ-2' }),
      ],
    });
    expect((await epic.run()).code).toBe(3);
    const report = join(epic.repository, '.gauntlet/epics', epicId, 'audit/m1/AUDIT_REPORT.md');
    expect(readFileSync(report, 'utf8')).toMatch(/FAIL \| CRITICAL \| REQ-1/);
  },
  patience,
);

test(
  'FOUND-01 002#35 an item that a recovery review of a milestone failed and a fix repaired is not asked about again; each row names its judge',
  async () => {
    const both = ['REQ-1', 'REQ-2'].map((id): Said => ({ verdict: 'PASS', id }));
    epic = new EpicRun({
      config: { depth: 'standard', audit: { auditors: { technical: false }, maxFixRounds: 1 } },
      epic: { milestones: m1 },
      files: { 'docs/M1.md': '- [ ] REQ-1 one\n- [ ] REQ-2 two\n' },
      tickets: [{ id: 'A', milestone: 'm1', requirements: ['REQ-1'] }],
      playbook: [
        {
          ...recovery,
          ticket: 'audit:m1',
          say: reportOn({
            verdict: 'FAIL',
            severity: 'MEDIUM',
            id: 'REQ-2',
            title: 'not there',
            file: 'parts/base.txt',
          }),
        },
        auditor(...both),
        { role: 'fixer', write: { 'parts/base.txt': 'base, and two\n' } },
      ],
    });
    expect((await epic.run()).code).toBe(0);
    expect(epic.of('audit:m1', 'recovery_done')).toMatchObject([{ items: 1, open: 1 }]);
    expect(epic.of('audit:run', 'recovery_dispatched')).toEqual([]);
    const rows = epic.git('show', 'epic/e1:docs/M1.md').split('\n');
    expect(rows).toContain('- [x] REQ-2 two (review_cycles: 2)');
    expect(rows.filter((row) => row.includes('| REQ-2 |'))).toEqual([
      '| 1 | recovery review | REQ-2 | FAIL | audit:m1: not there (parts/base.txt:1) |',
      '| 2 | requirements auditor | REQ-2 | PASS | audit:m1 |',
      '| 2 | requirements auditor | REQ-2 | PASS | audit:run |',
    ]);
  },
  patience,
);

test(
  'FOUND-01 002#35 a coordinator killed during a recovery review sends it again, and its answer counts',
  async () => {
    const passed: Said = { verdict: 'PASS', id: 'REQ-1' };
    epic = new EpicRun({
      config: { depth: 'standard', audit },
      epic: { milestones: m1 },
      files: { 'docs/M1.md': '- [ ] REQ-1 one\n' },
      tickets: [{ id: 'A', milestone: 'm1' }],
      playbook: [{ ...recovery, hold: 'review', say: reportOn(passed) }, auditor(passed)],
    });
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    await epic.until('held review');
    running.child.kill('SIGKILL');
    await running.ended;
    const again = epic.start(['resume', '--no-input']);
    await epic.until('held review');
    epic.letGo('review');
    expect((await again.ended).code).toBe(0);
    expect(epic.git('show', 'epic/e1:docs/M1.md')).toContain('- [x] REQ-1 one (review_cycles: 1)');
  },
  patience,
);

test.each([
  [{}, '2 of 4 ticked (0.50), degraded', ''],
  [
    { minRatio: 0.5, recoveryRatio: 0.5, escalateAfter: 1 },
    '2 of 4 ticked (0.50), healthy',
    'escalated: REQ-3 (cycles: 1)',
  ],
  [{ degradedRatio: 0.6 }, '2 of 4 ticked (0.50), failed', ''],
])(
  'FOUND-01 002#33 the ratios and the cycles of an escalated item are those of the settings: %j',
  async (convergence, said, escalated) => {
    epic = new EpicRun({
      tickets: [{ id: 'A' }],
      config: { convergence },
      files: {
        'REQUIREMENTS.md':
          '- [x] REQ-1 one (review_cycles: 1)\n- [x] REQ-2 two (review_cycles: 1)\n- [ ] REQ-3 three (review_cycles: 1)\n- [ ] REQ-4 four\n',
      },
    });
    const { stdout } = await epic.run();
    expect(stdout).toContain(said);
    expect(/escalated: .*/.exec(stdout)?.[0] ?? '').toBe(escalated);
  },
  patience,
);

test(
  '002#35 what a recovery review says of a milestone whose audit was skipped is written and counts',
  async () => {
    const said: readonly Said[] = [
      { verdict: 'PASS', id: 'REQ-1' },
      { verdict: 'FAIL', id: 'REQ-2', severity: 'HIGH' },
    ];
    epic = new EpicRun({
      config: { depth: 'standard', onLimit: 'fail', audit: { ...audit, endOfRun: true } },
      epic: { milestones: m1 },
      files: { 'docs/M1.md': '- [ ] REQ-1 one\n- [x] REQ-2 two\n' },
      tickets: [{ id: 'A', milestone: 'm1' }, { id: 'B' }],
      playbook: [
        { role: 'developer', ticket: 'A', exit: 3 },
        { ...recovery, say: reportOn(...said) },
        auditor(...said),
      ],
    });
    await epic.run();
    await epic.decide('A', '--fail', '--reason', 'not now');
    await epic.decide('audit:run', '--accept', '--reason', 'known');
    expect(epic.of('audit:m1', 'audit_ended')).toMatchObject([{ outcome: 'skipped' }]);
    const text = epic.git('show', 'epic/e1:docs/M1.md');
    expect(text).toContain('- [x] REQ-1 one (review_cycles: 1)\n- [ ] REQ-2 two (review_cycles: 1)\n');
    expect(text).toContain('| 1 | recovery review, requirements auditor | REQ-1 | PASS | milestone m1 |');
    expect(text).toMatch(/\| 1 \| recovery review, requirements auditor \| REQ-2 \| FAIL \| milestone m1: /);
  },
  patience,
);

test.each([
  [10, 0],
  [9, 1],
])(
  'TEAM-12 002#34 with %i review cycles an open item of a milestone whose audit is off asks a person in the audit of the run',
  async (cycles, judged) => {
    const failed: Said = { verdict: 'FAIL', id: 'REQ-1', severity: 'HIGH', file: 'parts/A.txt' };
    epic = new EpicRun({
      config: {
        depth: 'standard',
        audit: { auditors: { technical: false }, maxFixRounds: 3, perMilestone: false },
        convergence: { reviewRecoveryRetries: 0 },
      },
      epic: { milestones: m1 },
      files: { 'docs/M1.md': `- [ ] REQ-1 one (review_cycles: ${cycles})\n` },
      tickets: [{ id: 'A', milestone: 'm1' }],
      playbook: [auditor(failed), { role: 'fixer', shell: 'echo "once more" >>parts/A.txt' }],
    });
    const { code, stdout } = await epic.run();
    expect(epic.of('audit:run', 'ticket_escalated')).toMatchObject([{ reason: 'review_cycles_used' }]);
    expect(epic.of('audit:run', 'team_auditor_dispatched')).toHaveLength(judged);
    expect(code).toBe(3);
    expect(stdout).toContain('1 of 1 requirements in docs/M1.md are open, and at least one of them');
  },
  patience,
);
