// Document 002's fixes, milestones and depths as a user sees them, through the built CLI.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import type { Auditor } from '../../src/model/team.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

function said(
  verdict: ReportedFinding['verdict'],
  id: string,
  file: string,
  severity: ReportedFinding['severity'] = 'HIGH',
): ReportedFinding {
  const about = { id, title: `about ${id}`, file, line: 1, evidence: 'seen', fixHint: 'fix it' };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : severity };
}

function says(auditor: Auditor, ...findings: readonly ReportedFinding[]): Step {
  return { role: 'auditor', auditor, say: writeAuditReport(auditorReport(auditor, findings)) };
}

describe('the severity gate and the rounds of fixes', () => {
  const args = ['audit', '.', '--depth', 'standard', '--fix', '--no-input', '--json'];
  type Rounds = { readonly rounds: readonly { readonly move: string; readonly because: string }[] };
  let world: EpicRun;
  let high: Ended;
  let fixers: readonly string[];
  let prompts: readonly string[];
  let critical: Ended;
  let afterwards: number;

  const block = (gate: string) => ({
    version: 1,
    agents: { default: { use: 'command', run: ['sh', '.agent/agent.sh'] } },
    audit_team: { severity_gate: gate, max_fix_rounds: 1, requirements_auditor: false },
  });

  beforeAll(async () => {
    world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      files: {
        'gauntlet.yaml': JSON.stringify(block('HIGH')),
        'parts/one.txt': 'one\n',
        'parts/two.txt': 'two\n',
        'parts/three.txt': 'three\n',
      },
      playbook: [
        // Never content: only the bound ends it.
        says(
          'technical',
          said('FAIL', 'TECH-001', 'parts/one.txt', 'CRITICAL'),
          said('FAIL', 'TECH-002', 'parts/two.txt', 'MEDIUM'),
          said('FAIL', 'TECH-003', 'parts/three.txt', 'HIGH'),
          said('FAIL', 'TECH-004', 'parts/two.txt', 'LOW'),
        ),
        { role: 'fixer', told: 'TECH-001', shell: 'echo more >>parts/one.txt' },
        { role: 'fixer', told: 'TECH-003', shell: 'echo more >>parts/three.txt' },
      ],
    });
    high = await world.gauntlet(...args);
    fixers = (await world.starts()).filter(({ role }) => role === 'fixer').map(({ ticket }) => ticket);
    const [id = ''] = readdirSync(join(world.repository, '.gauntlet/epics'));
    prompts = await Promise.all(
      ['fix:1', 'fix:2'].map(
        async (fix) => (await world.ask('logs', fix, '--epic', id, '--stage', 'develop', '--prompt')).stdout,
      ),
    );
    world.write({ 'gauntlet.yaml': JSON.stringify(block('CRITICAL')) });
    world.git('commit', '--quiet', '--all', '--message=Only what is critical');
    critical = await world.gauntlet(...args);
    afterwards = (await world.starts()).filter(({ role }) => role === 'fixer').length;
  }, patience);
  afterAll(() => world.remove());

  test('TEAM-07 002#22 two files are two groups with a fixer each, worst first, at the same time; MEDIUM and LOW wait', () => {
    expect(fixers).toHaveLength(2);
    expect(prompts[0]).toContain('[CRITICAL] FAIL TECH-001 parts/one.txt:1');
    expect(prompts[1]).toContain('[HIGH] FAIL TECH-003 parts/three.txt:1');
    for (const prompt of prompts) expect(prompt).not.toMatch(/TECH-002|TECH-004/);
  });

  test('TEAM-09 002#23 at gate HIGH only HIGH and worse is fixed, at gate CRITICAL only that, and max_fix_rounds bounds it', () => {
    for (const { code, stdout } of [high, critical]) {
      expect(code).toBe(1);
      const { rounds } = JSON.parse(stdout) as Rounds;
      expect(rounds.map(({ move, because }) => `${move}: ${because}`)).toEqual([
        'fix: there is something to fix',
        'stop: max rounds',
      ]);
    }
    expect(afterwards - fixers.length).toBe(1);
  });

  test('TEAM-09 002#46 a fixer that fixes nothing is sent as often as the settings say, and no more', () => {
    expect(new Set(fixers).size).toBe(fixers.length);
    expect((JSON.parse(high.stdout) as Rounds).rounds).toHaveLength(2);
  });
});

