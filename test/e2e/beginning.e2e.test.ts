// init, doctor and clean of the built CLI, in repositories of their own.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
  git('init', '-q', '-b', 'trunk');
  place.write('a.txt', 'a\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
});
afterEach(() => rmSync(place.dir, { recursive: true, force: true }));

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: place.dir,
    stdio: 'pipe',
  });
}

const json = (ran: Ran): Record<string, unknown> => JSON.parse(ran.stdout) as Record<string, unknown>;
const read = (path: string): string => readFileSync(join(place.dir, path), 'utf8');

/** A PATH with one agent on it, and git. */
function pathWith(agent: string): Record<string, string> {
  place.write(`bin/${agent}`, '#!/bin/sh\n');
  chmodSync(join(place.dir, 'bin', agent), 0o755);
  return { PATH: `${join(place.dir, 'bin')}:${process.env['PATH'] ?? ''}` };
}

test('init writes what fits the repository, and what it writes passes check', () => {
  const scripts = { typecheck: 'tsc', test: 'vitest run', lint: 'eslint .', build: 'tsc -b' };
  place.write('package.json', JSON.stringify({ scripts }));
  place.write('pnpm-lock.yaml', '');
  place.write('node_modules/gauntlet/schema/config.v1.json', '{}');
  const ran = place.run(['init', '-y', '--json', '--no-try'], { env: pathWith('claude') });
  expect(json(ran)).toMatchObject({
    found: { packageManager: 'pnpm', setup: 'pnpm install --frozen-lockfile', base: 'trunk' },
    written: ['gauntlet.yaml', 'epics/sample.yaml', '.gauntlet/.gitignore'],
    existing: [],
  });
  expect(read('gauntlet.yaml')).toMatch(/^# yaml-language-server: \$schema=/);
  expect(read('gauntlet.yaml')).toContain('default: { use: claude }');
  expect(read('gauntlet.yaml')).toContain('  - { id: unit tests, run: pnpm test }\n');
  expect(read('epics/sample.yaml')).toContain('\nbase: trunk\n');
  expect(read('.gauntlet/.gitignore')).toBe('*\n');
  const checked = place.run(['check']);
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  expect(checked.stdout).toMatch(/^gauntlet\.yaml: ok \(config\)\n/);
  // The one warning: the new file is not committed yet.
  expect(checked.stdout).toMatch(
    /; trunk \(\w+\) has none\n.*\nepics\/sample\.yaml: ok \(epic\), 1 warning\n$/,
  );
});

test('check without files checks what is there, and says how to begin where nothing is', () => {
  place.write('epics/values.yaml', 'tickets: 3\n');
  const nothing = place.run(['check']);
  expect(nothing).toMatchObject({ code: 2, stdout: '' });
  expect(nothing.stderr).toContain('nothing to check: no gauntlet.yaml and no epic in ');
  expect(nothing.stderr).toContain('gauntlet init');
  place.write('gauntlet.yaml', 'limits: { maxParalel: 2 }\n');
  place.write('deep/er.txt', '');
  const { code, stdout } = place.run(['check', '--cwd', 'deep']);
  expect([code, stdout.split('\n').slice(-2)]).toEqual([2, ['../gauntlet.yaml: 1 error', '']]);
});

test('init finds nothing in an empty repository, says so, and what it writes is right too', () => {
  const ran = place.run(['init', '-y'], { env: { PATH: '/nowhere' } });
  expect(ran.stdout).toContain('none found on the PATH');
  expect(place.run(['check', 'gauntlet.yaml', 'epics/sample.yaml']).code).toBe(0);
});

test('FIRST-04 init tries each check once in a workspace, keeps those that pass, and without an agent points to review', () => {
  place.write(
    'package.json',
    JSON.stringify({ scripts: { test: 'exit 0', lint: 'echo no eslint here; exit 3' } }),
  );
  git('add', '-A');
  git('commit', '-q', '-m', 'a project');
  const { code, stdout, stderr } = place.run(['init', '-y'], {
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining('trying lint in a workspace of HEAD')]);
  expect(stdout).toMatch(/^checks {11}npm test$/m);
  expect(stdout).toMatch(/^skipped {10}npm run lint: .*3/m);
  expect(stdout).toContain('then:  gauntlet audit   or, on a branch: gauntlet review --no-agents');
  expect(stdout).toContain('next:  git add gauntlet.yaml epics/sample.yaml && git commit');
  expect(read('gauntlet.yaml')).toMatch(
    /^# Failed in a workspace \(.*\):\n# {3}- \{ id: lint, run: npm run lint \}$/m,
  );
  expect(read('gauntlet.yaml')).toMatch(/^verify:\n {2}- \{ id: unit tests, run: npm test \}$/m);
  expect(place.run(['check', 'gauntlet.yaml']).code).toBe(0);
});

test('FIRST-04 init keeps the checks that a failed setup let nobody try, and says so once', () => {
  place.write(
    'package.json',
    JSON.stringify({ dependencies: { x: 'file:../x.tgz' }, scripts: { test: 'exit 0' } }),
  );
  place.write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages: {} }));
  git('add', '-A');
  git('commit', '-q', '-m', 'a project');
  const { stdout } = place.run(['init', '-y'], {
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  });
  expect(stdout).toMatch(/^setup failed {5}.*npm ci.*: the checks were not tried$/m);
  expect(stdout).toContain('next:  fix setup in gauntlet.yaml, then: gauntlet doctor --checks');
  expect(stdout).not.toContain('skipped');
  expect(read('gauntlet.yaml')).toMatch(/^verify:\n {2}- \{ id: unit tests, run: npm test \}$/m);
});

