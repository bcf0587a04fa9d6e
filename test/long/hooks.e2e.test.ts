import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { sharedCli } from '../support/shared-cli.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n', 'README.md': 'hello\n' });
});
afterEach(() => repo.remove());

// Put together here, so that no scanner takes it for a real one.
const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
const leak = { 'src/b.ts': `export const key = '${key}';\n` };

type Ran = { readonly code: number | null; readonly said: string; readonly stdout: string };

function ran(program: string, args: readonly string[], input = ''): Ran {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: repo.repository,
    encoding: 'utf8',
    input,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: join(repo.folder, 'home'),
      XDG_CACHE_HOME: join(repo.folder, 'cache'),
      GAUNTLET_WORKSPACES: join(repo.folder, 'ws'),
      GIT_CONFIG_NOSYSTEM: '1',
    },
  });
  return { code: status, said: stdout + stderr, stdout };
}

const hook = (words: readonly string[], input = ''): Ran =>
  ran(process.execPath, [sharedCli(), 'hook', ...words], input);

/** The hook as it is printed, and the built CLI where a local install would be. */
function install(): void {
  writeFileSync(join(repo.folder, 'ignored'), 'node_modules\n');
  repo.git('config', 'core.excludesFile', join(repo.folder, 'ignored'));
  const printed = hook(['pre-push', '--print']).stdout;
  const file = join(repo.repository, '.git/hooks/pre-push');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, printed);
  chmodSync(file, 0o755);
  const program = join(repo.repository, 'node_modules/.bin/gauntlet');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${sharedCli()}' "$@"\n`);
  chmodSync(program, 0o755);
}

test(
  'BEYOND-02 git push is held up by what it would bring, and by nothing that the remote has already',
  () => {
    const origin = join(repo.folder, 'origin.git');
    repo.git('init', '--quiet', '--bare', origin);
    repo.git('remote', 'add', 'origin', origin);
    install();
    const remote = (): string => repo.git('ls-remote', 'origin');
    // The first push of all: there is nothing to compare with but nothing.
    repo.commit('leak', leak);
    const first = ran('git', ['push', 'origin', 'main']);
    expect([first.code === 0, first.said]).toEqual([false, expect.stringContaining('src/b.ts:1')]);
    expect([remote(), first.said.includes(key)]).toEqual(['', false]);
    expect(ran('git', ['push', '--no-verify', 'origin', 'main']).code).toBe(0);
    // From now on the key is no news; a clean branch, a tag and a deletion go through without a word.
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'README.md': 'hello again\n' });
    repo.git('tag', 'v1');
    const clean = ran('git', ['push', '--quiet', 'origin', 'feature', 'v1']);
    expect([clean.code, clean.said]).toEqual([0, '']);
    expect(ran('git', ['push', '--quiet', 'origin', ':v1']).code).toBe(0);
    const before = remote();
    repo.commit('leak again', { 'src/c.ts': `export const other = '${key}';\n` });
    expect(ran('git', ['push', 'origin', 'HEAD~1:main', 'feature']).code).toBe(1);
    expect(remote()).toBe(before);
    // A force-push over commits that are not here is compared with the base.
    repo.git('checkout', '--quiet', '-B', 'feature', 'main');
    repo.commit('instead', { 'README.md': 'bye\n' });
    expect(ran('git', ['push', '--quiet', '--force', 'origin', 'feature'])).toMatchObject({
      code: 0,
      said: '',
    });
  },
  patience,
);

const checked = JSON.stringify({ version: 1, verify: [{ id: 'fine', run: 'grep -q fine state' }] });

test(
  'P9 REAL-06 BEYOND-02 red checks hold up a push: the first of all, one that weakens its judge, one that started before it',
  () => {
    const origin = join(repo.folder, 'origin.git');
    repo.git('init', '--quiet', '--bare', origin);
    repo.git('remote', 'add', 'origin', origin);
    install();
    const push = (branch: string): Ran => ran('git', ['push', '--quiet', 'origin', branch]);
    const held = { code: 1, said: expect.stringContaining('The check fine fails') as string };
    repo.git('branch', 'early');
    repo.commit('configured', { 'gauntlet.yaml': checked, state: 'bad\n' });
    expect(push('main')).toMatchObject(held);
    expect(push('main').said).toContain('using the version of these commits');
    repo.commit('fixed', { state: 'fine\n' });
    expect(push('main').code).toBe(0);
    // From here on the configuration of main judges, whatever a branch says, and whatever is checked out.
    repo.git('checkout', '--quiet', '-b', 'weak');
    repo.commit('no checks', { 'gauntlet.yaml': '{ "version": 1 }' });
    const lost = expect.stringContaining('check fine (grep -q fine state)') as string;
    expect(push('weak')).toMatchObject({ code: 1, said: lost });
    repo.commit('break it', { state: 'bad\n' });
    expect(push('weak')).toMatchObject(held);
    repo.commit('unreadable', { state: 'fine\n', 'gauntlet.yaml': 'verify: [oops' });
    expect(push('weak').said).toMatch(/the gauntlet\.yaml of weak cannot be used:\ngauntlet\.yaml:1:\d+/);
    repo.git('checkout', '--quiet', 'early');
    repo.commit('early', { state: 'bad\n' });
    for (const checkedOut of ['early', 'main']) {
      repo.git('checkout', '--quiet', checkedOut);
      const early = push('early');
      expect(early.code).not.toBe(0);
      expect(early.said).toContain('fine');
      expect(early.said).toContain('this branch started before it');
    }
  },
  patience,
);

