// What a run came to, as files: written at its end and on demand, whatever a ticket or an agent has said.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(2)> \u202e\u001b[31mred ]]>';

let epic: EpicRun;
let ended: Ended;

beforeAll(async () => {
  epic = new EpicRun({
    config: { report: { formats: ['html', 'junit', 'sarif'] } },
    tickets: [
      { id: 'GOOD', title: hostile },
      { id: 'BAD', title: 'Fails' },
      { id: 'AFTER', needs: ['BAD'] },
    ],
    playbook: [{ role: 'developer', ticket: 'BAD', write: { 'parts/BAD.txt': `BROKEN ${hostile}\n` } }],
  });
  ended = await epic.run();
}, patience);
afterAll(() => epic.remove());

function written(name: string): string {
  return readFileSync(join(epic.repository, '.gauntlet/reports', name), 'utf8');
}

test('BEYOND-07 the end of a run writes the reports that are asked for, and says where', () => {
  expect(ended.stdout).toContain(`report: .gauntlet/reports/${epicId}.html`);
  expect(ended.stdout).toContain(`report: .gauntlet/reports/${epicId}.sarif`);
  expect(written(`${epicId}.html`)).toContain('NEEDS YOUR DECISION');
  expect(existsSync(join(epic.repository, '.gauntlet/reports', `${epicId}.json`))).toBe(false);
  expect(epic.git('status', '--porcelain')).toBe('');
});

test('EPIC-13 the page is one file: no script, nothing from elsewhere, and what others wrote is text', () => {
  const page = written(`${epicId}.html`);
  expect(page).toMatch(
    /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/,
  );
  expect(page).not.toMatch(/<script|<img| on[a-z]+=|javascript:|https?:|[\u202e\u001b]/i);
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  expect(page).toContain('1 decision needed, blocking 1 ticket');
  expect(page).toContain('gauntlet decide BAD --retry');
});

test('BEYOND-07 JUnit has a case for every ticket: what did not land is no pass', () => {
  const xml = written(`${epicId}.junit.xml`);
  expect(xml).toMatch(/<testsuites name="gauntlet" tests="\d" failures="1" errors="0" skipped="1">/);
  expect(xml).toMatch(/name="AFTER[^"]*"[^>]*><skipped message="pending:/);
  expect(xml).not.toMatch(/<script|[\u202e\u001b]|]]>/);
});

test('what cannot be done with a report is refused before one is written', async () => {
  const opened = await epic.gauntlet('report', '--format', 'md', '--open');
  expect([opened.code, opened.stderr]).toEqual([2, expect.stringContaining('--format html')]);
  expect(existsSync(join(epic.repository, '.gauntlet/reports', `${epicId}.md`))).toBe(false);
  const printed = await epic.ask('report', '-o', '-', '--json');
  expect([printed.code, JSON.parse(printed.stdout)]).toMatchObject([2, { exitCode: 2 }]);
});

test('BEYOND-07 SARIF names what did not land: a file without findings is no pass where the run is none', async () => {
  const onDemand = await epic.ask('report', '--format', 'sarif', '-o', '-');
  expect(onDemand.stdout).toBe(written(`${epicId}.sarif`));
  const [run] = (JSON.parse(onDemand.stdout) as { runs: SarifRun[] }).runs;
  expect(run?.invocations).toMatchObject([{ executionSuccessful: false }]);
  const notes = run?.invocations[0]?.toolExecutionNotifications.map(({ message }) => message.text) ?? [];
  expect(notes).toEqual([
    expect.stringMatching(/^BAD failed: escalated/),
    expect.stringMatching(/^AFTER failed: pending/),
  ]);
  expect(onDemand.stdout).not.toMatch(/[\u202e\u001b]|\\u202e|\\u001b/);
});

type SarifRun = {
  readonly invocations: readonly {
    readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
  }[];
};

test('BEYOND-07 gauntlet report writes each format where it is told to', async () => {
  const json = await epic.ask('report', '--format', 'json', '-o', '-');
  expect(JSON.parse(json.stdout)).toMatchObject({
    schemaVersion: 1,
    epic: epicId,
    status: 'escalated',
    jobs: expect.arrayContaining([
      expect.objectContaining({ id: 'BAD', status: 'escalated', attempts: 3 }),
      expect.objectContaining({ id: 'GOOD', status: 'completed' }),
    ]),
  });
  const md = await epic.ask('report', epicId, '--format', 'md', '-o', 'out/run.md', '--json');
  expect(JSON.parse(md.stdout)).toMatchObject({ format: 'md', path: expect.stringMatching(/out\/run\.md$/) });
  expect(readFileSync(join(epic.repository, 'out/run.md'), 'utf8')).toContain(
    `# ${epicId}: NEEDS YOUR DECISION`,
  );
  const opened = await epic.start(['report', '--open'], { BROWSER: join(epic.repository, 'nothing-here') })
    .ended;
  expect([opened.code, opened.stderr]).toEqual([5, expect.stringContaining('Open it yourself')]);
});
