// The team of auditors on a repository as it is, through the built CLI, with agents that do what they are told.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { auditorReport, parseAuditTeamReport, writeAuditReport } from '../../src/formats/index.ts';
import { type Auditor, auditors } from '../../src/model/team.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';
import { reviewed } from '../support/reviewed-document.ts';

let world: EpicRun;
afterEach(() => world.remove());

function audited(playbook: readonly Step[], files: Readonly<Record<string, string>> = {}): EpicRun {
  world = new EpicRun({ tickets: [{ id: 'UNUSED' }], playbook, files });
  return world;
}

type Json = {
  readonly health: string;
  readonly overallScore: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly findings: readonly { readonly rule: string; readonly source: string; readonly auditor: string }[];
  readonly rounds: readonly { readonly move: string }[];
  readonly notComputed: readonly string[];
  readonly epicBranch: string | null;
};

async function audit(
  ...args: readonly string[]
): Promise<{ code: number | null; value: Json; stderr: string }> {
  const { code, stdout, stderr } = await world.gauntlet('audit', '.', '--json', '--no-input', ...args);
  return { code, stderr, value: JSON.parse(stdout) as Json };
}

const found = {
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'TECH-001',
  title: 'the base says nothing',
  file: 'parts/base.txt',
  line: 1,
  evidence: 'base',
  fixHint: 'say more',
} as const;

function failing(auditor: Auditor): string {
  return writeAuditReport(auditorReport(auditor, [found]));
}

/** The same thing, found in order. */
function mendedNow(): string {
  return writeAuditReport(auditorReport('technical', [{ ...found, verdict: 'PASS', severity: null }]));
}

/** Where the readable copies of the one audit are. */
function reports(): string {
  const [id = ''] = readdirSync(join(world.repository, '.gauntlet/epics'));
  return join(world.repository, '.gauntlet/epics', id, 'audit/run');
}

test(
  'TEAM-01 TEAM-04 TEAM-27 all five auditors judge a repository without an epic; their reports are files, and the checkout is as it was',
  async () => {
    audited([], reviewed);
    const before = world.git('rev-parse', 'HEAD');
    const { code, value } = await audit('--depth', 'thorough');
    expect({ code, health: value.health, notComputed: value.notComputed }).toEqual({
      code: 0,
      health: 'passed',
      notComputed: [],
    });
    const asked = (await world.starts()).map(({ role, auditor }) => `${role}/${auditor}`);
    expect(asked.toSorted()).toEqual(auditors.map((auditor) => `auditor/${auditor}`).toSorted());
    for (const auditor of auditors) expect(existsSync(join(reports(), `${auditor}_audit.md`))).toBe(true);
    const { report } = parseAuditTeamReport(readFileSync(join(reports(), 'AUDIT_REPORT.md'), 'utf8'));
    expect(report).toMatchObject({ health: 'passed', overallScore: value.overallScore });
    expect(world.git('rev-parse', 'HEAD')).toBe(before);
    expect(world.git('status', '--porcelain')).toBe('');
    await rescored(value);
  },
  patience,
);

/** TEAM-27: the files alone give the same score, and one that is missing can only lower it; nobody is asked. */
async function rescored(value: Json): Promise<void> {
  const asked = (await world.starts()).length;
  const again = await world.gauntlet('audit', '--rescore', reports(), '--json');
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ health: 'passed', overallScore: value.overallScore });
  rmSync(join(reports(), 'test_audit.md'));
  const less = await world.gauntlet('audit', '--rescore', reports());
  expect(less.code).toBe(5);
  expect(less.stdout).toContain('NO   every auditor reported (missing: test)');
  expect(await world.starts()).toHaveLength(asked);
}

test(
  'TEAM-07 without --fix nobody fixes what the team finds, and the exit says so',
  async () => {
    audited([{ role: 'auditor', auditor: 'technical', say: failing('technical') }]);
    const { code, value } = await audit('--depth', 'standard');
    expect(code).toBe(1);
    expect(value.findings).toMatchObject([{ rule: 'TECH-001', auditor: 'technical', source: 'agent' }]);
    expect(value.epicBranch).toBe(null);
    expect((await world.starts()).map(({ role }) => role)).not.toContain('fixer');
  },
  patience,
);

