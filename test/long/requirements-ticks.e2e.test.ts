// A milestone's REQUIREMENTS.md through the built CLI: who ticks it, what is written, and how it gets to the epic branch.
import { afterEach, expect, test } from 'vitest';

import { auditorReport, writeAuditReport, writeFindingsDocument } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import type { Auditor } from '../../src/model/team.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

let world: EpicRun;
afterEach(() => world.remove());

const path = 'docs/REQUIREMENTS.md';
const document = [
  '# Wanted\t',
  '',
  'Words of a person, *kept*.   ',
  '- [ ] REQ-001 a part A',
  '- [ ] REQ-002 tests of it',
  '- [x] REQ-003 it is quick (review_cycles: 2)',
  '- [ ] REQ-004 nobody tests this',
  '',
].join('\n');

const ids = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'];

function says(auditor: Auditor, ...findings: readonly ReportedFinding[]): Step {
  return { role: 'auditor', auditor, say: writeAuditReport(auditorReport(auditor, findings)) };
}

function said(verdict: ReportedFinding['verdict'], id: string): ReportedFinding {
  const about = { id, title: `about ${id}`, file: 'check.sh', line: 1, evidence: 'seen', fixHint: '' };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : 'LOW' };
}

/** The one reviewer of milestone m1 who looks without a team. */
function reviewSaying(findings: Parameters<typeof writeFindingsDocument>[0]['findings']): Step {
  const about = { ticket: 'audit:m1', round: 1, reviewer: 'Agent (Fresh Context)', date: '' };
  const branch = 'epic/e1';
  return {
    role: 'reviewer',
    say: writeFindingsDocument({ ...about, branch, findings, recommendation: 'APPROVE' }),
  };
}

test(
  'TEAM-12 TEAM-26 002#32 critics and the test auditor tick, nobody else; the ticks are one commit of the coordinator that changes nothing else',
  async () => {
    world = new EpicRun({
      tickets: [{ id: 'A', milestone: 'm1', requirements: ['REQ-001'] }],
      files: { [path]: document },
      playbook: [
        says('requirements', ...ids.map((id) => said('PASS', id))),
        says(
          'test',
          ...Array.from({ length: 9 }, (_, at) => said('PASS', `TEST-${at}`)),
          said('PASS', 'REQ-002'),
          said('FAIL', 'REQ-003'),
        ),
      ],
      config: {
        depth: 'standard',
        audit: {
          auditors: { technical: false, test: true },
          maxFixRounds: 0,
          endOfRun: false,
          passThreshold: 0.8,
        },
        convergence: { reviewRecoveryRetries: 0 },
      },
      epic: { milestones: [{ id: 'm1', title: 'Parts', requirements: path }] },
    });
    const { code, stderr } = await world.run();
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    for (const stage of ['develop', 'review']) {
      const told = await world.ask('logs', 'A', '--stage', stage, '--prompt');
      expect(told.stdout).toMatch(/### Requirements of the Ticket\n[^]*REQ-001 a part A/);
      expect(told.stdout).not.toContain('REQ-002');
    }
    expect(world.events().filter(({ type }) => type === 'requirements_ticked')).toMatchObject([
      { ticket: 'audit:m1', ticked: ['REQ-001', 'REQ-002'], unticked: ['REQ-003'] },
    ]);
    expect(world.git('diff', '--name-only', 'epic/e1~1', 'epic/e1')).toBe(path);
    expect(world.git('show', `epic/e1:${path}`)).toBe(
      [
        '# Wanted\t',
        '',
        'Words of a person, *kept*.   ',
        '- [x] REQ-001 a part A (review_cycles: 1)',
        '- [x] REQ-002 tests of it (review_cycles: 1)',
        '- [ ] REQ-003 it is quick (review_cycles: 3)',
        '- [ ] REQ-004 nobody tests this (review_cycles: 1)',
        '',
        '## Review Log',
        '',
        '| cycle | reviewer | item | verdict | details |',
        '| --- | --- | --- | --- | --- |',
        '| 1 | critic, requirements auditor | REQ-001 | PASS | audit:m1 |',
        '| 1 | requirements auditor, test auditor | REQ-002 | PASS | audit:m1 |',
        '| 3 | requirements auditor | REQ-003 | PASS | audit:m1 |',
        '| 3 | test auditor | REQ-003 | FAIL | audit:m1: about REQ-003 (check.sh:1) |',
        '| 1 | requirements auditor | REQ-004 | PASS | audit:m1 |',
      ].join('\n'),
    );
    expect(world.git('show', `main:${path}`)).toBe(document.trim());
    // Asked again, nothing is written twice.
    await world.run('resume');
    expect(world.events().filter(({ type }) => type === 'requirements_ticked')).toHaveLength(1);
  },
  patience,
);

test(
  'TEAM-24 TEAM-25 requirements nobody has reviewed are reviewed once more before the team; a crashed audit is in no list of completed phases',
  async () => {
    world = new EpicRun({
      tickets: [{ id: 'A', milestone: 'm1' }],
      files: { [path]: document.replace(' (review_cycles: 2)', '') },
      playbook: [{ role: 'auditor', auditor: 'requirements', exit: 3 }],
      config: {
        depth: 'standard',
        audit: { auditors: { technical: false }, maxFixRounds: 0, endOfRun: false },
      },
      epic: { milestones: [{ id: 'm1', title: 'Parts', requirements: path }] },
    });
    expect((await world.run()).code).toBe(3);
    const types = world.story('audit:m1');
    expect(types.filter((type) => type === 'recovery_dispatched')).toHaveLength(1);
    expect(types.indexOf('recovery_done')).toBeLessThan(types.indexOf('team_auditor_dispatched'));
    expect(world.prompts('audit:m1', 'recover')[0]).toContain('REQ-004 nobody tests this');
    const { stdout } = await world.ask('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      completedPhases: ['baseline', 'tickets'],
      currentPhase: 'audit:m1',
      requirements: { total: 4, checked: 1, cycles: 1 },
    });
  },
  patience,
);

