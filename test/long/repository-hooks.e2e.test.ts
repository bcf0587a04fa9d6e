// Hooks that misbehave, and hooks that git finds elsewhere than in a folder of the base commit.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { pathWithout } from '../support/path-without.ts';
import { handIn, planAgents, reviewOf, type Said } from '../support/review-agents.ts';
import { type Reviewed, ReviewRepo } from '../support/review-repo.ts';

const bug: Said = { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: 'broken() is not defined' };
const plan = {
  reviewer: [[{ say: reviewOf('feature', 1, [bug]) }], [{ say: reviewOf('feature', 2, []) }]],
  fixer: [
    [
      {
        write: { 'src/a.ts': 'export const a = 1;\nexport const b = 2;\n' },
        commit: 'fix: address code review round 1 - define it',
        say: handIn('feature'),
      },
    ],
  ],
};

let repo: ReviewRepo;
beforeEach(() => {
  repo = new ReviewRepo();
});
afterEach(() => repo.remove());

/** The base with these files, and a branch with a defect for the fixer. */
function begin(files: Readonly<Record<string, string>>, executable: readonly string[] = []): void {
  repo.write(files);
  for (const path of executable) chmodSync(join(repo.repository, path), 0o755);
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', { 'src/a.ts': 'export const a = 1;\nexport const b = broken();\n' });
  repo.git('checkout', '--quiet', 'main');
}

