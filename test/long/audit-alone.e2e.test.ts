// With the team switched off: one reviewer, and scans that are fixed and taken again, through the built CLI.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { writeFindingsDocument } from '../../src/formats/index.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

let world: EpicRun;

const run = 'audit:run';
const service = 'src/services/users.service.ts';
const madeUp =
  "import { of } from 'rxjs';\nexport class Users {\n  all() {\n    return of([{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }]);\n  }\n}\n";
const real =
  "import { HttpClient } from './http.ts';\nexport class Users {\n  constructor(private readonly http: HttpClient) {}\n  all() {\n    return this.http.get('/users');\n  }\n}\n";

type Document = Parameters<typeof writeFindingsDocument>[0];

function documentOf(round: number, findings: Document['findings'] = []): string {
  return writeFindingsDocument({
    ticket: run,
    round,
    reviewer: 'Agent (Fresh Context)',
    date: '',
    branch: 'epic/e1',
    findings,
    recommendation: findings.length === 0 ? 'APPROVE' : 'REQUEST CHANGES',
  });
}

/** The reviewer is content again after the fix. */
const contentAgain: Step = { role: 'reviewer', round: 2, say: documentOf(2) };

const developed: Step = {
  role: 'developer',
  write: {
    [service]: madeUp,
    'src/services/http.ts':
      'export class HttpClient {\n  get(path: string) {\n    return fetch(path);\n  }\n}\n',
  },
};

function begun(playbook: readonly Step[], config: Readonly<Record<string, unknown>>): void {
  const ticket = { id: 'A', review: false };
  world = new EpicRun({ tickets: [ticket], playbook, config: { depth: 'standard', ...config } });
  onTestFinished(() => world.remove());
}

/** A project that trusts this rule more than readers of others' code do. */
const severity = { 'MOCK-001': 'MEDIUM' };
const off = {
  audit: { enabled: false, perMilestone: false, endOfRun: true },
  scans: { severity },
};

/** Of document 002, 1.2, in its order. */
const categories = [
  'Review of the Requirements',
  'What a Finding Says',
  'How Strict to Be',
  'Cycles',
  'Integration (WIRE)',
  'Services (SVC)',
  'Fields of Interfaces (API-001 to API-003)',
  'Endpoints (XREF, API-004)',
  'Looks (UI)',
  'Seed Data (SEED)',
  'Enumerations and States (ENUM)',
  'Silent Loss of Data (SDL)',
  'Orphans (ORPHAN)',
  'Craft',
];

describe('without a team', () => {
  let alone: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    alone = new EpicRun({
      tickets: [{ id: 'A', review: false }],
      config: { depth: 'standard', ...off },
      playbook: [
        developed,
        contentAgain,
        {
          role: 'fixer',
          told: '[PHASE: SCAN FIX]',
          attempt: 0,
          write: { 'src/services/http.ts': 'export {};\n' },
        },
        {
          role: 'fixer',
          told: '[PHASE: SCAN FIX]',
          write: { [service]: real },
          shell: 'git checkout HEAD~1 -- src/services/http.ts',
        },
        { role: 'fixer', exit: 9 },
      ],
    });
    ended = await alone.run();
  }, patience);
  afterAll(() => alone.remove());

  test('TEAM-11 TEAM-20 002#37 one reviewer has the 14 categories; what scans find is fixed and scanned again before it lands', async () => {
    expect({ code: ended.code, stderr: ended.code === 0 ? '' : ended.stderr }).toEqual({
      code: 0,
      stderr: '',
    });
    expect(alone.of(run, 'audit_scored').map(({ move }) => move)).toEqual(['fix', 'passed']);
    expect(alone.git('show', `epic/e1:${service}`)).toBe(real.trim());
    const prompt = (await alone.ask('logs', run, '--stage', 'team', '--prompt')).stdout;
    for (const category of categories) expect(prompt).toContain(`### ${category}\n`);
    const fix = (await alone.ask('logs', 'fix:1', '--stage', 'develop', '--prompt')).stdout;
    expect(fix).toContain('[PHASE: SCAN FIX]');
    expect(fix).toContain(`[MOCK-001] ${service}:4 -- `);
    const auditors = (await alone.starts()).filter(({ auditor }) => auditor !== '');
    expect(auditors).toEqual([]);
  });

  test('FOUND-01 002#25 a fix outside of its files is sent back and does not land', () => {
    expect(alone.of('fix:1', 'ticket_sent_back')).toMatchObject([{ kind: 'validation' }]);
    expect(alone.git('show', 'epic/e1:src/services/http.ts')).toContain('class HttpClient');
  });
});