test('FIRST-04 init shows the files at a terminal, then asks', () => {
  const words = [process.execPath, place.cli, 'init', '--no-try'].map((word) => `'${word}'`).join(' ');
  const said = execFileSync('script', ['-qefc', words, '/dev/null'], {
    cwd: place.dir,
    encoding: 'utf8',
    input: 'n\n',
  });
  expect(said.indexOf('--- gauntlet.yaml')).toBeGreaterThan(0);
  expect(said.indexOf('Write gauntlet.yaml')).toBeGreaterThan(said.indexOf('verify:'));
  expect(said).toContain('not written: gauntlet.yaml');
  expect(existsSync(join(place.dir, 'gauntlet.yaml'))).toBe(false);
});

test('init never overwrites, and writes nothing when asked not to or when nobody can be asked', () => {
  place.write('gauntlet.yaml', 'version: 1\n# mine\n');
  expect(json(place.run(['init', '--dry-run', '--json']))).toMatchObject({
    written: [],
    wouldWrite: ['epics/sample.yaml', '.gauntlet/.gitignore'],
    existing: ['gauntlet.yaml'],
  });
  expect(place.run(['init'])).toMatchObject({ code: 2, stdout: '' });
  expect(existsSync(join(place.dir, 'epics'))).toBe(false);
  expect(place.run(['init', '-y']).stdout).toContain('exists, not changed: gauntlet.yaml\n');
  expect(read('gauntlet.yaml')).toBe('version: 1\n# mine\n');
});

test('doctor judges and tries the configuration that is named, and names the checks that init would find', () => {
  type Told = { checks: { what: string; state: string; said: string; hint?: string }[] };
  const told = (...args: string[]) => (json(place.run(['doctor', '--json', ...args])) as Told).checks;
  place.write('package.json', JSON.stringify({ scripts: { test: 'exit 0' } }));
  git('add', '-A');
  git('commit', '-q', '-m', 'a project');
  const unconfigured = told('--checks').filter(({ what }) => what === 'checks');
  expect(unconfigured).toMatchObject([
    { state: 'warning', said: expect.stringContaining('found here: npm test') as string },
  ]);
  expect(unconfigured[0]?.hint).toContain('gauntlet init');
  place.write('other.yaml', 'verify: [{ id: quick, run: "true" }]\n');
  const named = told('--checks', '--config', 'other.yaml');
  expect(named.find(({ what }) => what === 'configuration')?.said).toBe('other.yaml is valid');
  expect(named.find(({ what }) => what === 'check quick')).toMatchObject({ state: 'ok' });
  place.write('other.yaml', 'verfy: []\n');
  expect(told('--config', 'other.yaml').find(({ what }) => what === 'configuration')).toMatchObject({
    state: 'missing',
    said: 'other.yaml has 1 error',
    hint: 'gauntlet check other.yaml',
  });
});