const two = '# Wanted\n\n- [ ] REQ-001 one\n- [ ] REQ-002 two\n';
const recovery = { role: 'reviewer', told: 'Recovery Review Assignment' } as const;

test(
  'FOUND-01 002#32 a developer neither ticks, rewords nor deletes items of the REQUIREMENTS.md at the root',
  async () => {
    world = new EpicRun({
      tickets: [{ id: 'A' }],
      files: { 'REQUIREMENTS.md': two },
      playbook: [
        {
          role: 'developer',
          ticket: 'A',
          shell: `echo a >parts/A.txt; printf -- '- [x] REQ-001 it exists (review_cycles: 3)\\n' >REQUIREMENTS.md`,
        },
      ],
      config: { audit: { endOfRun: false } },
    });
    expect((await world.run()).code).toBe(0);
    expect(world.git('show', 'epic/e1:REQUIREMENTS.md')).toBe(two.trim());
    expect(world.git('show', 'epic/e1:parts/A.txt')).toBe('a');
    expect((await world.ask('logs', 'A', '--stage', 'review', '--prompt')).stdout).toContain(
      'REQUIREMENTS.md',
    );
  },
  patience,
);

test(
  'FOUND-01 002#32 an audit with --fix ticks and logs on its branch, one without changes no file; a shared finding counts once',
  async () => {
    const failed = { ...said('FAIL', 'REQ-002'), severity: 'HIGH', file: 'parts/one.txt' } as const;
    const first = [said('PASS', 'REQ-001'), failed];
    world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      files: { 'REQUIREMENTS.md': two, 'parts/one.txt': 'one\n' },
      playbook: [
        { ...recovery, say: writeAuditReport(auditorReport('requirements', first)) },
        // After the fix the requirement is met by another file.
        { ...says('requirements', said('PASS', 'REQ-002')), told: 'Found Before the Fixes' },
        says('requirements', ...first),
        says('technical', said('PASS', 'TECH-001')),
        { role: 'fixer', shell: 'echo more >>parts/one.txt' },
      ],
    });
    const args = ['audit', '.', '--depth', 'standard', '--requirements', 'REQUIREMENTS.md', '--no-input'];
    const reported = await world.gauntlet(...args, '--json');
    expect(reported.code).toBe(1);
    // REQ-001 of two passes for the requirements auditor, and nothing is subtracted for the recovery review.
    expect(JSON.parse(reported.stdout)).toMatchObject({
      scores: { requirements: 0.5, technical: 1 },
      overallScore: (30 * 0.5 + 20) / 50,
    });
    expect(world.git('branch', '--list', 'epic/*')).toBe('');
    const { code, stdout } = await world.gauntlet(...args, '--fix');
    expect(code).toBe(0);
    expect(stdout).toMatch(/requirements +1\.00 {2}reported, 2 of 2 passed/);
    const [, branch = ''] = /changes are on (\S+): review and merge it/.exec(stdout) ?? [];
    expect(world.git('show', `${branch}:REQUIREMENTS.md`)).toBe(
      [
        '# Wanted',
        '',
        '- [x] REQ-001 one (review_cycles: 1)',
        '- [x] REQ-002 two (review_cycles: 2)',
        '',
        '## Review Log',
        '',
        '| cycle | reviewer | item | verdict | details |',
        '| --- | --- | --- | --- | --- |',
        '| 1 | recovery review, requirements auditor | REQ-001 | PASS | audit:run |',
        '| 1 | recovery review, requirements auditor | REQ-002 | FAIL | audit:run: about REQ-002 (parts/one.txt:1) |',
        '| 2 | requirements auditor | REQ-002 | PASS | audit:run |',
      ].join('\n'),
    );
    expect(world.git('show', 'HEAD:REQUIREMENTS.md')).toBe(two.trim());
  },
  patience,
);