test(
  'TEAM-07 002#22 a PARTIAL finding at the gate is sent to a fixer like FAIL, also when nothing fails',
  async () => {
    const world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      playbook: [
        { ...says('technical', said('PASS', 'TECH-001', 'parts/base.txt')), round: 2 },
        says('technical', said('PARTIAL', 'TECH-001', 'parts/base.txt')),
        { role: 'fixer', told: '[HIGH] PARTIAL TECH-001', write: { 'parts/base.txt': 'base, whole\n' } },
      ],
      config: { audit: { auditors: { requirements: false } } },
    });
    onTestFinished(() => world.remove());
    const { code, stdout } = await world.gauntlet('audit', '.', '--depth', 'standard', '--fix', '--no-input');
    expect((await world.starts()).filter(({ role }) => role === 'fixer')).toHaveLength(1);
    expect(stdout).toContain('PASSED');
    expect(code).toBe(0);
  },
  patience,
);

describe('milestones', () => {
  const epic = {
    original: 'docs/PRD.md',
    milestones: [
      { id: 'm1', title: 'First', requirements: 'docs/M1.md' },
      { id: 'm2', title: 'Second', after: ['m1'] },
    ],
  };
  const tickets = [
    { id: 'A', milestone: 'm1' },
    { id: 'B', milestone: 'm2' },
  ];
  const prd = '# Shop\n\nEvery part greets whoever opens it.\n';
  const files = {
    'docs/PRD.md': prd,
    'docs/M1.md': '# First\n\n- [ ] REQ-101 the part A greets\n- [x] REQ-102 it is quick\n',
  };
  const about = { ticket: 'audit:m1' } as const;
  const quick = said('PASS', 'REQ-102', 'check.sh');
  let world: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    world = new EpicRun({
      tickets,
      epic,
      files,
      config: {
        depth: 'standard',
        audit: { auditors: { technical: false }, maxFixRounds: 1, endOfRun: false },
        convergence: { reviewRecoveryRetries: 0 },
      },
      playbook: [
        { ...says('requirements', said('PASS', 'REQ-101', 'parts/A.txt'), quick), ...about, round: 2 },
        { ...says('requirements', said('FAIL', 'REQ-101', 'parts/A.txt'), quick), ...about },
        { role: 'fixer', write: { 'parts/A.txt': 'hello from A\n' } },
      ],
    });
    ended = await world.run();
  }, patience);
  afterAll(() => world.remove());

  test('TEAM-11 002#29 a milestone is audited after its tickets and fixed, and only then the next one begins', () => {
    expect({ code: ended.code, stderr: ended.code === 0 ? '' : ended.stderr }).toEqual({
      code: 0,
      stderr: '',
    });
    const first = (type: Parameters<EpicRun['of']>[1], job: string): number =>
      world.of(job, type)[0]?.seq ?? Number.NaN;
    const order = [
      first('task_complete', 'A'),
      first('team_auditor_reported', 'audit:m1'),
      first('task_complete', 'fix:1'),
      first('audit_ended', 'audit:m1'),
      first('developer_dispatched', 'B'),
    ];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(world.of('audit:m1', 'audit_ended')).toMatchObject([{ outcome: 'passed' }]);
    expect(world.git('show', 'epic/e1:parts/A.txt')).toBe('hello from A');
  });

  test('TEAM-21 002#4 the requirements auditor gets the items of the milestone, ticked or not, and the request of the epic', async () => {
    const { stdout } = await world.ask('logs', 'audit:m1', '--stage', 'team', '--prompt');
    expect(stdout).toContain('> - [ ] REQ-101 the part A greets\n> - [x] REQ-102 it is quick\n');
    const [, original = ''] = stdout.split('### Original Request\n');
    expect(original).toContain('> Every part greets whoever opens it.\n');
  });

  test(
    'TEAM-11 002#30 end_of_run: false audits milestones alone, per_milestone: false the end alone',
    async () => {
      expect(world.events().filter((event) => 'reserved' in event && event.ticket === 'audit:run')).toEqual(
        [],
      );
      const other = new EpicRun({
        tickets,
        epic,
        files: { ...files, 'docs/M1.md': '# First\n\n- [ ] REQ-101 the part A greets\n' },
        config: {
          depth: 'standard',
          audit: undefined,
          audit_team: { per_milestone: false, end_of_run: true },
        },
      });
      onTestFinished(() => other.remove());
      const { code } = await other.run();
      expect(code).toBe(0);
      const audited = (await other.starts())
        .filter(({ auditor }) => auditor !== '')
        .map(({ ticket }) => ticket);
      expect(new Set(audited)).toEqual(new Set(['audit:run']));
    },
    patience,
  );
});

