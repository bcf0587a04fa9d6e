import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { sharedCli } from '../support/shared-cli.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n', 'README.md': 'hello\n' });
  const origin = join(repo.folder, 'origin.git');
  repo.git('init', '--quiet', '--bare', origin);
  repo.git('remote', 'add', 'origin', origin);
  repo.git('push', '--quiet', 'origin', 'main');
  repo.git('config', 'core.hooksPath', '');
  repo.git('config', '--unset', 'core.hooksPath');
  write('node_modules/.bin/gauntlet', `#!/bin/sh\nexec '${process.execPath}' '${sharedCli()}' "$@"\n`);
  write('.git/info/exclude', 'node_modules\n.husky/_\n');
});
afterEach(() => repo.remove());

// Put together here, so that no scanner takes it for a real one.
const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
const leak = { 'src/b.ts': `export const key = '${key}';\n` };

function write(path: string, text: string): void {
  const file = join(repo.repository, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

const read = (path: string): string => readFileSync(join(repo.repository, path), 'utf8');

function git(...args: readonly string[]): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: repo.repository,
    encoding: 'utf8',
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: join(repo.folder, 'home'),
      XDG_CACHE_HOME: join(repo.folder, 'cache'),
      GAUNTLET_WORKSPACES: join(repo.folder, 'ws'),
      GIT_CONFIG_NOSYSTEM: '1',
    },
  });
  return { code: status, said: stdout + stderr };
}

const remote = (): string => repo.git('ls-remote', 'origin', 'main');

test(
  'FIRST-05 hook install stops a push and a commit with a key in them, keeps a hook that is there, and goes again',
  async () => {
    // A hook of somebody else that reads what git tells it, as git-lfs does.
    write('.git/hooks/pre-push', '#!/bin/sh\ncat > "$(git rev-parse --git-dir)/told.txt"\n');
    const installed = await repo.gauntlet('hook', 'install', 'pre-push', 'pre-commit');
    expect([installed.code, installed.stdout]).toEqual([
      0,
      'written: .git/hooks/pre-push\nwritten: .git/hooks/pre-commit\n',
    ]);
    expect((await repo.gauntlet('hook', 'install')).stdout).toBe('unchanged: .git/hooks/pre-push\n');
    const before = remote();
    repo.write(leak);
    repo.git('add', '--all');
    const commit = git('commit', '--quiet', '--message=leak');
    expect([commit.code, commit.said]).toEqual([1, expect.stringContaining('src/b.ts:1')]);
    expect(git('commit', '--quiet', '--no-verify', '--message=leak').code).toBe(0);
    const push = git('push', 'origin', 'main');
    expect([push.code, push.said]).toEqual([1, expect.stringContaining('nothing was pushed')]);
    expect([remote(), existsSync(join(repo.repository, '.git/told.txt'))]).toEqual([before, false]);
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    repo.write({ 'README.md': 'hello again\n' });
    repo.git('add', '--all');
    expect(git('commit', '--quiet', '--message=work').code).toBe(0);
    expect(git('push', '--quiet', 'origin', 'main')).toMatchObject({ code: 0 });
    expect(read('.git/told.txt')).toContain('refs/heads/main');
    const removed = await repo.gauntlet('hook', 'remove', 'pre-push', 'pre-commit');
    expect(removed.stdout).toBe('written: .git/hooks/pre-push\nremoved: .git/hooks/pre-commit\n');
    expect(read('.git/hooks/pre-push')).toBe('#!/bin/sh\ncat > "$(git rev-parse --git-dir)/told.txt"\n');
  },
  patience,
);

test(
  'FIRST-05 hook install writes where husky and core.hooksPath look, and says what lefthook and pre-commit need',
  async () => {
    // husky 9: git runs .husky/_/pre-push, which runs .husky/pre-push by sh.
    write('.husky/_/pre-push', '#!/bin/sh\nexec sh -e "$(dirname "$0")/../pre-push" "$@"\n');
    repo.git('config', 'core.hooksPath', '.husky/_');
    expect((await repo.gauntlet('hook', 'install')).stdout).toBe('written: .husky/pre-push\n');
    repo.git('add', '--all');
    repo.commit('leak', leak);
    expect(git('push', 'origin', 'main')).toMatchObject({
      code: 1,
      said: expect.stringContaining('src/b.ts:1') as string,
    });
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    repo.git('clean', '--quiet', '-fd');
    // A folder of the repository's own.
    repo.git('config', 'core.hooksPath', 'hooks');
    expect((await repo.gauntlet('hook', 'install')).stdout).toBe('written: hooks/pre-push\n');
    repo.commit('leak', leak);
    expect(git('push', 'origin', 'main').code).toBe(1);
    repo.git('config', 'core.hooksPath', repo.folder);
    const outside = await repo.gauntlet('hook', 'install');
    expect([outside.code, outside.stderr]).toEqual([
      2,
      expect.stringContaining('outside of this repository'),
    ]);
    repo.write({ 'lefthook.yml': '' });
    const lefthook = (await repo.gauntlet('hook', 'install', 'pre-commit')).stdout;
    expect(lefthook).toContain('lefthook manages the hooks here: add this to lefthook.yml\npre-commit:\n');
    repo.git('clean', '--quiet', '-fd');
    repo.write({ '.pre-commit-config.yaml': 'repos: []\n' });
    expect((await repo.gauntlet('hook', 'install')).stdout).toContain('entry: gauntlet review --no-agents');
    const wrong = await repo.gauntlet('hook', 'install', 'post-merge');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('pre-commit, pre-push, claude, codex'),
    ]);
  },
  patience,
);

test(
  'FIRST-05 hook install adds the Stop hook for Claude Code and Codex beside what is there, and removes only it',
  async () => {
    const mine = { model: 'opus', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] } };
    repo.write({ '.claude/settings.json': JSON.stringify(mine) });
    const words = ['claude', 'codex'];
    expect((await repo.gauntlet('hook', 'install', ...words)).stdout).toBe(
      'written: .claude/settings.json\nwritten: .codex/hooks.json\n',
    );
    const settings = JSON.parse(read('.claude/settings.json')) as typeof mine;
    expect(settings).toMatchObject({ model: 'opus', hooks: { Stop: [mine.hooks.Stop[0], {}] } });
    const [, ours] = settings.hooks.Stop;
    // The command works as it is written: a clean tree lets the agent stop.
    const ran = spawnSync('sh', ['-c', ours?.hooks[0]?.command ?? 'false'], {
      cwd: repo.repository,
      input: '{"stop_hook_active":false}',
      encoding: 'utf8',
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect((await repo.gauntlet('hook', 'install', ...words)).stdout).toBe(
      'unchanged: .claude/settings.json\nunchanged: .codex/hooks.json\n',
    );
    expect((await repo.gauntlet('hook', 'remove', ...words)).stdout).toBe(
      'written: .claude/settings.json\nremoved: .codex/hooks.json\n',
    );
    expect(JSON.parse(read('.claude/settings.json'))).toEqual(mine);
    repo.write({ '.codex/hooks.json': 'no json' });
    const broken = await repo.gauntlet('hook', 'install', 'codex');
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('gauntlet hook stop --print')]);
  },
  patience,
);
