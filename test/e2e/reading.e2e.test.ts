// status, events and logs of the built CLI, over a journal that the journal room wrote.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { openJournal } from '../../src/journal/index.ts';
import type { Event } from '../../src/model/events.ts';
import { builtCli, type Place, type Ran } from '../built-cli.ts';
import { direct } from '../support/director.ts';
import { readJournal } from '../support/journal.ts';

let place: Place;

beforeAll(() => {
  place = builtCli();
});
afterAll(() => place.remove());
beforeEach(() => {
  mkdirSync(place.dir, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', place.dir]);
});
afterEach(() => rmSync(place.dir, { recursive: true, force: true }));

const folderOf = (epic: string): string => join(place.dir, '.git/gauntlet/epics', epic);
const json = (ran: Ran): Record<string, unknown> => JSON.parse(ran.stdout) as Record<string, unknown>;
const golden = readJournal('test/fixtures/journals/v0.1.jsonl');

async function record(epic: string, events: readonly Event[]): Promise<void> {
  const journal = openJournal({ file: join(folderOf(epic), 'journal.db') });
  await journal.append(events);
  journal.close();
}

/** A run in which one ticket waits for a person and another for that ticket. */
function waiting(): readonly Event[] {
  const stage = direct({ tickets: ['API-1', { id: 'API-2', needs: ['API-1'] }] }, { maxRevisions: 0 });
  stage.drive('API-1', 'review');
  stage.answer('API-1', 'critic_fail', { findings: ['src/a.ts:3'] });
  return stage.journal;
}

test('STATE-02 status tells an ended run, from anywhere in the repository, as text and as data', async () => {
  await record('sim', golden);
  const value = json(place.run(['status', '--json']));
  expect(value).toMatchObject({ epic: 'sim', status: 'completed', decisionsNeeded: [], exitCode: 0 });
  expect(value['tickets']).toHaveLength(6);
  expect(Object.keys(value)).toEqual(
    expect.arrayContaining(['epicBranch', 'epicCommit', 'currentPhase', 'completedPhases', 'requirements']),
  );
  mkdirSync(join(place.dir, 'deep/er'), { recursive: true });
  const text = place.run(['status', '--cwd', 'deep/er']);
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(text.stdout).toMatch(/^sim {3}QUALITY GATE {2}PASSED {5}exit 0 {5}6 tickets: 6 completed\n/);
});

test('STATE-04 a linked work tree shows the same run', async () => {
  await record('sim', golden);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: place.dir,
      stdio: 'pipe',
    });
  git('commit', '-q', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '-q', 'linked');
  expect(json(place.run(['status', '--json', '--cwd', 'linked']))).toMatchObject({ epic: 'sim' });
});

test('STATE-02 a run nobody drives is interrupted, and one whose lease is held is running', async () => {
  await record('told', waiting());
  expect(json(place.run(['status', '--json']))).toMatchObject({ status: 'interrupted', exitCode: 130 });
  const journal = openJournal({ file: join(folderOf('told'), 'journal.db') });
  try {
    const value = json(place.run(['status', '--json']));
    expect(value).toMatchObject({
      status: 'running',
      exitCode: null,
      decisionsNeeded: [{ ticket: 'API-1' }],
    });
    const refused = place.run(['clean', '--json']);
    expect(refused.code).toBe(6);
    expect(json(refused)).toMatchObject({ error: { code: 'STATE_CONFLICT' } });
  } finally {
    journal.close();
  }
  const text = place.run(['status']).stdout;
  expect(text).toContain('1 DECISION NEEDED, blocks 1 ticket\n  API-1: review failure limit');
  expect(text).toMatch(/gauntlet decide API-1 --fail/);
  expect(place.run(['status', '--failed']).stdout).toContain('no ticket is failed');
});

