import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { builtCli, type Place, type Ran } from '../built-cli.ts';
import { type Beside, workerBeside } from '../support/cluster-mode.ts';

/** Half a minute of work on two free cores; here others may be using them too. */
const PATIENCE = 300_000;

let place: Place;
let temporary = '';
let home = '';
let told: Ran;
let repository = '';
let events: readonly Event[] = [];
/** Of every demo: its epic has the same name each time, and is another one. */
const besides: Beside[] = [];

beforeAll(() => {
  place = builtCli();
  temporary = join(place.dir, 'tmp');
  home = join(place.dir, 'home');
  mkdirSync(temporary);
  mkdirSync(home);
  told = demo('--no-input', '--keep');
  repository = join(temporary, readdirSync(temporary)[0] ?? '', 'orders');
  events = eventsOf(repository);
}, PATIENCE);

afterAll(async () => {
  for (const beside of besides) await beside.leave();
  rmSync(temporary, { recursive: true, force: true });
  place.remove();
});

test('with nobody to ask it ends with exit code 3 and the exact command that answers', () => {
  expect(told.code).toBe(3);
  expect(told.stdout).toMatch(/^QUALITY GATE .* exit 3 .* 6 tickets: 5 completed, 1 to decide$/m);
  expect(told.stdout).toContain('gauntlet decide SHOP-5 --retry --reason');
  expect(told.stderr).toContain('no model, no key, no network');
  expect(of('SHOP-5', 'ticket_escalated')).toMatchObject([
    { kind: 'review', reason: 'review_failure_limit', options: ['retry', 'accept', 'manual', 'fail'] },
  ]);
});

test('FIRST-04 every command at the end of the demo runs as it is printed', () => {
  const end = told.stdout.slice(told.stdout.indexOf('The repository stays in'));
  const commands = [...end.matchAll(/^ {2}(\S.*)$/gm)].map(([, command = '']) => command);
  expect(commands.map((command) => / (log|status|logs|decide|resume) /.exec(command)?.[1])).toEqual([
    'log',
    'status',
    'logs',
    'decide',
    'resume',
  ]);
  // The last two change the run; a later test does what they do.
  const codes = commands
    .slice(0, 3)
    .map((command) => spawnSync(command, { shell: true, env: ourNode() }).status);
  expect(codes).toEqual([0, 3, 0]);
});

test('everything that was caught is said again at the end, in the words of whoever caught it', () => {
  const summary = told.stdout.slice(told.stdout.indexOf('Caught on the way'));
  for (const line of [
    / {2}SHOP-2 {2}critic +src\/limiter\.ts:13 {2}nothing ever leaves this map/,
    / {2}SHOP-3 {2}checks +The developer reported PASS for unit tests/,
    / {2}SHOP-[14] {2}merge +conflicts with merged work in src\/routes\.ts/,
    / {2}SHOP-5 {2}critic +src\/create-order\.ts:17 {2}this loop has no end/,
  ]) {
    expect(summary).toMatch(line);
  }
  expect(summary).toContain(repository);
});

test('one ticket is right the first time', () => {
  const early = late() === 'SHOP-1' ? 'SHOP-4' : 'SHOP-1';
  expect(of(early, 'developer_dispatched')).toHaveLength(1);
  expect(of(early, 'ticket_sent_back')).toEqual([]);
  expect(of(early, 'task_complete')).toHaveLength(1);
});

test('one is sent back by its critic although every check is green, and passes the second time', () => {
  expect(of('SHOP-2', 'validation_failed')).toEqual([]);
  expect(of('SHOP-2', 'critic_fail')).toHaveLength(1);
  expect(of('SHOP-2', 'ticket_sent_back')).toMatchObject([{ kind: 'review' }]);
  expect(of('SHOP-2', 'critic_pass')).toHaveLength(1);
  expect(of('SHOP-2', 'task_complete')).toHaveLength(1);
});

test('FLOW-08 ENV-03 one claims that its tests pass, is caught by our own run, and never reaches a critic with it', () => {
  const [failed] = of('SHOP-3', 'validation_failed');
  const findings = failed?.type === 'validation_failed' ? failed.findings : [];
  expect(findings.join(' ')).toMatch(/check-failed/);
  expect(findings.join(' ')).toMatch(/false-claim/);
  expect(of('SHOP-3', 'ticket_sent_back')).toMatchObject([{ kind: 'validation' }]);
  const [review] = of('SHOP-3', 'critic_dispatched');
  expect(review?.seq ?? 0).toBeGreaterThan(of('SHOP-3', 'validation_passed')[0]?.seq ?? Infinity);
  expect(of('SHOP-3', 'task_complete')).toHaveLength(1);
});

