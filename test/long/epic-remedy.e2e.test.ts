// A base that is red: fixed like any other work, never by looking away, and nobody is charged for it.
import { spawn } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../source.ts';
import { notRepaired } from '../support/answers.ts';
import { endOf, environmentIn } from '../support/cli-place.ts';
import { isCluster } from '../support/cluster-mode.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { sharedCli } from '../support/shared-cli.ts';

const red = { 'parts/base.txt': 'BROKEN\n' };
/** Where every check is red a person is asked first: here one of two is. */
const verify = [
  { id: 'parts', run: 'sh check.sh', timeout: '1m' },
  { id: 'there', run: 'test -d parts', timeout: '1m' },
];
let fixed: EpicRun;
let mendedEnd: Ended;
let cheated: EpicRun;
let cheatedEnd: Ended;
let overridden = '';

beforeAll(async () => {
  fixed = new EpicRun({
    files: red,
    epic: { verify },
    tickets: [{ id: 'ONE' }, { id: 'TWO' }],
    playbook: [{ role: 'remediator', write: { 'parts/base.txt': 'whole\n' } }],
  });
  mendedEnd = await fixed.run();
  cheated = new EpicRun({
    files: red,
    epic: { verify },
    tickets: [{ id: 'ONE' }],
    playbook: [
      { role: 'remediator', attempt: 0, write: { 'check.sh': 'exit 0\n' } },
      {
        role: 'remediator',
        attempt: 1,
        write: { 'check.sh': 'if grep -rn BROKEN parts; then exit 0; fi\n' },
      },
      { role: 'remediator', attempt: 2, write: { 'check.sh': null } },
    ],
  });
  cheatedEnd = await cheated.run();
}, patience);
afterAll(() => {
  fixed.remove();
  cheated.remove();
});

const at = (epic: EpicRun, type: string, ticket?: string): number =>
  epic
    .events()
    .findIndex(
      (event) =>
        event.type === type && (ticket === undefined || ('ticket' in event && event.ticket === ticket)),
    );

test('REMEDY-01 a check red at base starts one remediation, and nobody is sent to work before the health check is green', () => {
  expect(mendedEnd.code).toBe(0);
  expect(fixed.events().filter(({ type }) => type === 'remediation_opened')).toHaveLength(1);
  const restored = fixed.events().find(({ type }) => type === 'infrastructure_restored');
  expect(restored).toMatchObject({ by: 'remediation', attempts: 1 });
  expect(at(fixed, 'infrastructure_restored')).toBeLessThan(at(fixed, 'developer_dispatched', 'ONE'));
  expect(fixed.prompts('remediation:1', 'develop')[0]).toContain('BROKEN');
  for (const ticket of ['ONE', 'TWO']) {
    expect(fixed.runs(ticket, 'develop').map(({ attempt }) => attempt)).toEqual([0]);
    expect(fixed.of(ticket, 'ticket_sent_back')).toEqual([]);
  }
});

test('REMEDY-02 the repair is validated, reviewed and landed like a ticket, and the others are cut from what it landed', () => {
  for (const stage of ['validate', 'review', 'merge', 'land'] as const)
    expect(fixed.runs('remediation:1', stage).length, stage).toBeGreaterThan(0);
  const [landed] = fixed.of('remediation:1', 'task_complete');
  const workspace = fixed.record(fixed.runs('ONE', 'develop')[0]?.run ?? 0, 'workspace') as {
    base: string;
  };
  expect(fixed.git('merge-base', '--is-ancestor', landed?.commit ?? '', workspace.base)).toBe('');
  expect(fixed.git('show', 'epic/e1:parts/base.txt')).toBe('whole');
});

test('REMEDY-02 a check made green by weakening, skipping or deleting it is no repair', () => {
  expect(cheated.runs('remediation:1', 'develop').map(({ attempt }) => attempt)).toEqual([0, 1, 2]);
  expect(cheated.landed()).toEqual([]);
  expect(cheated.git('show', 'epic/e1:check.sh')).toContain('exit 1');
  expect(cheated.story('remediation:1')).not.toContain('validation_passed');
});

test('REMEDY-01 after three attempts a person chooses: retry, override or halt; no ticket has lost an attempt', async () => {
  expect(cheatedEnd.code).toBe(3);
  const [asked] = cheated.of('remediation:1', 'ticket_escalated');
  expect(asked?.options).toEqual(expect.arrayContaining(['retry', 'override', 'halt']));
  expect(cheated.runs('ONE', 'develop')).toEqual([]);
  expect(cheated.story('ONE')).not.toContain('ticket_sent_back');
});

test('REMEDY-01 an override is recorded with who and why, and work goes on over what is red', async () => {
  const ended = await cheated.decide('remediation:1', '--override', '--reason', 'known and harmless');
  expect(ended.code).toBe(0);
  expect(cheated.of('remediation:1', 'decision_answered')).toMatchObject([
    { choice: 'override', by: 'ada', why: 'known and harmless' },
  ]);
  expect(cheated.events().find(({ type }) => type === 'infrastructure_restored')).toMatchObject({
    by: 'override',
  });
  expect(cheated.landed()).toEqual(['ONE']);
  expect(cheated.runs('ONE', 'develop').map(({ attempt }) => attempt)).toEqual([0]);
  overridden = ended.stdout;
});

