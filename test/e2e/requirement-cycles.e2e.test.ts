// Review cycles of requirements that fail, through the built CLI: they are counted, logged, escalated and limited.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { reviewFailed } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

const path = 'REQUIREMENTS.md';

function said(verdict: ReportedFinding['verdict'], id: string): ReportedFinding {
  const about = { id, title: `about ${id}`, file: 'check.sh', line: 1, evidence: 'seen', fixHint: '' };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : 'HIGH' };
}

let world: EpicRun;
let first: Ended;
let waiting: unknown;
let status: unknown;
let asked: Ended;

beforeAll(async () => {
  world = new EpicRun({
    tickets: [
      { id: 'A', requirements: ['REQ-001'] },
      { id: 'B', requirements: ['REQ-002'] },
    ],
    files: { [path]: '- [ ] REQ-001 one\n- [ ] REQ-002 two\n- [x] REQ-003 three (review_cycles: 1)\n' },
    playbook: [
      { role: 'critic', ticket: 'A', attempt: 0, say: reviewFailed(['parts/A.txt:1: wrong']) },
      { role: 'critic', ticket: 'B', say: reviewFailed(['parts/B.txt:1: still wrong']) },
      {
        role: 'auditor',
        auditor: 'requirements',
        say: writeAuditReport(
          auditorReport('requirements', [
            said('PASS', 'REQ-001'),
            said('FAIL', 'REQ-002'),
            said('FAIL', 'REQ-003'),
          ]),
        ),
      },
    ],
    config: {
      depth: 'standard',
      onLimit: 'fail',
      audit: { auditors: { technical: false }, maxFixRounds: 0 },
      convergence: { reviewRecoveryRetries: 0, maxCycles: 4 },
    },
  });
  await world.run();
  waiting = JSON.parse((await world.ask('status', '--json')).stdout);
  first = await world.decide('audit:run', '--fail', '--reason', 'it failed');
  status = JSON.parse((await world.ask('status', '--json')).stdout);
  world.git('merge', '--quiet', '--ff-only', 'epic/e1');
  asked = await world.gauntlet('audit', '.', '--requirements', path, '--no-input');
}, patience);
afterAll(() => world.remove());

test('FOUND-01 002#32 every review of an item has its row, its cycle and its issue, whoever judged', () => {
  expect(world.git('show', `epic/e1:${path}`)).toBe(
    [
      '- [x] REQ-001 one (review_cycles: 2)',
      '- [ ] REQ-002 two (review_cycles: 4)',
      '- [ ] REQ-003 three (review_cycles: 2)',
      '',
      '## Review Log',
      '',
      '| cycle | reviewer | item | verdict | details |',
      '| --- | --- | --- | --- | --- |',
      '| 1 | critic | REQ-001 | FAIL | audit:run: wrong (parts/A.txt:1) |',
      '| 2 | critic, requirements auditor | REQ-001 | PASS | audit:run |',
      '| 1 | critic | REQ-002 | FAIL | audit:run: still wrong (parts/B.txt:1) |',
      '| 2 | critic | REQ-002 | FAIL | audit:run: still wrong (parts/B.txt:1) |',
      '| 3 | critic | REQ-002 | FAIL | audit:run: still wrong (parts/B.txt:1) |',
      '| 4 | requirements auditor | REQ-002 | FAIL | audit:run: about REQ-002 (check.sh:1) |',
      '| 2 | requirements auditor | REQ-003 | FAIL | audit:run: about REQ-003 (check.sh:1) |',
    ].join('\n'),
  );
});

test('FOUND-01 002#33 while the run waits for a person, its own reviews are counted', () => {
  expect(waiting).toMatchObject({
    requirements: { total: 3, checked: 1, cycles: 3 },
    convergence: { escalatedItems: ['REQ-002 (cycles: 3)'], zeroCycleMilestones: [] },
  });
});

test('FOUND-01 002#34 items that judges failed three times are escalated', () => {
  expect(first.stdout).toContain('escalated: REQ-002 (cycles: 4)');
  expect(status).toMatchObject({ convergence: { escalatedItems: ['REQ-002 (cycles: 4)'] } });
});

test('FOUND-01 002#34 audit --requirements asks the person at the limit of review cycles', async () => {
  expect(asked.stdout).toContain(
    '2 of 3 requirements in REQUIREMENTS.md are open, and at least one of them has had 4 review cycles, the limit: REQ-002, REQ-003',
  );
  expect(asked.stdout).toContain('allow one more review cycle');
  expect(asked.code).toBe(3);
});

test(
  'TEAM-12 002#34 each round beyond the review cycles needs an answer of its own, rounds of fixes too',
  async () => {
    const own = new EpicRun({
      tickets: [{ id: 'A' }],
      files: { [path]: '- [ ] REQ-001 one (review_cycles: 9)\n' },
      playbook: [
        {
          role: 'auditor',
          auditor: 'requirements',
          say: writeAuditReport(
            auditorReport('requirements', [{ ...said('FAIL', 'REQ-001'), file: 'parts/A.txt' }]),
          ),
        },
        { role: 'fixer', shell: 'echo "once more" >>parts/A.txt' },
      ],
      config: {
        depth: 'exhaustive',
        audit: {
          auditors: { technical: false, interface: false, test: false, library: false },
          maxFixRounds: 3,
        },
        convergence: { reviewRecoveryRetries: 0 },
      },
    });
    try {
      const judged = () => own.of('audit:run', 'team_auditor_dispatched').length;
      const questions = () => own.of('audit:run', 'ticket_escalated').map(({ reason }) => reason);
      const { code, stdout } = await own.run();
      expect({ code, judged: judged(), questions: questions() }).toEqual({
        code: 3,
        judged: 1,
        questions: ['review_cycles_used'],
      });
      expect(stdout).toContain('1 of 1 requirements in REQUIREMENTS.md are open, and at least one');
      await own.decide('audit:run', '--retry', '--reason', 'once');
      expect({ judged: judged(), questions: questions().at(-1) }).toEqual({
        judged: 2,
        questions: 'review_cycles_used',
      });
      expect(questions()).toHaveLength(2);
    } finally {
      own.remove();
    }
  },
  patience,
);
