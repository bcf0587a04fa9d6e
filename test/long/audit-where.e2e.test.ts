// Where the team runs and how thoroughly, through the built CLI: tickets, milestones, the end of a run, every depth.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { auditors } from '../../src/model/team.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';
import { reviewed } from '../support/reviewed-document.ts';

let world: EpicRun;
afterEach(() => world.remove());

function said(verdict: ReportedFinding['verdict'], id: string, file = 'check.sh'): ReportedFinding {
  const about = { id, title: `about ${id}`, file, line: 1, evidence: 'seen', fixHint: 'fix it' };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : 'HIGH' };
}

function requirementsSay(...findings: readonly ReportedFinding[]): Step {
  const say = writeAuditReport(auditorReport('requirements', findings));
  return { role: 'auditor', auditor: 'requirements', say };
}

async function asked(ticket: string, role: string): Promise<readonly string[]> {
  const starts = await world.starts();
  return starts
    .filter((start) => start.ticket === ticket && start.role === role)
    .map(({ auditor }) => auditor);
}

const document = '# Wanted\n\n- [ ] REQ-001 a part A\n- [ ] REQ-002 a part that greets\n';

test(
  'TEAM-11 TEAM-22 TEAM-28 at depth thorough a ticket has three critics and one auditor; the five come after its milestone and at the end',
  async () => {
    world = new EpicRun({
      tickets: [{ id: 'A', milestone: 'm1' }],
      playbook: [],
      config: { depth: 'thorough', audit: { maxFixRounds: 0 } },
      epic: { milestones: [{ id: 'm1', title: 'Parts' }] },
    });
    const { code, stderr } = await world.run();
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(await asked('A', 'critic')).toHaveLength(3);
    expect(await asked('A', 'auditor')).toEqual(['']);
    for (const audit of ['audit:m1', 'audit:run']) {
      expect((await asked(audit, 'auditor')).toSorted(), audit).toEqual([...auditors].toSorted());
      expect(world.of(audit, 'audit_ended'), audit).toMatchObject([{ outcome: 'passed' }]);
    }
  },
  patience,
);

test(
  'TEAM-10 TEAM-23 002#14 exhaustive asks all five; a founding audit_team block, snake_case and all, wins over the depth',
  async () => {
    world = new EpicRun({ tickets: [{ id: 'UNUSED' }], files: reviewed });
    const args = ['audit', '--json', '--no-input', '--depth', 'exhaustive'];
    expect((await world.gauntlet(...args)).code).toBe(0);
    expect((await world.starts()).map(({ auditor }) => auditor).toSorted()).toEqual([...auditors].toSorted());
    world.remove();
    const only = { requirements_auditor: false, technical_auditor: false, interface_auditor: false };
    world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      config: { audit: undefined, audit_team: { ...only, max_library_checks: 0, max_fix_rounds: 0 } },
    });
    expect((await world.gauntlet(...args)).code).toBe(0);
    expect((await world.starts()).map(({ auditor }) => auditor)).toEqual(['test']);
  },
  patience,
);

async function judged(
  steps: readonly Step[],
  text = document,
): Promise<{ health: string; score: number; code: number | null }> {
  world = new EpicRun({
    tickets: [{ id: 'UNUSED' }],
    playbook: steps,
    files: { 'docs/REQUIREMENTS.md': text },
  });
  const { code, stdout } = await world.gauntlet('audit', '--json', '--no-input', '--depth', 'standard');
  const { health, scores } = JSON.parse(stdout) as {
    readonly health: string;
    readonly scores: { readonly requirements: number };
  };
  return { health, score: scores.requirements, code };
}

test(
  'TEAM-05 BEYOND-03 a PASS for a requirement that does not exist changes no number; one left out is not audited',
  async () => {
    const honest = [said('PASS', 'REQ-001'), said('FAIL', 'REQ-002', 'parts/base.txt')];
    const made = Array.from({ length: 50 }, (_, at) => said('PASS', `REQ-9${at}`));
    const plain = await judged([requirementsSay(...honest)]);
    expect(plain).toMatchObject({ health: 'needs-fixes', score: 0.5, code: 1 });
    world.remove();
    const again = Array.from({ length: 50 }, () => said('PASS', 'REQ-001'));
    expect(await judged([requirementsSay(...honest, ...made, ...again)])).toEqual(plain);
    world.remove();
    expect(await judged([requirementsSay(said('PASS', 'REQ-001'), ...made)])).toEqual({
      health: 'unknown',
      score: 0.5,
      code: 5,
    });
  },
  patience,
);

const prose = '# Wanted\n\nThe greeting is polite.\n\n1. REQ-001: a part A\n';
const proved = ['LINE-1', 'LINE-3', 'REQ-001'];

test.each([
  ['PASSED where every passage has a verdict', proved, prose, { health: 'passed', code: 0 }],
  ['NOT PROVED where a passage is left out', ['LINE-1', 'REQ-001'], prose, { health: 'unknown', code: 5 }],
  ['NOT PROVED for made-up ids', ['REQ-7', 'REQ-8'], prose, { health: 'unknown', score: 0, code: 5 }],
  ['NOT PROVED where it is empty', ['REQ-001'], '\n', { health: 'unknown', score: 0, code: 5 }],
])(
  'TEAM-05 P8 002#4 a requirements document without checkboxes is %s',
  async (_, ids, text, result) => {
    const steps = [requirementsSay(...ids.map((id) => said('PASS', id)))];
    expect(await judged(steps, text)).toMatchObject(result);
  },
  patience,
);