test('REAL-02 after an override no verdict says PASSED without naming what is red at base', async () => {
  const first = 'parts is red at base, accepted by ada (decide --override)';
  const word = 'PASSED: parts red at base, accepted by ada';
  expect(overridden.split('\n')[0]).toBe(first);
  expect(overridden).toContain(word);
  const status = await cheated.ask('status');
  expect(status.stdout.split('\n')[0]).toBe(first);
  expect(status.stdout).toContain(word);
  const report = await cheated.ask('report', '--format', 'json', '-o', '-');
  expect(JSON.parse(report.stdout)).toMatchObject({
    outcome: { word: 'PASSED', because: 'parts red at base, accepted by ada' },
  });
});

test('REAL-02 run --allow-red lets that check be red without asking, and says so in the verdict', async () => {
  const run = "echo 'No tests found, exiting with code 1'; exit 1";
  const epic = { verify: [{ id: 'parts', run }] };
  const allowed = new EpicRun({ epic, tickets: [{ id: 'ONE' }], playbook: [] });
  try {
    const wrong = await allowed.gauntlet('run', 'epic.yaml', '--allow-red', 'part');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Checks: parts.')]);
    const ended = await allowed.run('run', '--allow-red', 'parts');
    expect(ended.code).toBe(0);
    expect(ended.stdout.split('\n')[0]).toBe('parts is red at base, allowed by --allow-red: ran no test');
    expect(ended.stdout).toContain('PASSED: parts red at base, allowed by --allow-red; no test ran in parts');
    expect(allowed.events().map(({ type }) => type)).not.toContain('remediation_opened');
    expect(allowed.landed()).toEqual(['ONE']);
    const status = await allowed.ask('status', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({
      exitCode: 0,
      redAtBase: [{ check: 'parts', ranNoTest: true, allowed: '--allow-red' }],
    });
  } finally {
    allowed.remove();
  }
});

test('REMEDY-01 000#15 a remediator that cannot repair it says so once, and a person is asked at once', async () => {
  const stuck = new EpicRun({
    files: red,
    epic: { verify },
    tickets: [{ id: 'ONE' }],
    playbook: [
      { role: 'remediator', told: 'the licence is there now', write: { 'parts/base.txt': 'whole\n' } },
      { role: 'remediator', say: notRepaired('the licence of the tool has run out') },
    ],
  });
  try {
    const asked = await stuck.run();
    expect(asked.code).toBe(3);
    expect(stuck.runs('remediation:1', 'develop')).toHaveLength(1);
    expect(stuck.of('remediation:1', 'ticket_escalated')).toMatchObject([
      { kind: null, reason: 'not_repairable', options: ['retry', 'override', 'halt'] },
    ]);
    expect(asked.stdout).toContain('the licence of the tool has run out — a person');
    const ended = await stuck.decide('remediation:1', '--retry', '--reason', 'the licence is there now');
    expect({ code: ended.code, landed: stuck.landed() }).toEqual({
      code: 0,
      landed: ['remediation:1', 'ONE'],
    });
  } finally {
    stuck.remove();
  }
});

// In a cluster the worker's installation does this work.
test.skipIf(isCluster)(
  'REMEDY-01 a file missing from the installation ends the run with exit 5, no remediator is sent, and resume goes on',
  async () => {
    const epic = new EpicRun({ tickets: [{ id: 'ONE' }] });
    const installed = join(epic.folder, 'installed');
    const part = 'scan/lazy-scans.cjs';
    const gauntlet = (...args: readonly string[]): Promise<Ended> =>
      endOf(
        spawn(process.execPath, [join(installed, 'gauntlet.cjs'), ...args, '--no-input'], {
          cwd: epic.repository,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: environmentIn(epic.folder),
        }),
      );
    try {
      cpSync(dirname(sharedCli()), installed, { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(epic.folder, 'node_modules'));
      rmSync(join(installed, part));
      const ended = await gauntlet('run', 'epic.yaml');
      expect({ code: ended.code, said: ended.stderr }).toEqual({
        code: 5,
        said: expect.stringMatching(/part of gauntlet is missing: .*lazy-scans\.cjs[^]*gauntlet resume/),
      });
      await epic.look();
      expect(epic.events().filter(({ type }) => type === 'remediation_opened')).toEqual([]);
      cpSync(join(dirname(sharedCli()), part), join(installed, part));
      expect((await gauntlet('resume')).code).toBe(0);
      await epic.look();
      expect(epic.landed()).toEqual(['ONE']);
      expect(epic.runs('ONE', 'develop')).toHaveLength(1);
    } finally {
      epic.remove();
    }
  },
);