test(
  'P9 BEYOND-02 a branch never judges itself: not where the base has an unusual name, not at a first push that removes its checks',
  () => {
    const origin = join(repo.folder, 'origin.git');
    repo.git('init', '--quiet', '--bare', '--initial-branch=elsewhere', origin);
    repo.git('remote', 'add', 'origin', origin);
    install();
    const push = (branch: string): Ran => ran('git', ['push', '--quiet', 'origin', branch]);
    repo.git('checkout', '--quiet', '-b', 'prod');
    repo.git('branch', '-D', 'main');
    repo.commit('configured', { 'gauntlet.yaml': checked, state: 'fine\n' });
    repo.commit('nothing judges', { 'gauntlet.yaml': null });
    const removed = push('prod');
    expect([removed.code === 0, removed.said]).toEqual([
      false,
      expect.stringContaining('Bring it back: git'),
    ]);
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    expect(push('prod').code).toBe(0);
    repo.git('checkout', '--quiet', '-b', 'weak');
    const echo = JSON.stringify({ version: 1, verify: [{ id: 'fine', run: 'echo ok' }] });
    repo.commit('weaken', { 'gauntlet.yaml': echo, state: 'bad\n' });
    const held = { code: 1, said: expect.stringContaining('The check fine fails') as string };
    expect(push('weak')).toMatchObject(held);
    repo.commit('remove', { 'gauntlet.yaml': null });
    expect(push('weak')).toMatchObject(held);
    // Where the remote says which branch is its base, that judges a branch that was pushed before, too.
    repo.git('--git-dir', origin, 'symbolic-ref', 'HEAD', 'refs/heads/prod');
    expect(ran('git', ['push', '--quiet', '--no-verify', 'origin', 'weak']).code).toBe(0);
    repo.commit('more', { 'README.md': 'bye\n' });
    expect(push('weak').code).not.toBe(0);
    // The branches of a remote that nobody fetched are not nothing.
    repo.git('remote', 'add', 'other', origin);
    repo.git('update-ref', '-d', 'refs/remotes/origin/prod');
    repo.git('update-ref', '-d', 'refs/remotes/origin/weak');
    const unknown = ran('git', ['push', '--quiet', 'other', 'weak:new']);
    expect([unknown.code === 0, unknown.said]).toEqual([false, expect.stringContaining('git fetch other')]);
  },
  patience,
);

test(
  'P9 BEYOND-02 a program that git tracks is never the judge of a push, and the way out names a package that exists',
  () => {
    const origin = join(repo.folder, 'origin.git');
    repo.git('init', '--quiet', '--bare', origin);
    repo.git('remote', 'add', 'origin', origin);
    install();
    const program = join(repo.repository, 'node_modules/.bin/gauntlet');
    writeFileSync(program, '#!/bin/sh\nexit 0\n');
    repo.git('add', '--force', 'node_modules/.bin/gauntlet');
    repo.commit('my own judge', leak);
    const held = ran('git', ['push', 'origin', 'main']);
    expect([held.code === 0, repo.git('ls-remote', 'origin')]).toEqual([false, '']);
    expect(held.said).toContain('is not used: git tracks it');
    expect(held.said).toContain('PACKAGE is the git address of Gauntlet');
  },
  patience,
);