const fixing = ['audit', '.', '--depth', 'standard', '--fix', '--no-input'];

test(
  '002#25 a fix keeps the files it was sent with when a later report orders the groups the other way',
  async () => {
    const one = 'parts/one.txt';
    const two = 'parts/two.txt';
    const world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      config: {
        audit: undefined,
        audit_team: { enabled: true, max_fix_rounds: 2, requirements_auditor: false },
      },
      files: { [one]: 'one\n', [two]: 'two\n' },
      playbook: [
        {
          ...says('technical', said('FAIL', 'TECH-1', one), said('FAIL', 'TECH-2', two, 'MEDIUM')),
          round: 1,
        },
        {
          ...says('technical', said('FAIL', 'TECH-1', one, 'MEDIUM'), said('FAIL', 'TECH-2', two)),
          round: 2,
        },
        says('technical', said('PASS', 'TECH-1', one), said('PASS', 'TECH-2', two)),
        { role: 'fixer', told: one, shell: `echo more >>${one}` },
        { role: 'fixer', told: two, shell: `echo more >>${two}` },
      ],
    });
    onTestFinished(() => world.remove());
    const { code, stdout } = await world.gauntlet(...fixing, '--json');
    const fixers = (await world.starts()).filter(({ role }) => role === 'fixer');
    expect(fixers.map(({ ticket, attempt }) => `${ticket} ${attempt}`).sort()).toEqual([
      'fix:1 0',
      'fix:2 0',
      'fix:3 0',
      'fix:4 0',
    ]);
    expect({ code, health: (JSON.parse(stdout) as { health: string }).health }).toEqual({
      code: 0,
      health: 'passed',
    });
  },
  patience,
);

test(
  '002#17 after the fix the requirements auditor closes unasked work that it reported under an id of its own; other such passes are noted',
  async () => {
    const extra = 'parts/extra.txt';
    const world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      config: { audit: undefined, audit_team: { enabled: true, technical_auditor: false } },
      files: { [extra]: 'gifts\n', 'REQUIREMENTS.md': '- [ ] REQ-001: there is a base\n' },
      playbook: [
        {
          ...says('requirements', said('PASS', 'REQ-001', 'parts/base.txt'), said('FAIL', 'FEAT-900', extra)),
          round: 1,
        },
        says(
          'requirements',
          said('PASS', 'REQ-001', 'parts/base.txt'),
          said('PASS', 'FEAT-900', extra),
          said('PASS', 'FEAT-901', extra),
        ),
        { role: 'fixer', shell: `echo nothing >${extra}` },
      ],
    });
    onTestFinished(() => world.remove());
    const { code, stderr } = await world.gauntlet(...fixing, '--requirements', 'REQUIREMENTS.md');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const epics = join(world.repository, '.gauntlet/epics');
    const report = join(epics, readdirSync(epics)[0] ?? '', 'audit/run/requirements_audit.md');
    expect(readFileSync(report, 'utf8')).toContain('not counted: PASS of FEAT-901');
  },
  patience,
);