function ownHook(path: string, text: string): void {
  const file = join(repo.repository, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
}

async function reviewed(more = ''): Promise<{ readonly result: Reviewed; readonly events: string }> {
  const result = await repo.review('feature', '--fix', '--config', planAgents(repo.folder, plan, more));
  return { result, events: (await repo.ask('events', 'feature')).stdout };
}

test(
  'a hook that hangs is ended at its time limit before the fixer is paid, and the reason is shown',
  async () => {
    begin({});
    ownHook('.git/hooks/pre-commit', '#!/bin/sh\necho waiting; sleep 600 & wait\n');
    const { result, events } = await reviewed('limits: { agentTimeout: 8s }\n');
    expect(result).toMatchObject({ status: 'escalated', exitCode: 3 });
    expect(events).toMatch(/fixer_failed .*pre-commit-hook fails before any fix: timed out/);
  },
  patience,
);

test(
  'a hook that stages changes of its own refuses the fix, and the finding shows the difference',
  async () => {
    begin({});
    ownHook(
      '.git/hooks/pre-commit',
      '#!/bin/sh\nfor f in $(git diff --cached --name-only); do echo "// formatted" >>"$f"; git add "$f"; done\n',
    );
    const { result, events } = await reviewed();
    expect(result.commits).toEqual([]);
    expect(events).toMatch(/fixer_failed .*pre-commit hook .* refuses this commit/);
    const { stdout } = await repo.ask('logs', 'feature', '--prompt');
    expect(stdout).toMatch(/refuses this commit[^]*\+\/\/ formatted/);
    expect(repo.git('show', 'feature:src/a.ts')).not.toContain('formatted');
  },
  patience,
);

test(
  'a hook without the executable bit is ignored as git does, and the verdict says so',
  async () => {
    begin({ 'hooks/pre-commit': '#!/bin/sh\nexit 1\n' });
    repo.git('config', 'core.hooksPath', 'hooks');
    const { result } = await reviewed();
    expect(result).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(result.notes.join('\n')).toContain('hooks/pre-commit is not executable, so git ignores it');
  },
  patience,
);

test(
  'a husky hook that calls an installed tool sees the prepared node_modules; its first failing line refuses',
  async () => {
    const tool = '#!/bin/sh\nif grep -rn "= 2" src; then echo "tool: 2 is odd enough"; exit 4; fi\n';
    begin({ '.husky/pre-commit': 'lint-it\ntrue\n', 'tool.sh': tool, '.gitignore': 'node_modules\n' });
    const install =
      'mkdir -p node_modules/.bin && cp tool.sh node_modules/.bin/lint-it && chmod +x node_modules/.bin/lint-it';
    const { result, events } = await reviewed(`setup: { run: ['${install}'] }\n`);
    expect(result.commits).toEqual([]);
    expect(events).toMatch(/\(\.husky\/pre-commit\) refuses this commit/);
  },
  patience,
);

test(
  'hooks: false switches hooks off; verdict and doctor say so',
  async () => {
    begin({});
    ownHook('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    const on = await repo.gauntlet('doctor');
    expect(on.stdout).toMatch(
      /git hooks +pre-commit \(.*\.git\/hooks\/pre-commit, copied\): run before every/,
    );
    const { result } = await reviewed('hooks: false\n');
    expect(result).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(result.notes.join('\n')).toMatch(
      /git hooks are off \(hooks: false\): commits are made without .*pre-commit/,
    );
    repo.git('config', 'core.hooksPath', '/dev/null');
    repo.commit('settings', { 'gauntlet.yaml': 'version: 1\nhooks: false\n' });
    repo.git('config', '--unset', 'core.hooksPath');
    expect((await repo.gauntlet('doctor')).stdout).toMatch(/git hooks are off/);
  },
  patience,
);

test(
  'without bubblewrap hooks judge as checks do, and doctor says that they are not confined',
  async () => {
    begin({});
    ownHook('.git/hooks/pre-commit', '#!/bin/sh\nif git diff --cached | grep "^+.*= 2"; then exit 1; fi\n');
    const PATH = pathWithout('bwrap', join(repo.folder, 'programs'));
    const config = planAgents(repo.folder, plan);
    const args = ['review', 'feature', '--fix', '--config', config, '--json', '--no-input'];
    await repo.start(args, { PATH }).ended;
    const events = (await repo.ask('events', 'feature')).stdout;
    expect(events).toMatch(/fixer_failed .*pre-commit hook .* refuses this commit/);
    const doctor = await repo.start(['doctor'], { PATH }).ended;
    expect(doctor.stdout).toMatch(
      /git hooks +pre-commit .*: run before every fix and landing, without a sandbox/,
    );
  },
  patience,
);

/** Refuses staged lines with a word, and messages of landings that are too long. */
function epicWithHooks(title: string): EpicRun {
  const epic = new EpicRun({
    files: {
      '.husky/pre-commit':
        'if git diff --cached | grep "^+.*SLOPPY"; then echo "no SLOPPY work"; exit 1; fi\n',
      '.husky/commit-msg': 'if head -n 1 "$1" | grep -q TOO-LONG; then echo "subject too long"; exit 1; fi\n',
    },
    tickets: [{ id: 'ONE', title }],
    playbook: [{ role: 'developer', attempt: 0, write: { 'parts/ONE.txt': 'SLOPPY\n' } }],
  });
  return epic;
}

test(
  'a ticket that the pre-commit hook refuses goes back with its last lines before a critic is paid, then lands',
  async () => {
    const epic = epicWithHooks('One part');
    try {
      const ended: Ended = await epic.run();
      expect(ended.code).toBe(0);
      const [refused] = epic.of('ONE', 'validation_failed');
      expect(refused?.because).toContain('The pre-commit hook of the repository (.husky/pre-commit) refuses');
      expect(epic.prompts('ONE', 'develop')[1]).toContain('no SLOPPY work');
      expect(epic.runs('ONE', 'review')).toHaveLength(1);
      expect(epic.landed()).toEqual(['ONE']);
    } finally {
      epic.remove();
    }
  },
  patience,
);

test(
  'a commit-msg hook that refuses the message of a landing is a question to the person before any agent is paid',
  async () => {
    const epic = epicWithHooks('A title that is TOO-LONG');
    try {
      expect((await epic.run()).code).toBe(3);
      const [asked] = epic.of('baseline', 'ticket_escalated');
      expect(asked).toMatchObject({ reason: 'base_hook_refuses' });
      expect(asked?.because).toMatch(/hooks: false[^]*subject too long/);
      expect(await epic.starts()).toEqual([]);
      const ended = await epic.decide('baseline', '--override', '--reason', 'our title');
      expect(epic.landed()).toEqual(['ONE']);
      expect(`${ended.stdout}${ended.stderr}`).toContain('commit-msg-hook');
    } finally {
      epic.remove();
    }
  },
  patience,
);
