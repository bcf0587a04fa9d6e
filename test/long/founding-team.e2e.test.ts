// Document 002 as a user sees it: one `gauntlet audit --depth thorough` with five scripted auditors, through the built CLI.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { type Auditor, auditors } from '../../src/model/team.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

const requirements = [
  '# Requirements',
  '',
  '- [ ] REQ-001 users can log in',
  '- [x] REQ-002 users can log out (review_cycles: 1)',
  '- [ ] FUNC-001 the orders of a user are listed',
  '- [ ] TEST-001 the log-in has three tests',
  '',
].join('\n');

/** Mistakes that scans find, one for each auditor that is told about scans. */
const files = {
  'REQUIREMENTS.md': requirements,
  'package.json': JSON.stringify({ name: 'shop', dependencies: { express: '4.0.0' } }),
  'src/services/users.service.ts':
    "import { of } from 'rxjs';\nexport const users = () => of([{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }]);\n",
  'src/styles/button.css': '.btn { @apply bg-violet-600 text-white; }\n',
  'src/server/orders.ts':
    "import express from 'express';\nexport const app = express();\napp.get('/api/orders', (req, res) => {\n  db.query(`SELECT * FROM orders WHERE id = ${req.query.id}`);\n  res.json([]);\n});\napp.listen(3000);\n",
  'src/client/orders.ts':
    "export const load = () => fetch('/api/baskets').then((answer) => answer.json());\nexport const all = () => fetch('/api/orders').then((answer) => answer.json());\n",
  'Api/Program.cs':
    'var app = builder.Build();\napp.MapPost("/notes", async (Note note, ShopDbContext db) => {\n  db.Notes.Add(note);\n  return Results.Created($"/notes/{note.Id}", note);\n});\n',
  'src/auth.ts':
    'export function login(name: string, password: string): boolean {\n  return name === password;\n}\n',
};

function found(
  verdict: ReportedFinding['verdict'],
  id: string,
  file: string,
  severity: ReportedFinding['severity'] = 'HIGH',
): ReportedFinding {
  const about = { id, title: `about ${id}`, file, line: 1, evidence: `seen for ${id}`, fixHint: `fix ${id}` };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : severity };
}

const reported: Readonly<Record<Auditor, readonly ReportedFinding[]>> = {
  requirements: [
    found('FAIL', 'REQ-001', 'src/auth.ts', 'CRITICAL'),
    found('PASS', 'REQ-002', 'src/auth.ts'),
    found('PARTIAL', 'FUNC-001', 'src/server/orders.ts'),
    found('PASS', 'TEST-001', 'src/auth.ts'),
  ],
  technical: [
    found('FAIL', 'TECH-001', 'src/auth.ts', 'MEDIUM'),
    found('FAIL', 'TECH-003', 'check.sh', 'LOW'),
    ...Array.from({ length: 3 }, (_, at) => found('PASS', `TECH-10${at}`, 'src/auth.ts')),
  ],
  interface: [
    found('FAIL', 'WIRE-001', 'src/client/orders.ts', 'MEDIUM'),
    found('PASS', 'WIRE-002', 'src/auth.ts'),
  ],
  test: [found('PASS', 'TEST-001', 'src/auth.ts')],
  library: [found('PASS', 'LIB-100', 'package.json')],
};

/** Everybody waits until all five are there, and tries to write where it looks. */
const steps = auditors.flatMap((auditor): readonly Step[] => {
  const step = {
    role: 'auditor',
    auditor,
    look: 'if echo x >src/written.ts 2>/dev/null; then echo "IT WROTE"; else echo "it could not write"; fi',
    say: writeAuditReport(auditorReport(auditor, reported[auditor])),
  } as const;
  return [
    { ...step, has: '.agent/alone' },
    { ...step, hold: auditor },
  ];
});

const args = ['audit', '.', '--depth', 'thorough', '--no-input'];
let world: EpicRun;
let id: string;
let ended: Ended;
let again: Ended;
let folder: string;

beforeAll(async () => {
  world = new EpicRun({
    tickets: [{ id: 'UNUSED' }],
    files,
    playbook: steps,
    config: {
      verify: [{ id: 'unit tests', run: 'sh check.sh', timeout: '1m' }],
      limits: { maxParallel: 5, maxVerify: 2 },
      scans: { severity: { 'MOCK-001': 'HIGH', 'XREF-001': 'HIGH', 'SDL-001': 'HIGH', 'UI-002': 'MEDIUM' } },
    },
  });
  const running = world.start([...args, '--explain-score']);
  for (const auditor of auditors) await world.until(`held ${auditor}`);
  for (const auditor of auditors) world.letGo(auditor);
  ended = await running.ended;
  again = await world.gauntlet(...args, '--json');
  [id = ''] = readdirSync(join(world.repository, '.gauntlet/epics'));
  folder = join(world.repository, '.gauntlet/epics', id, 'audit/run');
}, patience);
afterAll(() => world.remove());