test('STATE-02 --watch and --follow go on while the run does, and end with it', async () => {
  const [first, ...rest] = waiting() as [Event, ...Event[]];
  const journal = openJournal({ file: join(folderOf('told'), 'journal.db') });
  await journal.append([first]);
  const watching = started(['status', '--watch']);
  const following = started(['events', '--follow', '--json']);
  await Promise.all([watching.said('watching told', 'stderr'), following.said('"run_started"', 'stdout')]);
  await journal.append(rest);
  await Promise.all([following.said('"ticket_escalated"', 'stdout'), watching.said('escalated', 'stderr')]);
  journal.close();
  // It says how the run stands: interrupted.
  expect(await watching.ended).toBe(130);
  expect(await following.ended).toBe(0);
  expect(watching.text('stderr')).toMatch(/\[API-1\] reviewing -> escalated/);
  expect(watching.text('stdout')).toContain('1 DECISION NEEDED');
  expect(following.text('stdout').trim().split('\n')).toHaveLength(rest.length + 1);
});

test('STATE-03 events are one JSON value a line, with the epic in each, and can be chosen', async () => {
  await record('sim', golden);
  const lines = place.run(['events', '--json']).stdout.trim().split('\n');
  expect(lines).toHaveLength(golden.length);
  expect(JSON.parse(lines[1] ?? '')).toEqual({ epic: 'sim', ...golden[1] });
  expect(lines[1]).toMatch(
    /^\{"seq":2,"at":0,"type":"ticket_routed","v":1,"epic":"sim","ticket":"baseline",/,
  );
  const of = (...args: string[]) =>
    place
      .run(['events', '--json', ...args])
      .stdout.trim()
      .split('\n').length;
  expect(of('--type', 'critic_fail')).toBe(golden.filter(({ type }) => type === 'critic_fail').length);
  expect(of('--since', String(golden.length - 3))).toBe(3);
  expect(of('--ticket', 'T1')).toBe(
    golden.filter((event) => 'ticket' in event && event.ticket === 'T1').length,
  );
  expect(place.run(['events', '--type', 'critic_fial']).stderr).toContain('Did you mean "critic_fail"?');
  expect(place.run(['events']).stdout).toMatch(/^1 \d\d:\d\d:\d\d \[run\] run of sim started: 6 tickets\n/);
});

test('a journal that was tampered with is refused with exit 6 by all who read it', async () => {
  await record('sim', golden);
  expect(place.run(['events', '--verify'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('448 events') as string,
  });
  const database = new DatabaseSync(join(folderOf('sim'), 'journal.db'));
  database.exec(
    `UPDATE events SET json = replace(json, 'critic_fail', 'critic_pass') WHERE json LIKE '%critic_fail%'`,
  );
  database.close();
  const proof = place.run(['events', '--verify', '--json']);
  expect(proof.code).toBe(6);
  expect(json(proof)).toMatchObject({ epic: 'sim', ok: false });
  for (const command of [['status'], ['events'], ['logs', 'T1']]) expect(place.run(command).code).toBe(6);
});

test('without a run, with a wrong name and outside a repository the next step is said', async () => {
  const none = place.run(['status']);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('gauntlet run <epic.yaml>');
  await record('one', golden);
  await record('two', waiting());
  expect(place.run(['status', 'three']).stderr).toMatch(/There are: (one, two|two, one)\./);
  expect(place.run(['status']).stderr).toMatch(/^epic two, the latest unfinished of 2 runs /);
  expect(place.run(['status', 'one']).stderr).toBe('');
  expect(place.run(['status', '--cwd', join(place.dir, '..')])).toMatchObject({ code: 5, stdout: '' });
});

test('logs lists what was done, and prints what an agent was asked and said without obeying it', async () => {
  await record('told', waiting());
  const listed = json(place.run(['logs', 'API-1', '--json']));
  const runs = listed['runs'] as readonly { run: number; stage: string; result: string }[];
  const critic = runs.find(({ stage }) => stage === 'review');
  expect(critic).toMatchObject({ attempt: 1, result: 'critic: 1 finding', costUsd: 0 });
  const folder = join(folderOf('told'), 'runs', String(critic?.run));
  mkdirSync(folder, { recursive: true });
  const secret = ['ghp_', 'R7kQ2mX9vT4bN8zL1p', 'W6cY3dF5hJ0sGaKeUi'].join('');
  writeFileSync(join(folder, 'prompt.json'), JSON.stringify(`Review it. ${secret}`));
  writeFileSync(join(folder, 'answer.json'), JSON.stringify('bad \u001b[2J\u0007news'));
  expect(place.run(['logs', 'API-1', '--stage', 'review']).stdout).toBe('bad news\n');
  expect(place.run(['logs', 'API-1', '--run', String(critic?.run), '--raw']).stdout).toBe(
    'bad \u001b[2J\u0007news',
  );
  const prompt = place.run(['logs', 'API-1', '--stage', 'review', '--prompt']).stdout;
  expect(prompt).toContain('Review it.');
  expect(prompt, 'BEYOND-09').not.toContain(secret);
  expect(place.run(['logs', 'API-1', '--attempt', '7'])).toMatchObject({ code: 2, stdout: '' });
  const checks = runs.find(({ stage }) => stage === 'validate')?.run ?? 0;
  const step = join(folderOf('told'), 'runs', String(checks));
  mkdirSync(step, { recursive: true });
  writeFileSync(join(step, 'times.json'), JSON.stringify({ setupMs: 0, checksMs: 0 }));
  const divided = json(place.run(['logs', 'API-1', '--json']))['runs'] as readonly Record<string, unknown>[];
  const { durationMs: oursMs, times } = divided.find(({ run }) => run === checks) ?? {};
  expect(times, 'REAL-07').toEqual({ setupMs: 0, checksMs: 0, oursMs });
  expect(place.run(['logs', 'API-1']).stdout, 'REAL-07').toMatch(/setup 0\S*, checks 0\S*, gauntlet \d/);
  expect(place.run(['logs', 'NOPE']).stderr).toContain('There are steps for:');
});

test('logs of a ticket that was stopped before its first step names only those that have one', async () => {
  const plan = { tickets: ['API-1', { id: 'API-2', needs: ['API-1'] }] };
  const stage = direct(plan, { maxRevisions: 0, onLimit: 'fail' });
  stage.drive('API-1', 'review');
  stage.answer('API-1', 'critic_fail');
  expect(stage.journal.some((event) => 'ticket' in event && event.ticket === 'API-2')).toBe(true);
  await record('stopped', stage.journal);
  const { stderr } = place.run(['logs', 'API-2']);
  expect(stderr).toMatch(/no steps for "API-2" yet/);
  expect(stderr).toMatch(/There are steps for: (?:baseline, )?API-1\.\n/);
});

test('the dashboard knows its own release wherever the built program lies, with no file of the package around it', async () => {
  await record('sim', golden);
  const serving = started(['serve', '--json', '--port', '0']);
  await serving.said('"url"', 'stdout');
  serving.stop();
  await serving.ended;
  expect(serving.text('stderr')).toBe('');
});

type Started = {
  readonly ended: Promise<number | null>;
  stop(): void;
  text(of: 'stdout' | 'stderr'): string;
  /** Resolves once the text stands there. */
  said(text: string, of: 'stdout' | 'stderr'): Promise<void>;
};

function started(args: readonly string[]): Started {
  const child = spawn(process.execPath, [place.cli, ...args], {
    cwd: place.dir,
    env: { PATH: process.env['PATH'] },
  });
  const texts = { stdout: '', stderr: '' };
  for (const of of ['stdout', 'stderr'] as const) child[of].on('data', (part) => (texts[of] += String(part)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    ended,
    stop: () => void child.kill('SIGTERM'),
    text: (of) => texts[of],
    said: (text, of) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (texts[of].includes(text)) resolve();
        };
        child[of].on('data', look);
        void ended.then(() => reject(new Error(`it ended without saying ${text}: ${texts.stderr}`)));
        look();
      }),
  };
}
