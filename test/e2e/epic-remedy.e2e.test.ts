// A base that is red: mended like any other work, never by looking away, and nobody is charged for it.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

const red = { 'parts/base.txt': 'BROKEN\n' };
/** Where every check is red a person is asked first: here one of two is. */
const verify = [
  { id: 'parts', run: 'sh check.sh', timeout: '1m' },
  { id: 'there', run: 'test -d parts', timeout: '1m' },
];
let mended: EpicRun;
let mendedEnd: Ended;
let cheated: EpicRun;
let cheatedEnd: Ended;
let overridden = '';

beforeAll(async () => {
  mended = new EpicRun({
    files: red,
    epic: { verify },
    tickets: [{ id: 'ONE' }, { id: 'TWO' }],
    playbook: [{ role: 'remediator', write: { 'parts/base.txt': 'whole\n' } }],
  });
  mendedEnd = await mended.run();
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
  mended.remove();
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
  expect(mended.events().filter(({ type }) => type === 'remediation_opened')).toHaveLength(1);
  const restored = mended.events().find(({ type }) => type === 'infrastructure_restored');
  expect(restored).toMatchObject({ by: 'remediation', attempts: 1 });
  expect(at(mended, 'infrastructure_restored')).toBeLessThan(at(mended, 'developer_dispatched', 'ONE'));
  expect(mended.prompts('remediation:1', 'develop')[0]).toContain('BROKEN');
  for (const ticket of ['ONE', 'TWO']) {
    expect(mended.runs(ticket, 'develop').map(({ attempt }) => attempt)).toEqual([0]);
    expect(mended.of(ticket, 'ticket_sent_back')).toEqual([]);
  }
});

test('REMEDY-02 the repair is validated, reviewed and landed like a ticket, and the others are cut from what it landed', () => {
  for (const stage of ['validate', 'review', 'merge', 'land'] as const)
    expect(mended.runs('remediation:1', stage).length, stage).toBeGreaterThan(0);
  const [landed] = mended.of('remediation:1', 'task_complete');
  const workspace = mended.record(mended.runs('ONE', 'develop')[0]?.run ?? 0, 'workspace') as {
    base: string;
  };
  expect(mended.git('merge-base', '--is-ancestor', landed?.commit ?? '', workspace.base)).toBe('');
  expect(mended.git('show', 'epic/e1:parts/base.txt')).toBe('whole');
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
  const first = 'parts is red at base, accepted by a person (decide --override)';
  const word = 'PASSED: parts red at base, accepted by a person';
  expect(overridden.split('\n')[0]).toBe(first);
  expect(overridden).toContain(word);
  const status = await cheated.ask('status');
  expect(status.stdout.split('\n')[0]).toBe(first);
  expect(status.stdout).toContain(word);
  const report = await cheated.ask('report', '--format', 'json', '-o', '-');
  expect(JSON.parse(report.stdout)).toMatchObject({
    outcome: { word: 'PASSED', because: 'parts red at base, accepted by a person' },
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