test(
  'TEAM-20 maxScanFixPasses 0 only scans: what was found stands, nobody is sent, and the run does not complete',
  async () => {
    begun([developed], { ...off, scans: { severity, maxScanFixPasses: 0 } });
    expect((await world.run()).code).not.toBe(0);
    expect(world.of(run, 'audit_scored')).toMatchObject([{ move: 'stop', because: 'max rounds' }]);
    expect((await world.starts()).map(({ role }) => role)).not.toContain('fixer');
  },
  patience,
);

test(
  'TEAM-20 passes are bounded: a fixer that fixes nothing is sent as often as the settings say, and no more',
  async () => {
    begun([developed, contentAgain, { role: 'fixer', shell: `echo "// nothing" >>${service}` }], {
      ...off,
      scans: { severity, maxScanFixPasses: 1 },
    });
    expect((await world.run()).code).not.toBe(0);
    expect((await world.starts()).filter(({ role }) => role === 'fixer')).toHaveLength(1);
    expect(world.of(run, 'audit_ended').map(({ outcome }) => outcome)).not.toContain('passed');
  },
  patience,
);

test(
  'TEAM-11 TEAM-13 002#37 at depth quick the reviewer’s word is not enough: what scans find in the tree counts, craft is left out, other settings are ignored',
  async () => {
    begun([developed], {
      depth: 'quick',
      scans: { severity },
      audit: {
        enabled: false,
        perMilestone: false,
        endOfRun: true,
        auditors: { library: true },
        maxFixRounds: 3,
      },
    });
    expect((await world.run()).code).not.toBe(0);
    expect(world.of(run, 'audit_scored')).toMatchObject([{ move: 'stop' }]);
    expect(world.prompts(run, 'team')[0]).not.toContain('### Craft');
  },
  patience,
);

test(
  'FOUND-01 004#4 TEAM-11 what the reviewer finds keeps the run from completing, is for people, and has description, problem and impact in every report',
  async () => {
    const say = documentOf(1, [
      {
        severity: 'CRITICAL',
        category: 'crash',
        title: 'A crash',
        file: 'parts/A.txt',
        line: 1,
        problem: 'it ends',
        impact: 'all is lost',
        fix: 'do not',
      },
    ]);
    begun([{ role: 'reviewer', say }], off);
    const { code, stdout } = await world.run();
    expect(code).not.toBe(0);
    expect(world.of(run, 'audit_scored')).toMatchObject([{ move: 'stop', because: 'reviews only' }]);
    expect(stdout).toContain('findings of the reviewer and recovery review are not fixed');
    expect((await world.starts()).map(({ role }) => role)).not.toContain('fixer');
    const folder = join(world.repository, '.gauntlet/epics/e1');
    const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
    const files = ['html', 'sarif', 'json'].map((format) => join(world.repository, `r.${format}`));
    for (const [at, format] of ['html', 'sarif', 'json'].entries())
      await world.ask('report', '--format', format, '-o', files[at] ?? '');
    const reports = [
      read('audit/run/AUDIT_REPORT.md'),
      read('summary.md'),
      ...files.map((path) => readFileSync(path, 'utf8')),
    ];
    for (const report of reports)
      for (const words of ['A crash', 'it ends', 'all is lost']) expect(report).toContain(words);
  },
  patience,
);