test(
  'FOUND-01 002#32 the one reviewer who looks without a team leaves a row for each item, and ticks none by itself',
  async () => {
    const begin = async (step: Step, isAsked = false): Promise<string> => {
      world = new EpicRun({
        tickets: [{ id: 'A', milestone: 'm1', requirements: ['REQ-001'] }],
        files: { [path]: two },
        playbook: [step],
        config: {
          depth: 'standard',
          audit: { enabled: false, endOfRun: false },
          convergence: { reviewRecoveryRetries: 0 },
        },
        epic: { milestones: [{ id: 'm1', title: 'Parts', requirements: path }] },
      });
      await world.run();
      if (isAsked) await world.decide('audit:m1', '--accept', '--reason', 'known');
      // Its answer about the run is of another audit.
      await world.decide('audit:run', '--accept', '--reason', 'known');
      return world.git('show', `epic/e1:${path}`);
    };
    const clean = await begin(reviewSaying([]));
    expect(clean).toContain('- [x] REQ-001 one (review_cycles: 1)');
    expect(clean).toContain('- [ ] REQ-002 two (review_cycles: 1)');
    expect(clean).toContain('| 1 | critic | REQ-001 | PASS | audit:m1 |');
    // It names only what is wrong, and the log says no more than that.
    for (const id of ['REQ-001', 'REQ-002'])
      expect(clean).toContain(
        `| 1 | reviewer | ${id} | PASS | audit:m1: no finding refers to this requirement |`,
      );
    world.remove();
    const about = { category: 'Requirements', title: 'REQ-001 is not met', problem: 'one is missing' };
    const place = { file: 'check.sh', line: 1, impact: 'users wait', fix: 'add it' };
    const unclean = await begin(reviewSaying([{ severity: 'CRITICAL', ...about, ...place }]), true);
    expect(unclean).toContain('- [ ] REQ-001 one (review_cycles: 1)');
    expect(unclean).toContain('| 1 | reviewer | REQ-001 | FAIL | audit:m1: one is missing (check.sh:1) |');
  },
  patience,
);

test.each([
  [
    'the audit of the run judges them',
    { perMilestone: false, auditors: { technical: false } },
    'critic, requirements auditor',
  ],
  ['critics judge them where no audit does', { perMilestone: false, endOfRun: false }, 'critic'],
])(
  'FOUND-01 002#32 boxes, cycles and log are written without audits of milestones: %s',
  async (_, audit, reviewers) => {
    world = new EpicRun({
      tickets: [{ id: 'A', milestone: 'm1', requirements: ['REQ-001'] }],
      files: { [path]: '- [ ] REQ-001 a part A\n' },
      playbook: [says('requirements', said('PASS', 'REQ-001'))],
      config: { depth: 'standard', audit },
      epic: { milestones: [{ id: 'm1', title: 'Parts', requirements: path }] },
    });
    const { code, stdout } = await world.run();
    expect(code).toBe(0);
    expect(stdout).toContain('requirements: 1 of 1 ticked (1.00), healthy, review cycles: 1');
    const written = world.git('show', `epic/e1:${path}`);
    expect(written).toContain('- [x] REQ-001 a part A (review_cycles: 1)');
    expect(written).toContain(`| 1 | ${reviewers} | REQ-001 | PASS | milestone m1 |`);
    expect(world.git('log', '-1', '--format=%s', 'epic/e1')).toBe('Tick requirements after milestone m1');
  },
  patience,
);

test(
  'FOUND-01 002#36 without the team too an item that nobody judged gets a recovery review, and the result says that its FAIL is for a person',
  async () => {
    const failed = writeAuditReport(
      auditorReport('requirements', [{ ...said('FAIL', 'REQ-002'), severity: 'HIGH' }]),
    );
    world = new EpicRun({
      tickets: [{ id: 'A', milestone: 'm1', requirements: ['REQ-001'] }],
      files: { [path]: '- [ ] REQ-001 a part A\n- [ ] REQ-002 tests of it\n' },
      playbook: [{ role: 'reviewer', told: 'Recovery Review Assignment', say: failed }, reviewSaying([])],
      config: { depth: 'quick', audit: { endOfRun: false } },
      epic: { milestones: [{ id: 'm1', title: 'Parts', requirements: path }] },
    });
    const { code, stdout } = await world.run();
    expect(world.of('audit:m1', 'recovery_done')).toMatchObject([{ items: 1, open: 1 }]);
    expect(stdout).toContain('findings of the reviewer and recovery review are not fixed');
    // Boxes are written when the audit is over; the surveys before count what the critic has passed meanwhile.
    const { stdout: events } = await world.ask('events', 'e1');
    expect(events.match(/requirements: 0 of 2 ticked, 1 passed so far/g)).toHaveLength(2);
    expect(stdout).not.toContain('PASSED');
    expect(code).toBe(3);
  },
  patience,
);