type Log = {
  readonly runs: readonly { readonly run: number; readonly stage: string; readonly startedAt: number }[];
};

async function runs(stage: string): Promise<Log['runs']> {
  const { stdout } = await world.ask('logs', 'audit:run', '--epic', id, '--json');
  return (JSON.parse(stdout) as Log).runs.filter((each) => each.stage === stage);
}

/** What one auditor was asked (`--prompt`) or said (`--output`), as `logs` shows it. */
async function shown(auditor: Auditor, what: '--prompt' | '--output'): Promise<string> {
  const title = `# ${auditor} audit report`;
  for (const { run } of await runs('team')) {
    const read = async (flag: string) =>
      (await world.ask('logs', 'audit:run', '--epic', id, '--run', String(run), flag)).stdout;
    if ((await read('--prompt')).toLowerCase().includes(title)) return read(what);
  }
  throw new Error(`nobody was asked as ${auditor}`);
}

/** The quoted list below a heading of a prompt. */
function listed(prompt: string, heading: string): readonly string[] {
  const [, after = ''] = prompt.split(`### ${heading}\n`);
  const [part = ''] = after.split('\n### ');
  return [...part.matchAll(/^> - (.+)$/gm)].map(([, item = '']) => item);
}

function report(): string {
  return readFileSync(join(folder, 'AUDIT_REPORT.md'), 'utf8');
}

test('TEAM-01 002#1 five auditors work at once, each in a context of its own, and none can write', async () => {
  const starts = (await world.starts()).filter(({ auditor, round }) => auditor !== '' && round === 1);
  expect(starts.map(({ auditor }) => auditor).toSorted()).toEqual([...auditors].toSorted());
  expect(await runs('team')).toHaveLength(5);
  for (const auditor of auditors)
    expect(await shown(auditor, '--output'), auditor).toContain('\n  it could not write\n');
  expect(world.git('status', '--porcelain')).toBe('');
});

test('TEAM-21 002#4 the requirements auditor gets every item, ticked or not, and the original request', async () => {
  const prompt = await shown('requirements', '--prompt');
  expect(listed(prompt, 'Requirements')).toEqual(
    requirements.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : [])),
  );
  // Here the requirements are the original request: they stand once.
  expect(prompt).not.toContain('### Original Request');
  expect(prompt).toContain('For each item of the requirements, ticked or not');
  expect(prompt).toContain('edge cases, error handling and validation');
  for (const auditor of ['technical', 'interface', 'test', 'library'] as const)
    expect(await shown(auditor, '--prompt')).not.toContain('### Original Request');
});

test('TEAM-02 002#5 the technical auditor gets what the mock, UI and spot-check scans found', async () => {
  const scans = listed(await shown('technical', '--prompt'), 'Scan Results');
  for (const place of [
    '[MOCK-001] src/services/users.service.ts:2 -- ',
    '[UI-002] src/styles/button.css:1 -- ',
    '[BACK-001] src/server/orders.ts:4 -- ',
  ])
    expect(scans.filter((line) => line.startsWith(place))).toHaveLength(1);
});

test('TEAM-02 002#6 the interface auditor gets what the XREF and SDL scans found, and traces from entry to data', async () => {
  const prompt = await shown('interface', '--prompt');
  const scans = listed(prompt, 'Scan Results').join('\n');
  expect(scans).toContain('[XREF-001] src/client/orders.ts:1 -- ');
  expect(scans).toContain('[SDL-001] Api/Program.cs:3 -- ');
  expect(scans).not.toContain('MOCK');
  expect(prompt).toContain('from entry to router to controller to service to data');
});

test('TEAM-05 002#7 the test auditor gets the suites as the coordinator ran them, and looks for flaky tests, seeds and counts', async () => {
  const prompt = await shown('test', '--prompt');
  expect(listed(prompt, 'Suite Results')).toEqual(['unit tests: PASS']);
  expect(prompt).toContain('Ids you report under: TEST and SEED');
  for (const part of ['fixed waiting times', 'seed data is complete', 'the number of tests'])
    expect(prompt).toContain(part);
  expect(readFileSync(join(folder, 'scan_checks.json'), 'utf8')).toContain('"suite unit tests"');
});

test('002#45 the prompt of each auditor has about 500 words of instructions, and with the project fewer than 5,000 tokens', async () => {
  for (const auditor of auditors) {
    const prompt = await shown(auditor, '--prompt');
    // A token is at least three characters of English text.
    expect(prompt.length / 3, auditor).toBeLessThan(5_000);
    // Text of the project is quoted.
    const own = prompt.split('\n').filter((line) => !line.startsWith('>'));
    const words = own.join(' ').trim().split(/\s+/).length;
    expect(words, auditor).toBeGreaterThan(400);
    expect(words, auditor).toBeLessThan(600);
  }
});

test('TEAM-05 002#17 the score of an auditor is its passes divided by what it checked', () => {
  const { scores } = JSON.parse(again.stdout) as { readonly scores: Readonly<Record<string, number>> };
  expect(scores).toEqual({ requirements: 2 / 4, technical: 3 / 5, interface: 1 / 2, test: 1, library: 1 });
});