test('doctor says what is there, changes nothing, and exits 5 when something essential is missing', () => {
  place.write(
    'gauntlet.yaml',
    'version: 1\nagents: { default: { use: command, run: [no-such-program-here] } }\n',
  );
  const before = readdirSync(join(place.dir, '.git')).sort((a, b) => (a < b ? -1 : 1));
  const ran = place.run(['doctor', '--json']);
  const { ok, checks } = json(ran) as {
    ok: boolean;
    checks: { what: string; state: string; said: string }[];
  };
  expect({ code: ran.code, ok }).toEqual({ code: 5, ok: false });
  const of = (what: string) => checks.find((check) => check.what === what);
  expect(of('git')).toMatchObject({ state: 'ok' });
  expect(of('repository')).toMatchObject({ state: 'ok' });
  expect(of('sandbox')?.said).toMatch(/read-only access for judges: (enforced|verified, not enforced) \(/);
  expect(of('agent developer')).toMatchObject({ state: 'missing' });
  expect(readdirSync(join(place.dir, '.git')).sort((a, b) => (a < b ? -1 : 1))).toEqual(before);
});

test('FIRST-04 doctor says the same once, and never calls an agent ok that is not installed', () => {
  place.write(
    'gauntlet.yaml',
    'version: 1\nagents: { default: { use: command, run: [no-such-program-here] } }\n',
  );
  const { stdout } = place.run(['doctor']);
  expect(stdout.match(/no-such-program-here/g)).toHaveLength(1);
  expect(stdout).toMatch(/^missing +agent developer, critic, auditor, reviewer, fixer, remediator/m);
  expect(stdout).not.toMatch(/^ok +not installed/m);
  const hints = stdout.split('\n').filter((line) => line.includes('hint:'));
  expect(new Set(hints).size).toBe(hints.length);
});

test('DISPATCH-08 doctor names for each part the winner and where that was said', () => {
  const config = 'agents: { default: { use: command, run: [sh] }, critic: { use: command, run: [sh, -e] } }';
  place.write('gauntlet.yaml', `version: 1\n${config}\n`);
  const { code, stdout } = place.run(['doctor']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +agent critic, reviewer +command sh -e; .*agents\.critic in gauntlet\.yaml/m);
  expect(stdout).toMatch(/^ok +agent developer, auditor, .* +command sh; .*agents\.default/m);
});

test('doctor outside a repository, and with a broken configuration, exits 5 with the next step', () => {
  const outside = place.run(['doctor', '--cwd', join(place.dir, '..')]);
  expect(outside.code).toBe(5);
  expect(outside.stdout).toMatch(/^missing +repository/m);
  place.write('gauntlet.yaml', 'version: 1\nagnets: {}\n');
  const broken = place.run(['doctor']);
  expect(broken.code).toBe(5);
  expect(broken.stdout).toContain('hint: gauntlet check gauntlet.yaml');
});

async function record(epic: string, events: readonly Event[]): Promise<void> {
  const journal = openJournal({ file: join(place.dir, '.git/gauntlet/epics', epic, 'journal.db') });
  await journal.append(events);
  journal.close();
}

/** A file among the workspaces of the repository, wherever doctor says that they are. */
function inWork(path: string, text: string): string {
  const checks = json(place.run(['doctor', '--json'])) as { checks: { what: string; said: string }[] };
  const folder = checks.checks.find(({ what }) => what === 'workspaces')?.said.split(';')[0] ?? '';
  const file = join(folder, 'w', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test('clean removes what an ended run left on the disk, and never its journal', async () => {
  await record('sim', readJournal('test/fixtures/journals/v0.1.jsonl'));
  const work = inWork('sim/exports/x/file', 'x'.repeat(1000));
  const looked = json(place.run(['clean', '--dry-run', '--json']));
  expect(looked).toMatchObject({ dryRun: true, kept: [], bytes: 1000 });
  expect(existsSync(work)).toBe(true);
  const ran = place.run(['clean']);
  expect(ran.stdout).toMatch(/removed: .*sim\n1 folder removed, 1\.0 KB\n$/);
  expect(existsSync(work)).toBe(false);
  expect(place.run(['status', 'sim']).code).toBe(0);
});

test('clean leaves the workspaces of a run that can go on', async () => {
  const stage = direct({ tickets: ['A'] }, { maxRevisions: 0 });
  stage.drive('A', 'review');
  await record('told', stage.journal);
  const unsaved = inWork('told/tickets/A/work.txt', 'unsaved');
  const cached = inWork('../cache/x', 'x');
  const ran = place.run(['clean', '--all']);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('kept: told: interrupted, can be resumed\n');
  expect([existsSync(unsaved), existsSync(cached)]).toEqual([true, true]);
});
