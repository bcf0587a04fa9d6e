// Typical mistakes of a first day. Each message says what is wrong, where, and what to do next.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { nodeComplaint } from '../../src/cli/floor.ts';
import { openJournal } from '../../src/journal/index.ts';
import { builtCli, type Place } from '../built-cli.ts';
import { readJournal } from '../support/journal.ts';

let place: Place;
let taken: Server;

beforeAll(async () => {
  place = builtCli();
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  place.remove();
  taken.close();
});
beforeEach(() => {
  mkdirSync(place.dir, { recursive: true });
  git('init', '-q', '-b', 'main');
  place.write('a.txt', 'a\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
});
afterEach(() => rmSync(place.dir, { recursive: true, force: true }));

function git(...args: string[]): void {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...own, ...args], { cwd: place.dir, stdio: 'pipe' });
}

const config = (text: string) => () => place.write('gauntlet.yaml', `version: 1\n${text}\n`);
const port = (): string => String((taken.address() as { port: number }).port);

function program(name: string, script: string): void {
  place.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  chmodSync(join(place.dir, 'bin', name), 0o755);
}

/** The repository as a clone of itself, made with these options. */
function cloned(...options: readonly string[]): void {
  git('commit', '-q', '--allow-empty', '-m', 'second');
  git('clone', '-q', ...options, `file://${place.dir}`, 'clone');
}

async function recorded(): Promise<void> {
  const journal = openJournal({ file: join(place.dir, '.git/gauntlet/epics/sim/journal.db') });
  await journal.append(readJournal('test/fixtures/journals/v0.1.jsonl'));
  journal.close();
}

type Mistake = {
  readonly make?: () => void | Promise<void>;
  readonly args: readonly string[] | (() => readonly string[]);
  readonly env?: () => Record<string, string>;
  readonly code: number;
  /** Words of what, where and next, in this order. */
  readonly says: readonly [what: string, where: string, next: string];
};

const run = ['run', 'epic.yaml', '--no-input'];
const work = ['do', 'x', '--no-input'];
const epic = (text: string) => () => place.write('epic.yaml', `version: 1\nepic: e\n${text}\n`);

