// The founding statements about `gauntlet audit`, as a user sees them through the built CLI.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import type { Auditor } from '../../src/model/team.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

let world: EpicRun;
afterEach(() => world.remove());

const service = 'src/services/users.service.ts';
const mocked =
  "import { of } from 'rxjs';\nexport class Users {\n  all() {\n    return of([{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }]);\n  }\n}\n";

/** A project that trusts these rules more than readers of others' code do. */
const trusting = { scans: { severity: { 'MOCK-001': 'MEDIUM', 'XREF-001': 'MEDIUM' } } };

function begun(playbook: readonly Step[], files: Readonly<Record<string, string>> = {}): void {
  world = new EpicRun({ tickets: [{ id: 'UNUSED' }], playbook, files, config: trusting });
}

const open: ReportedFinding = {
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'TECH-001',
  title: 'the users are made up',
  file: service,
  line: 4,
  evidence: 'of([{ id: 1',
  fixHint: 'ask the server',
};

function saying(auditor: Auditor, ...findings: readonly ReportedFinding[]): Step {
  return { role: 'auditor', auditor, say: writeAuditReport(auditorReport(auditor, findings)) };
}

/** An auditor that finds nothing wrong. */
function content(auditor: Auditor, file = service): Step {
  const id = auditor === 'technical' ? 'TECH-001' : 'REQ-001';
  return saying(auditor, { ...open, verdict: 'PASS', severity: null, id, file, line: 1 });
}

const args = ['audit', '.', '--depth', 'standard', '--no-input'];

function reports(): string {
  const [id = ''] = readdirSync(join(world.repository, '.gauntlet/epics'));
  return join(world.repository, '.gauntlet/epics', id, 'audit/run');
}

function report(): string {
  return readFileSync(join(reports(), 'AUDIT_REPORT.md'), 'utf8');
}

