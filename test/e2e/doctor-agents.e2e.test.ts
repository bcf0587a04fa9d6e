// What doctor and init make of coding agents that are installed: programs of our own stand in for them here.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { builtCli, type Place } from '../built-cli.ts';

let place: Place;

beforeAll(() => {
  place = builtCli();
});
afterAll(() => place.remove());
beforeEach(() => {
  mkdirSync(place.dir, { recursive: true });
  place.write('a.txt', 'a\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: place.dir });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
});
afterEach(() => rmSync(place.dir, { recursive: true, force: true }));

/** A program that answers by its first argument: a shell script with one case for each. */
function install(name: string, answers: Readonly<Record<string, string>>): void {
  const cases = Object.entries(answers).map(([word, script]) => `${word}) ${script} ;;`);
  place.write(`bin/${name}`, ['#!/bin/sh', 'case "$1" in', ...cases, 'esac', ''].join('\n'));
  chmodSync(join(place.dir, 'bin', name), 0o755);
}

const KEY = 'sk-ant-never-shown-anywhere-0000';

/** A PATH of these programs and the system's, a home directory of its own. */
function env(more: Record<string, string> = {}): { env: Record<string, string> } {
  const home = join(place.dir, 'home');
  mkdirSync(home, { recursive: true });
  return { env: { PATH: `${join(place.dir, 'bin')}:/usr/bin:/bin`, HOME: home, ...more } };
}

type Check = { what: string; state: string; said: string; hint?: string; agent?: Record<string, unknown> };

function doctor(more: Record<string, string> = {}): { checks: Check[]; stdout: string } {
  const { stdout } = place.run(['doctor', '--json'], env(more));
  return { ...(JSON.parse(stdout) as { checks: Check[] }), stdout };
}

test('doctor finds agents, their versions and logins by their own check, and says what to do about each', () => {
  install('claude', { '--version': 'echo "2.1.9 (Claude Code)"', auth: `echo '{"loggedIn": true}'` });
  install('codex', { '--version': 'echo codex-cli 0.9.1', login: 'echo Not logged in >&2; exit 1' });
  install('gemini', { '--version': 'echo 0.61.0' });
  const { checks } = doctor();
  const of = (name: string) => checks.find(({ what }) => what === `installed ${name}`);
  expect(of('claude')).toMatchObject({ state: 'ok', agent: { version: '2.1.9', login: 'in', next: null } });
  expect(of('codex')).toMatchObject({
    state: 'warning',
    hint: 'Log in: codex login',
    agent: { login: 'out' },
  });
  expect(of('gemini')).toMatchObject({ state: 'warning', agent: { version: '0.61.0', login: 'unclear' } });
  expect(of('gemini')?.hint).toContain('login not checked: run gemini once');
  expect(checks.find(({ what }) => what === 'other agents')?.said).toContain(
    'opencode, qwen, copilot, goose',
  );
});

test('BEYOND-16 doctor shows keys and credentials to nobody: a variable by its name, a login file not at all', () => {
  const snoop =
    'cat "$HOME/.claude.json"; env; ls -a "$HOME"; ls -a "$HOME/.ssh"; touch "$HOME/../../../mark"';
  install('claude', { '--version': `echo 2.1.9; ${snoop}`, auth: snoop });
  place.write('home/.claude.json', KEY);
  place.write('home/.ssh/id', KEY);
  const { checks, stdout } = doctor({ ANTHROPIC_API_KEY: KEY, CODEX_API_KEY: '  ' });
  expect(stdout).not.toContain(KEY);
  const found = checks.find(({ what }) => what === 'installed claude');
  expect(found?.said).toContain('logged in (the variable ANTHROPIC_API_KEY)');
  expect(found?.agent).toMatchObject({ entry: 'use: claude, env: [ANTHROPIC_API_KEY]' });
  expect(readFileSync(join(place.dir, 'home/.claude.json'), 'utf8')).toBe(KEY);
  expect(readdirSync(join(place.dir, 'home')).toSorted()).toEqual(['.claude.json', '.ssh']);
});

test('an agent that breaks off or says something else is named with what is not known of it', () => {
  install('claude', { '--version': 'printf "\\033[2J not a number"; exit 3', auth: 'echo maybe' });
  install('opencode', { '--version': 'echo 1.18.33', auth: 'echo "1 credentials"' });
  const { checks, stdout } = doctor();
  const claude = checks.find(({ what }) => what === 'installed claude');
  expect(claude).toMatchObject({ state: 'warning', agent: { version: null, login: 'unclear' } });
  expect(claude?.said).toContain(
    'version unknown, login not checked (claude auth status did not report the login)',
  );
  expect(stdout).not.toContain('\u001b');
  expect(checks.find(({ what }) => what === 'installed opencode')).toMatchObject({ state: 'ok' });
});

test('BEYOND-16 doctor says for every role to whom it sends, which variables it gets, and what is withheld', () => {
  place.write(
    'gauntlet.yaml',
    `version: 1
agents:
  default: { use: api, provider: anthropic, model: m, apiKeyEnv: MY_KEY, env: [CI] }
  critic: { use: command, run: [sh] }
privacy: { deny: ["secrets/**"] }
`,
  );
  const { stdout, code } = place.run(['doctor'], env({ MY_KEY: KEY }));
  expect(code).toBe(0);
  expect(stdout).not.toContain(KEY);
  const [, developer] = /^ok +agent developer\b.*\n(.*)$/m.exec(stdout) ?? [];
  expect(developer?.trim()).toBe(
    'sends to anthropic at api.anthropic.com; commands it runs: no network; variables: CI; key: MY_KEY',
  );
  const [, critic] = /^ok +agent critic\b.*\n(.*)$/m.exec(stdout) ?? [];
  expect(critic?.trim()).toBe('sends to nobody outside; commands it runs: no network; variables: none');
  expect(stdout).toMatch(/privacy +withheld from agents: secrets\/\*\* \(1 pattern in privacy\.deny\)/);
});

test('init proposes the first agent that is logged in, and another one as the critic', () => {
  install('claude', { '--version': 'echo 2.1.9', auth: `echo '{"loggedIn": false}'; exit 1` });
  install('codex', { '--version': 'echo codex-cli 0.9.1', login: 'echo Logged in using ChatGPT >&2' });
  install('opencode', { '--version': 'echo 1.18.33', auth: 'echo "1 credentials"' });
  const ran = place.run(['init', '-y'], env());
  expect(ran.stdout).toContain(
    'claude 2.1.9 (not logged in), codex 0.9.1 (logged in), opencode 1.18.33 (logged in)',
  );
  const config = readFileSync(join(place.dir, 'gauntlet.yaml'), 'utf8');
  expect(config).toContain('  default: { use: codex }\n');
  expect(config).toContain('  critic: { use: acp, run: [opencode, acp] }\n');
  expect(config).toContain('  # also found: claude, { use: claude } — Log in: claude auth login\n');
  expect(place.run(['check', 'gauntlet.yaml', 'epics/sample.yaml']).code).toBe(0);
});

test('init with agents that nobody has logged in says what to do before the first run', () => {
  install('qwen', { '--version': 'echo 0.24.4' });
  place.run(['init', '-y'], env());
  const config = readFileSync(join(place.dir, 'gauntlet.yaml'), 'utf8');
  expect(config).toContain('  # Before the first run: login not checked: run qwen once');
  expect(config).toContain('  default: { use: acp, run: [qwen, --acp] }\n');
  expect(config).not.toContain('critic: {');
});