/** What the one fixer of the one audit was told. */
function fixPrompt(): string {
  const epics = join(world.repository, '.git/gauntlet/epics');
  const runs = join(epics, readdirSync(epics)[0] ?? '', 'runs');
  const prompts = readdirSync(runs).map((run) => join(runs, run, 'prompt.json'));
  const texts = prompts.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
  return JSON.parse(texts.find((text) => text.includes('## Audit Fix Assignment')) ?? '""') as string;
}

test(
  'TEAM-08 002#24 a fixer is told finding, place, evidence, the words of the requirement and what to do about its kind',
  async () => {
    const fixed = requirementsSay(said('PASS', 'REQ-001'), said('PASS', 'REQ-002', 'parts/base.txt'));
    world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      files: { 'docs/REQUIREMENTS.md': document },
      playbook: [
        { ...fixed, round: 2 },
        requirementsSay(said('PASS', 'REQ-001'), said('FAIL', 'REQ-002', 'parts/base.txt')),
        { role: 'fixer', told: 'REQ-002 a part that greets', write: { 'parts/base.txt': 'hello\n' } },
        { role: 'fixer', exit: 9 },
      ],
    });
    const args = ['audit', '--json', '--no-input', '--depth', 'standard', '--fix'];
    const { code, stdout } = await world.gauntlet(...args);
    expect({ code, health: (JSON.parse(stdout) as { health: string }).health }).toEqual({
      code: 0,
      health: 'passed',
    });
    for (const part of [
      '## Audit Fix Assignment',
      '[HIGH] FAIL REQ-002 parts/base.txt:1 about REQ-002',
      'seen',
      '- REQ-002 a part that greets',
      'Requirements: build what the text asks for, completely',
    ])
      expect(fixPrompt()).toContain(part);
  },
  patience,
);

test.each([
  ['PASSED', 0, requirementsSay(said('PASS', 'REQ-001'), said('PASS', 'REQ-002')), document],
  ['FAILED', 1, requirementsSay(said('PASS', 'REQ-001'), said('FAIL', 'REQ-002')), document],
  ['NOT PROVED', 5, { role: 'auditor', auditor: 'requirements', exit: 3 } as const, document],
  ['NEEDS YOUR DECISION', 3, requirementsSay(), '- [ ] REQ-001 a part A (review_cycles: 10)\n'],
])(
  '002#28 an audit has one result on terminal, JSON, status, report and summary, with one exit code: %s',
  async (word, exitCode, step, text) => {
    world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      playbook: [step],
      files: { 'REQUIREMENTS.md': text },
      config: { audit: { auditors: { technical: false } }, convergence: { reviewRecoveryRetries: 0 } },
    });
    const args = ['audit', '--no-input', '--depth', 'standard'];
    const told = await world.gauntlet(...args);
    const [, headline] = /^AUDIT {2}(.*?) {5}/m.exec(told.stdout) ?? [];
    expect(headline).toMatch(new RegExp(`^${word}`));
    const resultOf = async (...more: readonly string[]) => {
      const { code, stdout } = await world.gauntlet(...more);
      const { outcome } = JSON.parse(stdout) as { outcome: { word: string; because: string } };
      return { code, headline: `${outcome.word}: ${outcome.because}` };
    };
    const one = { code: exitCode, headline };
    expect({ code: told.code, headline }).toEqual(one);
    const id = /audit-[0-9a-f]{12}/.exec(told.stderr)?.[0] ?? '';
    expect(await resultOf('status', id, '--json')).toEqual(one);
    const status = await world.ask('status', id);
    expect({ code: status.code, isSame: status.stdout.includes(`QUALITY GATE  ${headline}`) }).toEqual({
      code: exitCode,
      isSame: true,
    });
    const summary = readFileSync(join(world.repository, '.gauntlet/epics', id, 'summary.md'), 'utf8');
    expect(summary).toContain(`: ${headline}`);
    expect(await resultOf(...args, '--json')).toEqual(one);
  },
  patience,
);

test.each([
  ['standard', ['technical']],
  ['thorough', ['interface', 'library', 'technical', 'test']],
])(
  '002#11 at %s without a REQUIREMENTS.md the requirements auditor is not asked, and the result and status say so',
  async (depth, judges) => {
    world = new EpicRun({ tickets: [{ id: 'UNUSED' }] });
    const note = 'no REQUIREMENTS.md in this commit: the requirements auditor was not asked';
    const args = ['audit', '--no-input', '--depth', depth];
    const { code, stdout, stderr } = await world.gauntlet(...args);
    expect({ code, isSaid: stdout.includes(note) }).toEqual({ code: 0, isSaid: true });
    expect((await world.starts()).map(({ auditor }) => auditor).toSorted()).toEqual(judges);
    const json = JSON.parse((await world.gauntlet(...args, '--json')).stdout) as { notes: unknown };
    expect(json.notes).toEqual([note]);
    const id = /audit-[0-9a-f]{12}/.exec(stderr)?.[0] ?? '';
    const status = await world.ask('status', id);
    expect(status.code).toBe(0);
    expect(status.stdout).toContain(note);
    expect(status.stdout).toContain(/^AUDIT {2}(.*?) {5}/m.exec(stdout)?.[1] ?? '?');
  },
  patience,
);
