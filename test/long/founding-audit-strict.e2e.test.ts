// Founding statements about `gauntlet audit` where something would hide: findings, requirements, a gate.
import { readdirSync, readFileSync } from 'node:fs';
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

function begun(playbook: readonly Step[], files: Readonly<Record<string, string>> = {}): void {
  const own = {
    [service]: 'export const one = 1;\nexport const two = 2;\nexport const three = 3;\n',
    ...files,
  };
  world = new EpicRun({ tickets: [{ id: 'UNUSED' }], playbook, files: own });
}

const open: ReportedFinding = {
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'TECH-001',
  title: 'the users are made up',
  file: service,
  line: 2,
  evidence: 'two = 2',
  fixHint: 'ask the server',
};

function saying(auditor: Auditor, ...findings: readonly ReportedFinding[]): Step {
  return { role: 'auditor', auditor, say: writeAuditReport(auditorReport(auditor, findings)) };
}

const passed: ReportedFinding = { ...open, verdict: 'PASS', severity: null };

const args = ['audit', '.', '--depth', 'standard', '--no-input'];

function reports(): string {
  const [id = ''] = readdirSync(join(world.repository, '.gauntlet/epics'));
  return join(world.repository, '.gauntlet/epics', id, 'audit/run');
}

test(
  'FOUND-01 002#21 two problems that one auditor reports under one id at one line are both shown',
  async () => {
    const limit = { ...open, evidence: 'no rate limit', fixHint: 'limit the calls' };
    begun([saying('technical', open, limit, open)]);
    const { code, stdout } = await world.gauntlet(...args, '--json');
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly evidence: string }[];
    };
    expect(findings.map(({ evidence }) => evidence).sort()).toEqual([limit.evidence, open.evidence]);
    const [main = ''] = readFileSync(join(reports(), 'AUDIT_REPORT.md'), 'utf8').split('## OTHER REPORTS');
    expect(main.match(/^### FAIL/gm)).toHaveLength(2);
  },
  patience,
);

test(
  '002#3 beside checkboxes a requirement without one has to be judged too',
  async () => {
    const one = saying('requirements', { ...passed, id: 'REQ-001', line: 1 });
    begun([saying('technical', { ...passed, line: 1 }), one], {
      'REQUIREMENTS.md': '- [ ] REQ-001: one\n- REQ-002: two\n\nThe export must be CSV.\n',
    });
    const { code, stdout } = await world.gauntlet(...args);
    expect(code).toBe(5);
    expect(stdout).toContain('HIGH     REQ-002 project  not judged');
    expect(stdout).toContain('LINE-4');
  },
  patience,
);

test(
  '002#4 a checkbox without text is never passed',
  async () => {
    const items = ['REQ-001', 'LINE-2'].map((id, at) => ({ ...passed, id, line: at + 1 }));
    begun([saying('technical', { ...passed, line: 1 }), saying('requirements', ...items)], {
      'REQUIREMENTS.md': '- [ ] REQ-001: one\n- [ ]\n',
    });
    const { code, stdout } = await world.gauntlet(...args);
    expect(code).toBe(5);
    expect(stdout).toContain('line 2 of the requirements is a checkbox without text');
  },
  patience,
);

test(
  '002#28 --rescore fails what the audit failed on, and sends an audit without agents back to the scans',
  async () => {
    begun([saying('technical', { ...open, severity: 'LOW' }, { ...passed, line: 1 })]);
    expect((await world.gauntlet(...args, '--fail-on', 'LOW')).code).toBe(1);
    const again = (...more: readonly string[]) =>
      world.gauntlet('audit', '.', '--rescore', reports(), ...more);
    expect((await again()).stdout).toContain('FAILED: 1 finding at LOW or worse');
    expect((await again('--fail-on', 'HIGH')).code).toBe(0);
    expect((await again()).code).toBe(0);
    const folder = join(world.folder, 'scanned');
    await world.gauntlet('audit', '.', '--no-agents', '-o', folder);
    const refused = await world.gauntlet('audit', '.', '--rescore', folder);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('audit without agents')]);
  },
  patience,
);

test(
  '002#28 a scan that passes by --fail-on alone says so, and its data has the health without it',
  async () => {
    begun([], { 'gauntlet.yaml': 'scans: { severity: { MOCK-001: MEDIUM } }\n', [service]: mocked });
    const scan = ['audit', '.', '--no-agents', '--config', 'gauntlet.yaml'];
    const { code, stdout } = await world.gauntlet(...scan);
    const { health } = JSON.parse((await world.gauntlet(...scan, '--json')).stdout) as {
      readonly health: string;
    };
    expect([code, health]).toEqual([0, 'needs-fixes']);
    expect(stdout).toContain('PASSED: no finding at HIGH or worse');
    expect(stdout).not.toMatch(/health|score/);
  },
  patience,
);

test(
  '002#20 --fail-on decides the exit code, and changes neither health nor score',
  async () => {
    begun([saying('technical', { ...open, severity: 'LOW' }, { ...passed, line: 1 })]);
    for (const [severity, code] of [
      ['LOW', 1],
      ['HIGH', 0],
    ] as const) {
      const ended = await world.gauntlet(...args, '--fail-on', severity, '--json');
      expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([
        code,
        { health: 'passed', overallScore: 0.5 },
      ]);
    }
    for (const severity of ['LOW', 'CRITICAL']) {
      const scan = await world.gauntlet('audit', '.', '--no-agents', '--fail-on', severity, '--json');
      expect(JSON.parse(scan.stdout)).toMatchObject({ health: 'passed' });
    }
  },
  patience,
);