test('REWORK-08 one collides at the merge, goes on from the merged tree, and lands without losing an attempt', () => {
  const conflicts = events.filter((event) => event.type === 'merge_conflict');
  expect(conflicts).toMatchObject([{ files: ['src/routes.ts'] }]);
  expect(['SHOP-1', 'SHOP-4']).toContain(late());
  expect(of(late(), 'ticket_sent_back')).toMatchObject([{ kind: 'landing' }]);
  expect(of(late(), 'developer_dispatched')).toMatchObject([{ attempt: 0 }]);
  expect(of(late(), 'developer_rework_dispatched')).toMatchObject([{ attempt: 0 }]);
  expect(of(late(), 'task_complete')).toHaveLength(1);
});

test('one waits for four others and lands last', () => {
  const landed = events.flatMap((event) => (event.type === 'task_complete' ? [event.ticket] : []));
  expect(landed.toSorted()).toEqual(['SHOP-1', 'SHOP-2', 'SHOP-3', 'SHOP-4', 'SHOP-6']);
  expect(landed.at(-1)).toBe('SHOP-6');
});

test('DISPATCH-07 every commit of the epic branch passes the checks of the epic', () => {
  const commits = git('rev-list', '--first-parent', '--reverse', 'main..epic/orders-hardening').split('\n');
  expect(commits).toHaveLength(5);
  const trees = join(place.dir, 'trees');
  for (const commit of commits) {
    git('worktree', 'add', '--quiet', '--detach', join(trees, commit), commit);
    for (const args of [['scripts/lint.mjs'], ['--run', 'test']]) {
      execFileSync(process.execPath, args, { cwd: join(trees, commit), env: ourNode() });
    }
  }
  rmSync(trees, { recursive: true });
  git('worktree', 'prune');
});

test('DISPATCH-09 the branch that the user has checked out has not moved, nor have their files', () => {
  expect(git('log', '--format=%s', 'main')).toBe('An orders service');
  expect(git('status', '--porcelain')).toBe('');
});

test('REWORK-07 the answer of a person gives it one more round, and then everything has landed', () => {
  const inside = { env: { ...environment(), ...besides[0]?.environment, GAUNTLET_USER: 'ada' } };
  const reason = ['--reason', 'answer first, tell the warehouse afterwards'];
  const decided = place.run(['decide', 'SHOP-5', '--retry', ...reason, '--cwd', repository], inside);
  expect(decided).toMatchObject({ code: 0 });
  const resumed = place.run(
    ['resume', '--no-input', '--json', '--cwd', repository, ...(besides[0]?.flags ?? [])],
    inside,
  );
  expect(resumed.code).toBe(0);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'completed', decisionsNeeded: [] });
  events = eventsOf(repository);
  expect(of('SHOP-5', 'decision_answered')).toMatchObject([{ choice: 'retry', by: 'ada' }]);
  expect(of('SHOP-5', 'task_complete')).toHaveLength(1);
});

test('interrupted, it says so with exit code 130 and leaves nothing behind', async () => {
  rmSync(temporary, { recursive: true });
  mkdirSync(temporary);
  const beside = newBeside();
  const child = spawn(process.execPath, [place.cli, 'demo', '--no-input', ...beside.flags], {
    env: { ...environment(), ...beside.environment, PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const before = said.includes('[SHOP-1]');
    said += text;
    if (!before && said.includes('[SHOP-1]')) child.kill('SIGINT');
  });
  // Not its exit: what it has said may be read after that.
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(130);
  expect(said).toContain('Stopping:');
  expect(readdirSync(temporary)).toEqual([]);
});

function environment(): Record<string, string> {
  return {
    TMPDIR: temporary,
    HOME: home,
    XDG_CACHE_HOME: join(place.dir, 'cache'),
    GAUNTLET_WORKSPACES: join(place.dir, 'ws'),
  };
}

/** The checks say `node` and mean this one. */
function ourNode(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
}

function demo(...args: readonly string[]): Ran {
  const beside = newBeside();
  return place.run(['demo', ...args, ...beside.flags], { env: { ...environment(), ...beside.environment } });
}

/** In `npm run test:cluster` a worker does what the demo's coordinator would do itself. */
function newBeside(): Beside {
  const beside = workerBeside(place.cli, join(place.dir, `worker-${besides.length}`));
  besides.push(beside);
  return beside;
}

function eventsOf(folder: string): readonly Event[] {
  const { stdout } = place.run(['events', '--json', '--cwd', folder], { env: environment() });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Event);
}

function of(ticket: string, type: Event['type']): readonly Event[] {
  return events.filter((event) => event.type === type && 'ticket' in event && event.ticket === ticket);
}

/** Two tickets change the same lines; on a busy machine the other one may be the first to land. */
function late(): string {
  const conflict = events.find((event) => event.type === 'merge_conflict');
  return conflict?.type === 'merge_conflict' ? conflict.ticket : '';
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' }).trim();
}