test(
  'BEYOND-02 what only this clone has is no base: not for a forced push, a branch of it, or a name that is an id',
  () => {
    const base = repo.git('rev-parse', 'HEAD');
    const push = (branch: string, remoteId: string, ...more: readonly string[]): Ran => {
      const id = repo.git('rev-parse', branch);
      return hook(['pre-push', ...more], `refs/heads/${branch} ${id} refs/heads/${branch} ${remoteId}\n`);
    };
    const held = { code: 1, said: expect.stringContaining('src/b.ts:1') as string };
    repo.commit('leak', leak);
    // Somebody else pushed: what the remote has is not here, and main is its own base.
    expect(push('main', 'b'.repeat(40))).toMatchObject(held);
    repo.git('update-ref', `refs/remotes/origin/${base}`, 'main');
    expect(push('main', base)).toMatchObject(held);
    repo.git('update-ref', '-d', `refs/remotes/origin/${base}`);
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'README.md': 'hello again\n' });
    expect(push('feature', '0'.repeat(40))).toMatchObject(held);
    const whole = JSON.parse(push('feature', '0'.repeat(40), '--json').stdout) as { reviews: unknown };
    expect(whole.reviews).toMatchObject([{ base: 'nothing' }]);
    repo.git('update-ref', 'refs/remotes/upstream/main', 'main');
    expect(push('feature', '0'.repeat(40))).toMatchObject({ code: 0 });
  },
  patience,
);

test(
  'BEYOND-02 a push that only moves a branch of the remote back to a red commit is held up',
  () => {
    const checks = 'version: 1\nverify:\n  - { id: unit, run: test ! -e broken }\n';
    repo.commit('checks', { 'gauntlet.yaml': checks });
    const [green, red] = [repo.git('rev-parse', 'HEAD'), repo.commit('red', { broken: '' })];
    repo.git('rm', '--quiet', 'broken');
    const fixed = repo.commit('fixed', { 'README.md': 'hello again\n' });
    repo.git('update-ref', 'refs/remotes/origin/main', fixed);
    const push = (id: string): Ran => hook(['pre-push', 'origin'], `${id} ${id} refs/heads/main ${fixed}\n`);
    expect(push(red)).toMatchObject({ code: 1, said: expect.stringContaining('unit') as string });
    expect(push(green)).toMatchObject({ code: 0 });
    const weaker = repo.commit('weaker', { 'gauntlet.yaml': checks.replace('test ! -e broken', "'true'") });
    expect(push(weaker)).toMatchObject({
      code: 1,
      said: expect.stringContaining('weakened-config') as string,
    });
  },
  patience,
);

test(
  'BEYOND-02 an agent that stops on bad work is sent back once with what to fix; a loop is not possible',
  () => {
    const stop = (active: unknown): Ran =>
      hook(['stop'], JSON.stringify({ hook_event_name: 'Stop', stop_hook_active: active }));
    expect(stop(false)).toEqual({ code: 0, said: '', stdout: '' });
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('leak', leak);
    repo.write({ 'src/d.ts': `export const more = '${key}';\n` });
    const sent = stop(false);
    expect(sent).toMatchObject({ code: 2, stdout: '' });
    // Committed or not: it is what the agent did.
    for (const words of [
      'src/b.ts:1',
      'src/d.ts:1',
      'data about the code',
      'Do not delete, skip or weaken tests',
    ])
      expect(sent.said).toContain(words);
    expect(sent.said).not.toContain(key);
    for (const active of [true, undefined, 'false']) {
      const again = stop(active);
      expect(again.code).toBe(0);
      expect(JSON.parse(again.stdout)).toEqual({
        systemMessage: expect.stringContaining('unclean, 2 findings') as string,
      });
    }
    expect(hook(['stop'], 'no json').code).toBe(0);
    const settings = JSON.parse(hook(['stop', '--print']).stdout) as { hooks: { Stop: unknown } };
    expect(JSON.stringify(settings.hooks.Stop)).toContain(' gauntlet hook stop');
  },
  patience,
);

test(
  'BEYOND-02 a hook that cannot look is no pass for git, and no order to go on for an agent',
  () => {
    const config = join(repo.folder, 'bad.yaml');
    writeFileSync(config, 'version: 1\nverfiy: []\n');
    const id = repo.git('rev-parse', 'HEAD');
    const line = `refs/heads/main ${id} refs/heads/main ${'0'.repeat(40)}\n`;
    expect(hook(['pre-push', '--config', config], line)).toMatchObject({ code: 2 });
    expect(hook(['pre-push'], 'what is this\n')).toMatchObject({ code: 2 });
    expect(hook(['pre-push'], '')).toEqual({ code: 0, said: '', stdout: '' });
    const stopped = hook(['stop', '--config', config], '{"stop_hook_active":false}');
    expect([stopped.code, stopped.said]).toEqual([5, expect.stringContaining('verfiy')]);
    for (const wrong of [['stop', '--verbose'], ['stop', '--depth', 'deep'], ['stpo'], []])
      expect(hook(wrong, '{"stop_hook_active":false}').code).toBe(5);
    expect(JSON.parse(hook(['stop', '--verbose', '--json']).stdout)).toMatchObject({ exitCode: 5 });
    expect(hook(['pre-push', '--verbose'], '').code).toBe(2);
  },
  patience,
);