test('TEAM-05 002#19 the overall score weighs .30 .25 .20 .15 .10; without three auditors the rest is normalised', async () => {
  const weighed = 0.3 * 0.5 + 0.25 * 0.5 + 0.2 * 0.6 + 0.15 + 0.1;
  expect((JSON.parse(again.stdout) as { overallScore: number }).overallScore).toBeCloseTo(weighed, 9);
  world.write({ '.agent/alone': '' });
  const only = await world.gauntlet(...args.slice(0, 2), '--depth', 'standard', '--no-input', '--json');
  const { overallScore, scores } = JSON.parse(only.stdout) as {
    readonly overallScore: number;
    readonly scores: Readonly<Record<string, number>>;
  };
  expect(Object.keys(scores).toSorted()).toEqual(['requirements', 'technical']);
  expect(overallScore).toBeCloseTo((0.3 * 0.5 + 0.2 * 0.6) / 0.5, 9);
});

test('TEAM-27 002#18 terminal, log, report and explanation show the same two decimals, and every step of the score', async () => {
  const numbers = {
    requirements: '0.50',
    interface: '0.50',
    technical: '0.60',
    test: '1.00',
    library: '1.00',
  };
  for (const [auditor, score] of Object.entries(numbers)) {
    expect(ended.stdout).toMatch(new RegExp(`^  ${auditor} +${score}  `, 'm'));
    expect(ended.stderr).toMatch(new RegExp(`^${auditor} +${score}  weight \\d\\d: \\d+ of \\d+ `, 'm'));
    expect(report()).toMatch(new RegExp(`^\\| ${auditor} .* \\| ${score} \\| yes \\|$`, 'm'));
  }
  expect(ended.stdout).toMatch(/AUDIT {2}FAILED: .*score 0\.65/);
  expect(ended.stderr).toContain('audit score 0.65: stop');
  expect(report()).toContain('- **Overall score**: 0.65\n');
  expect(ended.stderr).toContain(
    'overall       0.65  = (30 x 0.50 + 25 x 0.50 + 20 x 0.60 + 15 x 1.00 + 10 x 1.00) / 100',
  );
  expect(ended.stderr).toMatch(/^technical +0\.60 {2}weight 20: 3 of 5 checks passed$/m);
  expect(ended.stderr).toContain('lowered by FAIL CRITICAL REQ-001 src/auth.ts:1');
  expect(ended.stderr).toContain('NO   no open finding is MEDIUM or worse');
});

test('TEAM-07 002#22 findings are grouped by file, worst first, from MEDIUM up; a LOW one alone is in no group', () => {
  const groups = [
    ...report().matchAll(/^### GROUP \| (\S+) \| (\S+)\n- \*\*Findings\*\*: .*\n- \*\*File\*\*: (.+)$/gm),
  ];
  expect(groups.map(([, name, severity, file]) => `${name} ${severity} ${file}`)).toEqual([
    'fix-1 CRITICAL src/auth.ts',
    'fix-2 HIGH Api/Program.cs',
    'fix-3 HIGH src/client/orders.ts',
    'fix-4 HIGH src/server/orders.ts',
    'fix-5 HIGH src/services/users.service.ts',
    'fix-6 MEDIUM src/styles/button.css',
  ]);
  expect(report()).toMatch(/FAIL \| LOW \| TECH-003/);
});

test('TEAM-04 TEAM-27 002#27 each auditor and the team have a report file, with totals, rounds, groups and duration', () => {
  for (const auditor of auditors) {
    const text = readFileSync(join(folder, `${auditor}_audit.md`), 'utf8');
    for (const finding of reported[auditor]) expect(text).toContain(`| ${finding.id} | ${finding.title}`);
    expect(text).toMatch(/^## SUMMARY\n- Checked: \d+\n- Pass: \d+\n- Fail: \d+\n- Partial: \d+\n- Score: /m);
  }
  for (const field of [
    'Health',
    'Overall score',
    'Checked',
    'Pass',
    'Fail',
    'Partial',
    'Fix rounds used',
    'Duration',
  ])
    expect(report()).toMatch(new RegExp(`^- \\*\\*${field}\\*\\*: \\S+`, 'm'));
  expect(JSON.parse(readFileSync(join(folder, 'audit.json'), 'utf8'))).toMatchObject({
    health: 'needs-fixes',
    fixRoundsUsed: 0,
    fixGroups: [{ name: 'fix-1' }, {}, {}, {}, {}, {}],
  });
});

test('TEAM-27 002#46 the score is computed again from the files, by code alone', async () => {
  const asked = (await world.starts()).length;
  const { code, stdout } = await world.gauntlet('audit', '--rescore', folder);
  expect(code).toBe(1);
  expect(stdout).toContain('overall       0.65  = (');
  expect(await world.starts()).toHaveLength(asked);
});