test(
  'TEAM-18 with --fix what is found is fixed on a branch of its own, judged again by fresh auditors, and landed',
  async () => {
    audited([
      { role: 'auditor', auditor: 'technical', has: 'parts/more.txt', say: mendedNow() },
      { role: 'auditor', auditor: 'technical', say: failing('technical') },
      { role: 'fixer', write: { 'parts/base.txt': 'base, and more\n', 'parts/more.txt': 'more\n' } },
    ]);
    const before = world.git('rev-parse', 'main');
    const { code, value, stderr } = await audit('--depth', 'standard', '--fix');
    expect({ code, health: value.health, stderr: code === 0 ? '' : stderr }).toEqual({
      code: 0,
      health: 'passed',
      stderr: '',
    });
    expect(value.rounds.map(({ move }) => move)).toEqual(['fix', 'passed']);
    expect(world.git('show', `${value.epicBranch}:parts/base.txt`)).toBe('base, and more');
    expect(world.git('rev-parse', 'main')).toBe(before);
  },
  patience,
);

test(
  'TEAM-01 an auditor that crashes again and again scores 0, and the health is unknown: never passed',
  async () => {
    audited([{ role: 'auditor', auditor: 'requirements', exit: 3 }], {
      'REQUIREMENTS.md': '- [ ] REQ-1 it works\n',
    });
    const { code, value } = await audit('--depth', 'standard');
    expect({ code, health: value.health, score: value.scores['requirements'] }).toEqual({
      code: 5,
      health: 'unknown',
      score: 0,
    });
    const tries = (await world.starts()).filter(({ auditor }) => auditor === 'requirements');
    expect(tries.map((start) => start.try)).toEqual([0, 1, 2]);
  },
  patience,
);

test(
  'TEAM-01 003#8 what an auditor reports against the work counts also where its process crashes after it',
  async () => {
    audited([{ role: 'auditor', auditor: 'technical', try: 0, say: failing('technical'), exit: 1 }]);
    const { code, value } = await audit('--depth', 'standard');
    expect(code).toBe(1);
    expect(value.health).not.toBe('passed');
    expect(value.findings).toMatchObject([{ rule: 'TECH-001' }]);
    const tries = (await world.starts()).filter(({ auditor }) => auditor === 'technical');
    expect(tries.map((start) => start.try)).toEqual([0, 1]);
  },
  patience,
);

test(
  'TEAM-02 BEYOND-02 what scans find is in the technical auditor’s prompt and among the findings, whatever the auditor says',
  async () => {
    const service = 'src/services/users.service.ts';
    const text =
      "import { of } from 'rxjs';\nexport class Users {\n  all() {\n    return of([{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }]);\n  }\n}\n";
    audited(
      [
        { role: 'auditor', auditor: 'technical', told: `[MOCK-001] ${service}:4` },
        { role: 'auditor', auditor: 'technical', exit: 9 },
      ],
      {
        [service]: text,
      },
    );
    const { value } = await audit('--depth', 'standard');
    expect(value.findings.filter(({ source }) => source === 'scan')).toMatchObject([{ rule: 'MOCK-001' }]);
    expect((await world.starts()).filter(({ auditor }) => auditor === 'technical')).toHaveLength(1);
  },
  patience,
);

test('a document that is not there is refused before anybody is asked', async () => {
  audited([]);
  const { code, stderr } = await world.gauntlet('audit', '.', '--requirements', 'docs/NONE.md');
  expect(code).toBe(2);
  expect(stderr).toContain('docs/NONE.md is not in the commit that is audited');
  expect(await world.starts()).toEqual([]);
});

test(
  'REAL-02 an audit without checks says that nothing was tested',
  async () => {
    audited([]);
    const { code, stdout, stderr } = await world.gauntlet('audit', '.', '--depth', 'standard', '--no-input');
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toBe('no checks configured: nothing was tested');
    expect(stderr).not.toContain('green at base');
  },
  patience,
);

test(
  'REAL-02 a check that is red where an audit looks comes first, and is no pass unless it is allowed by name',
  async () => {
    const config = { verify: [{ id: 'parts', run: 'sh check.sh' }] };
    const files = { 'parts/base.txt': 'BROKEN\n' };
    world = new EpicRun({ tickets: [{ id: 'UNUSED' }], playbook: [], files, config });
    const args = ['audit', '.', '--depth', 'standard', '--no-input'];
    const red = await world.gauntlet(...args);
    expect(red.code).toBe(1);
    expect(red.stdout.split('\n')[0]).toBe('parts is red at base');
    const allowed = await world.gauntlet(...args, '--allow-red', 'parts');
    expect(allowed.code).toBe(0);
    expect(allowed.stdout.split('\n')[0]).toBe('parts is red at base, allowed by --allow-red');
    expect(allowed.stdout).toContain('AUDIT  PASSED: parts red at base, allowed by --allow-red');
  },
  patience,
);