const mistakes: Readonly<Record<string, Mistake>> = {
  'no repository': {
    args: ['status', '--cwd', '..'],
    code: 5,
    says: ['no git repository', 'gauntlet-e2e-', 'inside a repository'],
  },
  'a bare repository': {
    make: () => cloned('--bare'),
    args: ['review', '--no-agents', '--cwd', 'clone'],
    code: 5,
    says: ['bare repository', 'clone', 'in a checkout'],
  },
  'no commits, review': {
    make: () => git('checkout', '-q', '--orphan', 'new'),
    args: ['review', '--no-agents'],
    code: 2,
    says: ['no commit yet', 'new', 'gauntlet review --staged'],
  },
  'no commits, do': {
    make: () => git('checkout', '-q', '--orphan', 'new'),
    args: work,
    code: 2,
    says: ['no commit yet', 'new', 'git commit'],
  },
  'a detached HEAD': {
    make: () => git('checkout', '-q', '--detach'),
    args: work,
    code: 2,
    says: ['detached', 'HEAD', '--base main'],
  },
  'a partial clone': {
    make: () => cloned('--filter=blob:none'),
    args: ['review', '--no-agents', '--cwd', 'clone'],
    code: 5,
    says: ['partial clone', 'objects', 'git clone'],
  },
  'a shallow clone without the base': {
    make: () => cloned('--depth=1'),
    args: ['review', '--no-agents', '--base', 'main~1', '--cwd', 'clone'],
    code: 2,
    says: ['no base', 'main~1', 'git fetch'],
  },
  'an empty submodule': {
    make: () => {
      git('clone', '-q', '--bare', '.', 'module.git');
      git('submodule', '--quiet', 'add', `file://${place.dir}/module.git`, 'module');
      git('commit', '-q', '-m', 'module');
      git('submodule', '--quiet', 'deinit', '--force', 'module');
    },
    args: ['doctor'],
    code: 0,
    says: ['folders are empty in workspaces', '1 submodule', 'setup.copy or setup.link'],
  },
  'nothing ran yet': { args: ['status'], code: 2, says: ['nothing has run', 'work', 'gauntlet run'] },
  'an unknown epic': {
    make: recorded,
    args: ['status', 'none'],
    code: 2,
    says: ['no run of an epic', '"none"', 'There are: sim'],
  },
  'a missing epic file': { args: run, code: 2, says: ['no such file', 'epic.yaml', 'Check the path'] },
  'a wrong key in gauntlet.yaml': {
    make: config('agnets: {}'),
    args: work,
    code: 2,
    says: ['unknown key "agnets"', 'gauntlet.yaml:2:1', 'did you mean "agents"'],
  },
  'a wrong key in an epic': {
    make: epic('titel: x\ntickets: [{ id: A, title: a, acceptance: [b] }]'),
    args: run,
    code: 2,
    says: ['unknown key "titel"', 'epic.yaml:3:1', 'gauntlet check'],
  },
  'tickets in a circle': {
    make: epic('tickets: [{ id: A, title: a, needs: [A], acceptance: [b] }]'),
    args: run,
    code: 2,
    says: ['needs', 'epic.yaml:3:', 'gauntlet check'],
  },
  'an unknown kind of agent': {
    make: config('agents: { default: { use: nope } }'),
    args: work,
    code: 2,
    says: ['"nope" is not one of claude', 'gauntlet.yaml:2:', 'gauntlet check'],
  },
  'no agent': { args: work, code: 2, says: ['no agent', 'any role', 'gauntlet init'] },
  'an agent that is not installed': {
    make: config('agents: { default: { use: command, run: [no-such-agent] } }'),
    args: work,
    code: 5,
    says: ['not installed', 'no-such-agent', 'gauntlet doctor'],
  },
  'an agent that is not logged in': {
    make: () => program('claude', `case "$1" in auth) echo '{"loggedIn": false}' ;; *) echo 2.1.9 ;; esac`),
    args: ['doctor'],
    env: () => ({ PATH: `${join(place.dir, 'bin')}:/usr/bin:/bin`, HOME: place.dir }),
    code: 0,
    says: ['not logged in', 'installed claude', 'claude auth login'],
  },
  'an unknown --agent': {
    args: [...work, '--agent', 'clod'],
    code: 2,
    says: ['no agent', '"clod"', 'Agents: claude'],
  },
  'a base that is not there': {
    args: [...work, '--base', 'nope'],
    code: 2,
    says: ['no commit called', '"nope"', 'git branch --all'],
  },
  'an unknown command': {
    args: ['reviw'],
    code: 2,
    says: ['no command', '"reviw"', 'Did you mean "review"'],
  },
  'a misspelt option': {
    args: ['review', '--no-agnets'],
    code: 2,
    says: ['unknown option', '--no-agnets', '--no-agents'],
  },
  'a wrong choice': {
    args: ['review', '--fail-on', 'BAD'],
    code: 2,
    says: ['is invalid', '--fail-on', 'CRITICAL, HIGH'],
  },
  'a negative budget': {
    args: [...work, '--agent', 'claude', '--budget', '-1'],
    code: 2,
    says: ['at least 0', '--budget', 'gauntlet do --help'],
  },
  'a missing operand': { args: ['run'], code: 2, says: ['missing', 'epic', 'gauntlet run --help'] },
  'an issue without a repository on GitHub': {
    args: ['do', '--from-issue', '3', '--no-input'],
    code: 2,
    says: ['not clear which repository', 'origin', 'GITHUB_REPOSITORY'],
  },
  'no token and no gh': {
    args: ['do', '--from-issue', '3', '--no-input'],
    env: () => {
      program('git', 'exec /usr/bin/git "$@"');
      return { PATH: join(place.dir, 'bin'), GITHUB_REPOSITORY: 'o/r' };
    },
    code: 5,
    says: ['neither a token nor gh', 'pull request', 'gh auth login'],
  },
  'a port that is taken': {
    make: recorded,
    args: () => ['serve', '--port', port()],
    code: 5,
    says: ['in use', '127.0.0.1', '--port'],
  },
  'a port that does not exist': {
    make: recorded,
    args: ['serve', '--port', '99999'],
    code: 2,
    says: ['0 to 65535', '--port', 'gauntlet serve --help'],
  },
  'a file where the state folder belongs': {
    make: () => place.write('.git/gauntlet', 'a file in the way\n'),
    args: ['review', '--no-agents', '--base', 'HEAD'],
    code: 6,
    says: ['cannot be read', '.git/gauntlet', 'move it away'],
  },
  'an old git': {
    args: ['review', '--no-agents'],
    env: () => {
      program('git', 'echo git version 2.20.1');
      return { PATH: join(place.dir, 'bin') };
    },
    code: 5,
    says: ['2.38 or newer', 'git version 2.20.1', 'Install a newer git'],
  },
  'no git': {
    args: ['review', '--no-agents'],
    env: () => ({ PATH: '/nowhere' }),
    code: 5,
    says: ['git', 'PATH', 'nstall'],
  },
  'nothing to merge': { args: ['merge', '-y'], code: 2, says: ['nothing has run', 'work', 'gauntlet run'] },
  'an unknown hook': {
    args: ['hook', 'install', 'post-merge'],
    code: 2,
    says: ['no hook', '"post-merge"', 'pre-push'],
  },
  'an unknown fingerprint': {
    args: ['dismiss', 'abcdef', '--reason', 'x'],
    code: 2,
    says: ['no review here has shown', '"abcdef"', 'gauntlet review'],
  },
  'an unknown ticket': {
    make: recorded,
    args: ['ticket', 'why', 'NONE-1'],
    code: 2,
    says: ['has no ticket', '"NONE-1"', 'ickets are'],
  },
};

