// What must not pass when the team of auditors is asked about a repository as it is.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';
import { reviewed } from '../support/reviewed-document.ts';

let world: EpicRun;
afterEach(() => world.remove());

const service = 'src/services/users.service.ts';
const madeUp =
  "import { of } from 'rxjs';\nexport class Users {\n  all() {\n    return of([{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }]);\n  }\n}\n";

/** A project that trusts this rule more than readers of others' code do. */
const trusting = {
  scans: { severity: { 'MOCK-001': 'MEDIUM' } },
};

function begun(playbook: readonly Step[] = [], files: Readonly<Record<string, string>> = {}): void {
  world = new EpicRun({
    tickets: [{ id: 'UNUSED' }],
    playbook,
    files: { ...reviewed, ...files },
    config: trusting,
  });
}

type Json = {
  readonly health: string;
  readonly failing: number;
  readonly rounds: readonly { readonly because: string }[];
};

async function audit(...args: readonly string[]) {
  const { code, stdout, stderr } = await world.gauntlet('audit', '--json', '--no-input', ...args);
  return { code, stderr, value: (stdout === '' ? {} : JSON.parse(stdout)) as Json };
}

function reports(): string {
  const [id = ''] = readdirSync(join(world.repository, '.gauntlet/epics'));
  return join(world.repository, '.gauntlet/epics', id, 'audit/run');
}

test(
  'BEYOND-02 what fails an audit by scans fails one by a content team, at every depth; its files alone say so too',
  async () => {
    begun([], { [service]: madeUp });
    expect((await audit('--no-agents', '--fail-on', 'MEDIUM')).code).toBe(1);
    expect(await audit('--depth', 'quick', '--fail-on', 'MEDIUM')).toMatchObject({
      code: 1,
      value: { failing: 1 },
    });
    expect(await audit('--depth', 'standard')).toMatchObject({ code: 1, value: { failing: 1 } });
    expect((await world.starts()).map(({ role }) => role)).toContain('auditor');
    expect((await world.gauntlet('audit', '--rescore', reports())).code).toBe(1);
    rmSync(join(reports(), 'scan_checks.json'));
    expect(await world.gauntlet('audit', '--rescore', reports())).toMatchObject({ code: 2 });
    await world.gauntlet('audit', '--update-baseline');
    expect(await audit('--depth', 'standard')).toMatchObject({ code: 0, value: { failing: 0 } });
  },
  patience,
);

test(
  'what is not judged is said: uncommitted work, and folders beside the one that was named',
  async () => {
    begun();
    world.write({ 'src/new.ts': 'export {};\n', 'parts/base.txt': 'otherwise\n' });
    const { code, stderr } = await audit('src', '--depth', 'standard');
    expect(code).toBe(0);
    expect(stderr).toContain('note: the audit covers the whole repository, not src/ alone');
    expect(stderr).toContain(
      'note: the audit checks the last commit and ignores uncommitted changes: 1 file is changed',
    );
  },
  patience,
);

test('wishes that the team cannot hear are refused before anybody is asked', async () => {
  begun();
  for (const wish of [['--changed'], ['--since', 'HEAD'], ['--rule', 'MOCK-001']])
    expect(await audit('--depth', 'standard', ...wish), wish.join(' ')).toMatchObject({ code: 2 });
  mkdirSync(join(world.folder, 'elsewhere'));
  expect((await audit('../elsewhere', '--depth', 'standard')).code).toBe(5);
  expect(await world.starts()).toEqual([]);
});

/** Until the journal of the one audit has the report of an auditor. */
async function untilReported(): Promise<void> {
  const [id = ''] = readdirSync(join(world.repository, '.git/gauntlet/epics'));
  for (let said = ''; !said.includes('"team_auditor_reported"');)
    said = (await world.ask('events', '--json', id)).stdout;
}

test(
  'RECOVER-01 after kill -9 in the middle of the team the audit goes on, and no auditor that has reported is asked again',
  async () => {
    // Nobody lets the first one go: whoever dies may still take what is meant for the next.
    begun([
      { role: 'auditor', auditor: 'technical', has: '.agent/again' },
      { role: 'auditor', auditor: 'technical', try: 0, hold: 'middle' },
    ]);
    const { child, ended } = world.start(['audit', '--json', '--no-input', '--depth', 'standard']);
    await world.until('held middle');
    await untilReported();
    child.kill('SIGKILL');
    await ended;
    world.write({ '.agent/again': '' });
    expect(await audit('--depth', 'standard')).toMatchObject({ code: 0, value: { health: 'passed' } });
    const asked = (await world.starts()).map(({ auditor }) => auditor);
    expect(asked.filter((auditor) => auditor === 'requirements')).toHaveLength(1);
  },
  patience,
);

test(
  'TEAM-05 ten thousand findings, most of them passes, at places that are not there, are no pass',
  async () => {
    const finding = (at: number) =>
      ({
        verdict: at < 9_500 ? 'PASS' : 'FAIL',
        severity: at < 9_500 ? null : 'HIGH',
        id: `TECH-${at}`,
        title: 'so it is',
        file: '../../etc/passwd',
        line: 1,
        evidence: 'seen',
        fixHint: '',
      }) as const;
    const findings = Array.from({ length: 10_000 }, (_, at) => finding(at));
    const say = writeAuditReport(auditorReport('technical', findings));
    begun([{ role: 'auditor', auditor: 'technical', say }]);
    expect(await audit('--depth', 'standard')).toMatchObject({ code: 5, value: { health: 'unknown' } });
  },
  patience,
);

test(
  'TEAM-18 a round of fixes that is thrown away because it made things worse does not pass what stands',
  async () => {
    const finding = {
      title: 'it is so',
      file: 'parts/base.txt',
      line: 1,
      evidence: 'base',
      fixHint: 'fix it',
    };
    const fine = (many: number) =>
      Array.from(
        { length: many },
        (_, at) => ({ ...finding, verdict: 'PASS', severity: null, id: `TECH-1${at}` }) as const,
      );
    const open = (severity: 'CRITICAL' | 'LOW') =>
      ({ ...finding, verdict: 'FAIL', severity, id: `TECH-9-${severity}` }) as const;
    const first = writeAuditReport(auditorReport('technical', [...fine(39), open('CRITICAL')]));
    const worse = writeAuditReport(auditorReport('technical', [...fine(9), open('LOW')]));
    begun([
      { role: 'auditor', auditor: 'technical', has: 'parts/more.txt', say: worse },
      { role: 'auditor', auditor: 'technical', say: first },
      { role: 'fixer', write: { 'parts/base.txt': 'base, and more\n', 'parts/more.txt': 'more\n' } },
    ]);
    const { code, value } = await audit('--depth', 'standard', '--fix');
    expect(value.rounds.map(({ because }) => because)).toEqual(['there is something to fix', 'lower']);
    expect({ code, health: value.health, failing: value.failing }).toEqual({
      code: 1,
      health: 'needs-fixes',
      failing: 1,
    });
  },
  patience,
);
