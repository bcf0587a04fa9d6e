// With the team switched off: one reviewer, and scans that are fixed and taken again, through the built CLI.
import { afterEach, expect, test } from 'vitest';

import { writeFindingsDocument } from '../../src/formats/index.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

let world: EpicRun;
afterEach(() => world.remove());

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
}

const off = { audit: { enabled: false, perMilestone: false, endOfRun: true } };

test(
  'TEAM-11 TEAM-20 without a team one reviewer looks; what scans find is fixed and scanned again before it lands',
  async () => {
    begun(
      [
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
      off,
    );
    const { code, stderr } = await world.run();
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const moves = world.of(run, 'audit_scored').map(({ move }) => move);
    expect(moves).toEqual(['fix', 'passed']);
    // FOUND-01 002#25: a fix outside of its files is sent back.
    expect(world.of('fix:1', 'ticket_sent_back')).toMatchObject([{ kind: 'validation' }]);
    expect(world.git('show', 'epic/e1:src/services/http.ts')).toContain('class HttpClient');
    expect(world.git('show', `epic/e1:${service}`)).toBe(real.trim());
    const [prompt] = world.prompts(run, 'team');
    expect(prompt).toContain('### Integration (WIRE)');
    expect(prompt).toContain('### Craft');
    const [fix] = world.prompts('fix:1', 'develop');
    expect(fix).toContain('[MOCK-001]');
    const auditors = (await world.starts()).filter(({ auditor }) => auditor !== '');
    expect(auditors).toEqual([]);
  },
  patience,
);

test(
  'TEAM-20 maxScanFixPasses 0 only scans: what was found stands, nobody is sent, and the run does not complete',
  async () => {
    begun([developed], { ...off, scans: { maxScanFixPasses: 0 } });
    expect((await world.run()).code).not.toBe(0);
    expect(world.of(run, 'audit_scored')).toMatchObject([{ move: 'stop', because: 'max rounds' }]);
    expect((await world.starts()).map(({ role }) => role)).not.toContain('fixer');
  },
  patience,
);

test(
  'TEAM-20 passes are bounded: a fixer that mends nothing is sent as often as the settings say, and no more',
  async () => {
    begun([developed, contentAgain, { role: 'fixer', shell: `echo "// nothing" >>${service}` }], {
      ...off,
      scans: { maxScanFixPasses: 1 },
    });
    expect((await world.run()).code).not.toBe(0);
    expect((await world.starts()).filter(({ role }) => role === 'fixer')).toHaveLength(1);
    expect(world.of(run, 'audit_ended').map(({ outcome }) => outcome)).not.toContain('passed');
  },
  patience,
);

test(
  'TEAM-11 TEAM-13 at depth quick the reviewer’s word is not enough: what scans find in the tree counts, craft is left out, other settings are ignored',
  async () => {
    begun([developed], {
      depth: 'quick',
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
  'TEAM-11 what the reviewer finds keeps the run from completing, and is for people, not for the scan fixer',
  async () => {
    const say = documentOf(1, [
      {
        severity: 'CRITICAL',
        category: 'crash',
        title: 'It crashes',
        file: 'parts/A.txt',
        line: 1,
        problem: 'it crashes',
        impact: 'always',
        fix: 'do not',
      },
    ]);
    begun([{ role: 'reviewer', say }], off);
    expect((await world.run()).code).not.toBe(0);
    expect(world.of(run, 'audit_scored')).toMatchObject([{ move: 'stop', because: 'nothing for a fixer' }]);
    expect((await world.starts()).map(({ role }) => role)).not.toContain('fixer');
  },
  patience,
);