test.each(Object.entries(mistakes))('FIRST-04 %s: what, where, next', async (_, mistake) => {
  const { make, args, env, code, says } = mistake;
  await make?.();
  const words = typeof args === 'function' ? args() : args;
  const ran = place.run(words, env === undefined ? {} : { env: env() });
  const said = ran.stdout + ran.stderr;
  expect([ran.code, said]).toEqual([code, expect.stringContaining(says[0])]);
  for (const part of says) expect(said).toContain(part);
  expect(said).not.toMatch(/undefined|\[object|\n\s+at /);
});

test('FIRST-04 an old Node: what, where, next', () => {
  const said = nodeComplaint('18.20.0') ?? '';
  for (const part of ['needs Node 22.13 or newer', 'Node 18.20.0', 'Install a newer Node'])
    expect(said).toContain(part);
});

test.each([
  [['run', 'epic.yaml', '--no-input']],
  [['do', 'add a thing', '--criterion', 'it is there', '--verify', 'true', '--no-input', '-y']],
])('FIRST-06 a run that could not start leaves nothing: %j', (args) => {
  config('agents: { default: { use: command, run: [./nowhere.sh] } }')();
  place.write(
    'epic.yaml',
    'version: 1\nepic: ghost\ntitle: Ghost\nbase: main\nverify: [{ id: unit, run: "true" }]\n' +
      'tickets: [{ id: A-1, title: Do it, acceptance: [{ id: AC1, text: it is there }] }]\n',
  );
  git('add', '-A');
  git('commit', '-q', '-m', 'epic');
  const ran = place.run(args);
  expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining('agents cannot be started')]);
  const after = place.run(['status']);
  expect([after.code, after.stderr]).toEqual([2, expect.stringContaining('nothing has run in')]);
  const refs = execFileSync('git', ['for-each-ref', '--format=%(refname)'], { cwd: place.dir });
  expect(String(refs)).toBe('refs/heads/main\n');
});