test(
  '002#2 the decision names an auditor that crashed after the fix',
  async () => {
    const one = 'parts/one.txt';
    const world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      config: { audit: undefined, audit_team: { enabled: true } },
      files: { [one]: 'one\n' },
      playbook: [
        { role: 'auditor', auditor: 'technical', round: 2, exit: 3 },
        says('technical', said('PASS', 'TECH-0', 'parts/base.txt'), said('FAIL', 'TECH-1', one)),
        says('requirements', said('PASS', 'REQ-1', 'parts/base.txt')),
        { role: 'fixer', shell: `echo more >>${one}` },
      ],
    });
    onTestFinished(() => world.remove());
    const { code, stdout } = await world.gauntlet(...fixing);
    expect(stdout).toContain('no usable report of this auditor: technical');
    expect(code).not.toBe(0);
  },
  patience,
);

test(
  'TEAM-10 002#12 at depth quick the team is off: none of its auditors is asked or paid, and that is said',
  async () => {
    const world = new EpicRun({ tickets: [{ id: 'A' }], config: { depth: 'quick', audit: undefined } });
    onTestFinished(() => world.remove());
    const { code, stderr } = await world.run();
    expect(code).toBe(0);
    expect(stderr).toContain('depth quick: the audit team is off');
    const starts = await world.starts();
    expect(starts.filter(({ auditor }) => auditor !== '')).toEqual([]);
    // The one reviewer that the document falls back to.
    const audited = starts.filter(({ ticket }) => ticket === 'audit:run');
    expect(audited.map(({ role }) => role)).toEqual(['reviewer']);
  },
  patience,
);

const libraries = Array.from({ length: 10 }, (_, nth) => `lib${nth}`);

/** Ten installed libraries, a deprecated call of each. */
function withLibraries(config: Readonly<Record<string, unknown>> = {}): EpicRun {
  const world = new EpicRun({
    tickets: [{ id: 'UNUSED' }],
    config: { audit: undefined, ...config },
    files: {
      '.gitignore': 'node_modules\n',
      'package.json': JSON.stringify({
        name: 'app',
        dependencies: Object.fromEntries(libraries.map((name) => [name, '^1.0.0'])),
      }),
      ...Object.fromEntries(
        libraries.map((name) => [
          `src/${name}.ts`,
          `import { old } from '${name}';\nexport const ${name} = old('x');\n`,
        ]),
      ),
    },
  });
  for (const name of libraries)
    world.write({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.2.0', types: 'index.d.ts' }),
      [`node_modules/${name}/index.d.ts`]:
        '/** @deprecated Use fresh. */\nexport declare function old(text: string): string;\nexport declare function fresh(text: string): string;\n',
      [`node_modules/${name}/index.js`]: 'exports.old = exports.fresh = (text) => text;\n',
    });
  onTestFinished(() => world.remove());
  return world;
}

type Findings = { readonly findings: readonly { readonly rule: string }[]; readonly scores: object };

test(
  'TEAM-15 002#10 no library is checked at standard, five at thorough and without the team, eight at exhaustive; with max_library_checks: 0 the library auditor is off',
  async () => {
    const world = withLibraries();
    const checked = async (...more: readonly string[]): Promise<number> => {
      const { stdout } = await world.gauntlet('audit', '.', '--json', '--no-input', ...more);
      return (JSON.parse(stdout) as Findings).findings.filter(({ rule }) => rule === 'LIB-001').length;
    };
    expect(await checked('--depth', 'standard')).toBe(0);
    expect(await checked('--depth', 'thorough')).toBe(5);
    expect(await checked('--depth', 'exhaustive')).toBe(8);
    expect(await checked('--rule', 'LIB-001')).toBe(5);
    const off = withLibraries({ audit_team: { max_library_checks: 0 } });
    const { stdout } = await off.gauntlet('audit', '.', '--json', '--no-input', '--depth', 'thorough');
    const { findings, scores } = JSON.parse(stdout) as Findings;
    expect(Object.keys(scores)).not.toContain('library');
    expect(findings.filter(({ rule }) => rule.startsWith('LIB'))).toEqual([]);
    expect((await off.starts()).map(({ auditor }) => auditor)).not.toContain('library');
  },
  patience,
);