test(
  'FOUND-01 002#13 audit --depth quick asks no agent and says that the team is off',
  async () => {
    begun([], { [service]: mocked });
    const { code, stdout, stderr } = await world.gauntlet(
      'audit',
      '.',
      '--depth',
      'quick',
      '--fail-on',
      'MEDIUM',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('MOCK-001');
    expect(stderr).toContain('depth quick: the audit team is off');
    const refused = await world.gauntlet('audit', '.', '--depth', 'quick', '--fix');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--depth quick runs no agent');
    expect(await world.starts()).toEqual([]);
  },
  patience,
);

test(
  'FOUND-01 002#21 one defect of two auditors and a scan is one finding with its sources on every surface',
  async () => {
    begun([saying('technical', open), saying('requirements', { ...open, id: 'REQ-001' })], {
      [service]: mocked,
      'REQUIREMENTS.md': '- [ ] REQ-001: users come from the server\n',
    });
    const { code, stdout } = await world.gauntlet(...args);
    expect(code).toBe(1);
    const lines = stdout.split('\n').filter((line) => line.includes(`${service}:4`));
    expect(lines).toHaveLength(1);
    for (const source of ['technical TECH-001', 'requirements REQ-001', 'scan MOCK-001'])
      expect(lines[0]).toContain(source);
    expect(stdout).toContain('1 finding,');
    const [main = ''] = report().split('## OTHER REPORTS');
    expect(main.match(/^### FAIL/gm)).toHaveLength(1);
    expect(main).toContain('- **Fail**: 1\n');
    expect(main).toMatch(/Reported by\*\*: .*MOCK-001/);
    const asked = (await world.starts()).length;
    const json = JSON.parse((await world.gauntlet(...args, '--json')).stdout) as {
      readonly findings: readonly { readonly sources: readonly unknown[] }[];
      readonly counts: Readonly<Record<string, number>>;
    };
    expect(json.findings.map(({ sources }) => sources.length)).toEqual([3]);
    expect(Object.values(json.counts).reduce((sum, each) => sum + each, 0)).toBe(1);
    for (const [format, text] of Object.entries(await pages(args))) {
      expect(text.split('the users are made up').length - 1, format).toBe(1);
      for (const source of ['technical TECH-001', 'requirements REQ-001', 'scan MOCK-001'])
        expect(text, format).toContain(source);
    }
    // The same audit again is told from the first.
    expect(await world.starts()).toHaveLength(asked);
  },
  patience,
);

/** Findings of the audit in the formats for programs and browsers, of `audit` and of `report`. */
async function pages(args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const folder = join(world.folder, 'reports');
  const written = await world.gauntlet(...args, '-o', folder);
  expect(written.code).toBe(1);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const results = (text: string): string => JSON.stringify((JSON.parse(text) as Sarif).runs[0]?.results);
  for (const format of ['sarif', 'html'])
    await world.gauntlet('report', '--format', format, '-o', join(folder, `run.${format}`));
  return {
    sarif: results(read('audit.sarif')),
    html: read('audit.html').split('<main>')[1]?.split('</main>')[0] ?? '',
    runSarif: results(read('run.sarif')),
    // The open findings come first as a list of links; each is told below, at its ticket.
    runHtml: read('run.html').split('<h2>Tickets</h2>')[1] ?? '',
  };
}

type Sarif = { readonly runs: readonly { readonly results: readonly unknown[] }[] };

test(
  'FOUND-01 002#35 an audit whose recovery review gave no usable answer is not a pass, with or without --fix',
  async () => {
    begun(
      [
        { role: 'reviewer', told: 'Recovery Review Assignment', say: 'no idea' },
        saying('requirements', { ...open, verdict: 'PASS', id: 'REQ-001', file: 'parts/base.txt', line: 1 }),
        saying('technical', { ...open, verdict: 'PASS', file: 'parts/base.txt', line: 1 }),
      ],
      { 'REQUIREMENTS.md': '# Requirements\n\n- [ ] REQ-001: one\n' },
    );
    const args = ['audit', '.', '--depth', 'standard', '--requirements', 'REQUIREMENTS.md', '--no-input'];
    const alone = await world.gauntlet(...args);
    expect(alone.stdout).toContain('AUDIT  NOT PROVED');
    expect(alone.code).toBe(5);
    const json = JSON.parse((await world.gauntlet(...args, '--json')).stdout) as { readonly health: string };
    expect(json.health).toBe('unknown');
    const fixed = await world.gauntlet(...args, '--fix');
    expect(fixed.stdout).toContain('AUDIT  NEEDS YOUR DECISION');
    expect(fixed.code).toBe(3);
  },
  patience,
);

test(
  'FOUND-01 002#3 a requirements report that leaves an id out keeps its findings, and that id is not judged',
  async () => {
    begun(
      [
        saying('requirements', {
          ...open,
          id: 'REQ-001',
          severity: 'CRITICAL',
          title: 'no login',
          file: 'parts/base.txt',
        }),
        saying('technical', { ...open, verdict: 'PASS', file: 'parts/base.txt', line: 1 }),
      ],
      { 'REQUIREMENTS.md': '- [ ] REQ-001: one\n- [ ] REQ-002: two\n' },
    );
    const { code, stdout } = await world.gauntlet('audit', '.', '--depth', 'standard', '--no-input');
    expect(code).toBe(1);
    expect(stdout).toContain('CRITICAL REQ-001 parts/base.txt:4  no login');
    expect(stdout).toMatch(/HIGH +REQ-002 .*not judged/);
    expect(stdout).toMatch(/requirements +incomplete, 0 of 2 passed/);
    expect(report()).toContain('- **Health**: unknown');
    // The first answer and two questions back, not nine fresh agents.
    expect((await world.starts()).filter(({ auditor }) => auditor === 'requirements')).toHaveLength(3);
    const { stdout: again } = await world.gauntlet('audit', '--rescore', reports());
    expect(again).toContain('NO   no open finding');
  },
  patience,
);

test(
  'FOUND-01 002#16 findings under a SUMMARY that counts more than is listed count; a PASS at no file does not',
  async () => {
    const written = writeAuditReport(
      auditorReport('technical', [
        { ...open, file: 'parts/base.txt', line: 1 },
        { ...open, id: 'TECH-002', verdict: 'PASS', file: 'parts/base.txt', line: 1 },
        { ...open, id: 'TECH-003', verdict: 'PASS', file: '', line: 0 },
        { ...open, id: 'TECH-004', verdict: 'PASS', file: 'parts/base.txt', line: 99 },
        { ...open, id: 'TECH-005', verdict: 'PASS', file: 'parts', line: 0 },
      ]),
    );
    begun([
      { role: 'auditor', auditor: 'technical', say: written.replace('Checked: 5', 'Checked: 9') },
      content('requirements', 'parts/base.txt'),
    ]);
    const { code, stdout } = await world.gauntlet(...args);
    expect(code).toBe(1);
    expect(stdout).toContain('HIGH     TECH-001 parts/base.txt:1');
    expect(stdout).toMatch(/technical +incomplete, 1 of 2 passed/);
    expect(report()).toContain('- **Health**: unknown');
    expect((await world.starts()).filter(({ auditor }) => auditor === 'technical')).toHaveLength(3);
  },
  patience,
);

test(
  'FOUND-01 002#23 an audit without --fix leaves no decision behind; one that lacks a report can be asked again',
  async () => {
    begun([
      { role: 'auditor', auditor: 'technical', has: '.agent/broken', exit: 3 },
      saying('technical', { ...open, file: 'parts/base.txt', line: 1 }),
    ]);
    world.write({ '.agent/broken': '' });
    const broken = await world.gauntlet(...args);
    expect(broken.code).toBe(5);
    rmSync(join(world.repository, '.agent/broken'));
    const { code, stdout, stderr } = await world.gauntlet(...args);
    expect(code).toBe(1);
    const ids = readdirSync(join(world.repository, '.gauntlet/epics'));
    expect(ids).toHaveLength(2);
    for (const text of [broken.stderr, stdout, stderr]) expect(text).not.toMatch(/loop of fixes|decision/i);
    expect(world.git('branch', '--format=%(refname:short)')).toBe('main');
    for (const id of ids) {
      const status = await world.gauntlet('status', id);
      expect(status.stdout).not.toMatch(/gauntlet decide/);
    }
  },
  patience,
);

test(
  'FOUND-01 002#15 enabled: false is about runs: audit --depth asks the team, and at gate LOW a remark is fixed',
  async () => {
    const remark = { ...open, severity: 'LOW', file: 'parts/base.txt', line: 1 } as const;
    const agents = { default: { use: 'command', run: ['sh', '.agent/agent.sh'] } };
    begun([saying('technical', remark), content('requirements', 'parts/base.txt')], {
      'off.yaml': JSON.stringify({ version: 1, agents, audit_team: { enabled: false, max_fix_rounds: 0 } }),
      'low.yaml': JSON.stringify({ version: 1, agents, audit_team: { severity_gate: 'LOW' } }),
      'REQUIREMENTS.md': '- [ ] REQ-001: the base is there\n',
    });
    const roles = async (...words: readonly string[]) => {
      const before = (await world.starts()).length;
      await world.gauntlet('audit', '.', '--depth', 'standard', '--no-input', ...words);
      return (await world.starts()).slice(before).map(({ role, auditor }) => auditor || role);
    };
    const asked = (await roles('--config', 'off.yaml')).toSorted();
    expect(asked).toEqual(['requirements', 'reviewer', 'technical']);
    expect(await roles('--fix', '--config', 'off.yaml')).not.toContain('fixer');
    expect(await roles('--fix', '--config', 'low.yaml')).toContain('fixer');
  },
  patience,
);

test(
  'FOUND-01 002#18 an audit by scans alone explains that an open HIGH finding keeps it from passing',
  async () => {
    begun([], { [service]: mocked, 'strict.yaml': 'scans: { severity: { MOCK-001: HIGH } }\n' });
    const args = ['audit', '.', '--explain-score', '--json', '--config', 'strict.yaml'];
    const { code, stdout, stderr } = await world.gauntlet(...args);
    expect(code).toBe(1);
    const { health, failing } = JSON.parse(stdout) as { readonly health: string; readonly failing: number };
    expect(failing).toBeGreaterThan(0);
    expect(health).toBe('needs-fixes');
    expect(stderr).toContain('NO   no open finding is MEDIUM or worse');
    expect(stderr).not.toContain('yes  no open finding');
  },
  patience,
);

const base = { file: 'parts/base.txt', line: 1, evidence: 'base', fixHint: '' };

function passes(many: number): readonly ReportedFinding[] {
  return Array.from({ length: many }, (_, at) => ({
    ...base,
    verdict: 'PASS',
    severity: null,
    id: `TECH-${200 + at}`,
    title: `check ${at}`,
  }));
}

const remark: ReportedFinding = { ...base, verdict: 'FAIL', severity: 'LOW', id: 'TECH-300', title: 'a nit' };
const lowered = (holds: string) =>
  `${holds}  the score is at least 0.9 (0.5 is enough if only findings below MEDIUM lowered it)`;
const document = { 'REQUIREMENTS.md': '# Requirements\n\n- [ ] TECH-001 the base is there\n' };
const kept: ReportedFinding = {
  ...base,
  verdict: 'PASS',
  severity: null,
  id: 'TECH-001',
  title: 'it is there',
};

test(
  'FOUND-01 002#17 ten passes and one LOW score 0.91 and pass; terminal, report and explanation agree',
  async () => {
    begun([saying('technical', ...passes(10), remark), saying('requirements', kept)], document);
    const args = ['audit', '.', '--depth', 'standard', '--no-input', '--explain-score'];
    const { code, stdout, stderr } = await world.gauntlet(...args);
    expect({ code, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stdout: '' });
    expect(stdout).toMatch(/AUDIT {2}PASSED: .*score 0\.96/);
    expect(stdout).toMatch(/technical +0\.91 /);
    expect(report()).toContain('- **Overall score**: 0.96\n');
    expect(report()).toMatch(/\| technical .*\| 0\.91 \|/);
    expect(stderr).toMatch(/technical +0\.91 {2}weight 20: 10 of 11 checks passed$/m);
    expect(report()).toMatch(/\| technical \| reported \| 11 \| 10 \| 1 \| 0 \| 0\.91 \|/);
    expect(stderr).toContain('overall       0.96  = (30 x 1.00 + 20 x 0.91) / 50');
    expect(stderr).toContain('yes  no open finding is MEDIUM or worse');
  },
  patience,
);

test(
  'FOUND-01 002#20 a MEDIUM finding among a hundred passes is not a pass; remarks alone are one down to a score of 0.5',
  async () => {
    begun(
      [saying('technical', ...passes(100), { ...remark, severity: 'MEDIUM' }), saying('requirements', kept)],
      document,
    );
    const args = ['audit', '.', '--depth', 'standard', '--no-input', '--explain-score'];
    const { code, stdout, stderr } = await world.gauntlet(...args);
    expect(code).toBe(1);
    expect(stdout).toContain('AUDIT  FAILED: 1 finding at MEDIUM or worse');
    expect(stderr).toContain('NO   no open finding is MEDIUM or worse');
    world.remove();
    begun([saying('technical', ...passes(1), remark), saying('requirements', kept)], document);
    const remarks = await world.gauntlet(...args);
    expect(remarks.code).toBe(0);
    expect(remarks.stderr).toContain(lowered('yes'));
    world.remove();
    const missed = { ...kept, verdict: 'FAIL', severity: 'LOW' } as const;
    begun([saying('technical', ...passes(1)), saying('requirements', missed)], document);
    const most = await world.gauntlet(...args);
    expect(most.code).toBe(1);
    expect(most.stdout).toContain('FAILED: health critical, score 0.40');
    expect(most.stderr).toContain(lowered('NO '));
  },
  patience,
);

test(
  'FOUND-01 002#20 a finding of a scan fails the audit in command, report, status and summary alike',
  async () => {
    begun([content('technical'), content('requirements')], { [service]: mocked });
    const { code, stdout } = await world.gauntlet(...args, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ health: 'needs-fixes' });
    expect(report()).toContain('- **Health**: needs-fixes');
    const status = await world.gauntlet('status');
    expect(status).toMatchObject({ code: 1, stdout: expect.stringContaining('score 1.00, needs-fixes') });
    await world.gauntlet('audit', '--update-baseline');
    expect((await world.gauntlet(...args)).code).toBe(0);
    expect((await world.gauntlet('status')).code).toBe(0);
  },
  patience,
);

test(
  'FOUND-01 002#22 a fixer is sent to a finding that only a scan has',
  async () => {
    const fix: Step = { role: 'fixer', told: 'MOCK-001', shell: `echo 'export {};' >${service}` };
    begun([content('technical'), content('requirements'), fix], { [service]: mocked });
    const { code, stdout } = await world.gauntlet(...args, '--fix');
    expect((await world.starts()).filter(({ role }) => role === 'fixer')).toHaveLength(1);
    expect(stdout).toContain('PASSED');
    expect(code).toBe(0);
  },
  patience,
);

test(
  'FOUND-01 002#38 a family counts at the default depth, which does not ask its auditor',
  async () => {
    begun([content('technical', 'server.js'), content('requirements', 'server.js')], {
      'server.js':
        "import express from 'express';\nconst app = express();\napp.get('/api/people', (req, res) => res.json([]));\napp.listen(3000);\n",
      'web/api.js': "export const users = () => fetch('/api/users');\n",
      'web/main.js':
        "import { users } from './api.js';\nusers().then(() => fetch('/api/people')).then(console.log);\n",
    });
    const { code, stdout } = await world.gauntlet(...args);
    expect(stdout).toContain('XREF-001 web/api.js:1');
    expect(code).toBe(1);
    expect(report()).toContain('- **Health**: needs-fixes');
    expect((await world.gauntlet('audit', '--rescore', reports())).code).toBe(1);
  },
  patience,
);
