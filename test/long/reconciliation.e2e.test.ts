// The original request held against the work of a whole run, through the built CLI.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { epicId, EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

let world: EpicRun;
afterEach(() => world.remove());

const run = 'audit:run';

const request = `# What we want

Parts are kept in one folder.

- a part A
- a part that greets
`;

function said(verdict: ReportedFinding['verdict'], id: string, file = 'parts/A.txt'): ReportedFinding {
  const about = { id, title: 'as the judge says', file, line: 1, evidence: 'A AC1', fixHint: 'build it' };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : 'LOW' };
}

const asked = 'Reconciliation Assignment';

/** The heading and the sentence under it are items as well. */
const background = [said('PASS', 'ITEM-1'), said('PASS', 'ITEM-2')];

function says(...findings: readonly ReportedFinding[]): Step {
  return {
    role: 'auditor',
    auditor: 'requirements',
    told: asked,
    say: writeAuditReport(auditorReport('requirements', [...background, ...findings])),
  };
}

const met = says(said('PASS', 'ITEM-3'), said('PASS', 'ITEM-4'));
const dropped = says(said('PASS', 'ITEM-3'), said('FAIL', 'ITEM-4', ''));

function begun(playbook: readonly Step[], config: Readonly<Record<string, unknown>> = {}): void {
  world = new EpicRun({
    tickets: [{ id: 'A', review: false }],
    playbook,
    files: { 'docs/PRD.md': request },
    config: { depth: 'standard', reconcile: true, audit: { maxFixRounds: 0 }, ...config },
    epic: { original: 'docs/PRD.md' },
  });
}

async function reconciliations(): Promise<number> {
  await world.look();
  return world.events().filter(({ type }) => type === 'reconciliation_dispatched').length;
}

test(
  'TEAM-19 002#43 the judge gets every item with tickets, criteria and files; a request that is met lets the run complete',
  async () => {
    begun([met]);
    const { code, stderr } = await world.run();
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(world.of(run, 'reconciliation_done')).toMatchObject([{ items: 4, open: 0 }]);
    const [prompt = ''] = world.prompts(run, 'reconcile');
    for (const part of [
      'ITEM-2: Parts are kept in one folder.',
      'ITEM-3: a part A',
      'ITEM-4: a part that greets',
      'AC1: the part is there',
      'parts/A.txt',
    ])
      expect(prompt).toContain(part);
    const types = world.story(run);
    expect(types.lastIndexOf('team_auditor_reported')).toBeLessThan(
      types.indexOf('reconciliation_dispatched'),
    );
    expect(types.indexOf('reconciliation_done')).toBeLessThan(types.indexOf('scoring_started'));
  },
  patience,
);

function reports(): string {
  return join(world.repository, '.gauntlet/epics', epicId, 'audit/run');
}

test(
  'TEAM-19 TEAM-27 002#43 a dropped item keeps a run with a content team from completing; the files alone say so too',
  async () => {
    begun([dropped]);
    expect((await world.run()).code).toBe(3);
    const [scored] = world.of(run, 'audit_scored');
    expect(scored).toMatchObject({ overall: 1, move: 'stop' });
    expect(world.record(scored?.run ?? -1, 'score')).toMatchObject({ health: 'needs-fixes' });
    expect(readFileSync(join(reports(), 'reconciliation.md'), 'utf8')).toContain('FAIL | HIGH | ITEM-4');
    const again = await world.gauntlet('audit', '--rescore', reports());
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('every item of the original request is met');
    rmSync(join(reports(), 'reconciliation.md'));
    expect((await world.gauntlet('audit', '--rescore', reports())).code).toBe(2);
  },
  patience,
);

test(
  'TEAM-19 TEAM-08 what was dropped is built by a fixer who is told the words of the request, and reconciled again',
  async () => {
    begun(
      [
        {
          ...says(said('PASS', 'ITEM-3'), said('PASS', 'ITEM-4', 'parts/hello.txt')),
          has: 'parts/hello.txt',
        },
        dropped,
        { role: 'fixer', told: 'ITEM-4: a part that greets', write: { 'parts/hello.txt': 'hello\n' } },
        { role: 'fixer', exit: 9 },
      ],
      { audit: { maxFixRounds: 1 } },
    );
    const { code, stderr } = await world.run();
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(world.git('show', 'epic/e1:parts/hello.txt')).toBe('hello');
    expect(await reconciliations()).toBe(2);
  },
  patience,
);

test(
  'TEAM-19 002#43 work nobody asked for keeps the run from completing, and no fixer is sent to take it out',
  async () => {
    const step = says(said('PASS', 'ITEM-3'), said('PASS', 'ITEM-4'), said('FAIL', 'UNASKED-1'));
    begun([step], { audit: { maxFixRounds: 2 } });
    expect((await world.run()).code).toBe(3);
    expect(world.of(run, 'audit_scored')).toMatchObject([{ because: 'nothing for a fixer' }]);
    expect((await world.starts()).map(({ role }) => role)).not.toContain('fixer');
  },
  patience,
);

test(
  'TEAM-19 BEYOND-03 items that do not exist, files that are not there and items left out: nothing of it is a pass',
  async () => {
    begun([
      says(
        said('PASS', 'ITEM-3', '../../etc/passwd'),
        said('PASS', 'ITEM-4', 'made/up.ts'),
        said('PASS', 'ITEM-9'),
      ),
    ]);
    expect((await world.run()).code).toBe(3);
    expect(world.of(run, 'reconciliation_done')).toMatchObject([{ items: 4, open: 2 }]);
    world.remove();
    begun([says(said('PASS', 'ITEM-3'), said('PASS', 'ITEM-9'))]);
    expect((await world.run()).code).toBe(3);
    expect(world.of(run, 'reconciliation_done')).toEqual([]);
    const [scored] = world.of(run, 'audit_scored');
    expect(world.record(scored?.run ?? -1, 'score')).toMatchObject({ health: 'unknown' });
  },
  patience,
);

test(
  'TEAM-19 TEAM-10 the phase has its own switch: off at a depth that has it, on with the team off',
  async () => {
    const two = { auditors: { interface: false, test: false, library: false }, maxFixRounds: 0 };
    begun([met], { depth: 'thorough', reconcile: false, audit: two });
    expect((await world.run()).code).toBe(0);
    expect(await reconciliations()).toBe(0);
    world.remove();
    begun([met], { audit: { enabled: false } });
    expect((await world.run()).code).toBe(0);
    expect(await reconciliations()).toBe(1);
  },
  patience,
);
