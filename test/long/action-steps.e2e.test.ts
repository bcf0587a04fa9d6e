// The steps of action.yml as a runner plays them, from a folder and with names that a shell would like to obey.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { root } from '../source.ts';
import { type Job, type Played, playAction } from '../support/action-runner.ts';
import { patience } from '../support/epic-run.ts';
import { FakeForge } from '../support/fake-forge.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { sharedCli } from '../support/shared-cli.ts';

let repo: ReviewRepo;
let forge: FakeForge;
let action: string;

const hostile = 'x$(touch${IFS}pwned)`touch${IFS}pwned2`';

beforeEach(async () => {
  repo = new ReviewRepo();
  forge = new FakeForge();
  await forge.open();
  action = join(repo.folder, `an action; touch pwned; $(touch pwned) 'so' "called"`);
  mkdirSync(join(action, 'tools'), { recursive: true });
  for (const file of ['action.yml', 'tools/action.ts', 'package.json'])
    copyFileSync(join(root, file), join(action, file));
  // In the place of the one that asks a registry: what it was asked, and what it would have left.
  const npm = join(repo.folder, 'bin/npm');
  mkdirSync(dirname(npm));
  writeFileSync(
    npm,
    `#!/bin/sh
echo "npm $* in $PWD" >> "$NPM_LOG"
case "$1" in
  ci) mkdir -p node_modules/.bin && ln -sfn "$REAL_NODE" node_modules/.bin/node && ln -sfn "$BUILT" dist ;;
esac
`,
  );
  chmodSync(npm, 0o755);
  repo.commit('base', { 'README.md': 'hello\n' });
  repo.git('branch', hostile);
  repo.git('checkout', '--quiet', '-b', 'feature');
});
afterEach(async () => {
  repo.remove();
  await forge.close();
});

const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
let plays = 0;

function play(sha: string, inputs: Job['inputs'] = {}, ref = 'main'): Promise<Played> {
  return playAction({
    action,
    workspace: repo.repository,
    temp: join(repo.folder, `runner temp ${(plays += 1)}`),
    inputs,
    event: { pull_request: { number: 1, head: { sha, ref: hostile }, base: { ref } } },
    env: {
      PATH: [join(repo.folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: join(repo.folder, 'home'),
      XDG_CACHE_HOME: join(repo.folder, 'cache'),
      GAUNTLET_WORKSPACES: join(repo.folder, 'ws'),
      NPM_LOG: join(repo.folder, 'npm.log'),
      REAL_NODE: process.execPath,
      BUILT: dirname(sharedCli()),
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_API_URL: forge.url,
      GITHUB_TOKEN: 'of the workflow',
    },
  });
}

const isPwned = (): boolean =>
  [repo.repository, action, repo.folder].some((folder) =>
    ['pwned', 'pwned2'].some((name) => existsSync(join(folder, name))),
  );

test(
  'LOOP-01 the steps of the action build it and review a pull request: unclean with annotations, a summary, SARIF and outputs',
  async () => {
    const sha = repo.commit('leak', { 'src/b.ts': `export const key = '${key}';\n` });
    repo.git('checkout', '--quiet', '--detach', 'main');
    repo.git('merge', '--quiet', '--no-ff', '--no-edit', 'feature');
    const played = await play(sha, {}, hostile);
    expect(readFileSync(join(repo.folder, 'npm.log'), 'utf8').split('\n').slice(0, 2)).toEqual([
      `npm ci --no-audit --no-fund --loglevel=error in ${action}`,
      '',
    ]);
    expect(played.code).toBe(1);
    expect(played.annotations).toEqual([expect.stringMatching(/^::error file=src\/b\.ts,line=1,/)]);
    expect(played.summary).toContain('## Review: FAILED: 1 finding at HIGH or worse');
    expect(played.outputs).toEqual({ status: 'unclean', 'exit-code': '1', sarif: 'gauntlet.sarif' });
    expect(JSON.parse(repo.read('gauntlet.sarif') ?? '')).toMatchObject({
      runs: [{ results: [{ level: 'error' }] }],
    });
    expect(played.log).not.toContain(key);
    expect(isPwned()).toBe(false);
  },
  patience,
);

test(
  'LOOP-01 a clean pull request passes without annotations, and says so in summary and outputs',
  async () => {
    const sha = repo.commit('work', { 'README.md': 'hello again\n' });
    const played = await play(sha, { sarif: 'out/review.sarif' });
    expect([played.code, played.annotations]).toEqual([0, []]);
    expect(played.summary).toContain('## Review: PASSED');
    expect(played.outputs).toEqual({ status: 'clean', 'exit-code': '0', sarif: 'out/review.sarif' });
    expect(JSON.parse(repo.read('out/review.sarif') ?? '')).toMatchObject({ version: '2.1.0' });
  },
  patience,
);

test(
  'FIRST-05 by default the action comments on the pull request, and a fork whose token only reads gets the same verdict',
  async () => {
    const mild = repo.commit('mild', { 'test/a.test.js': "test.only('mine', () => {});\n" });
    forge.beWorkflow();
    forge.addPull(hostile, mild);
    forge.refuseWith = 403;
    const readOnly = await play(mild, { 'fail-on': 'CRITICAL' });
    expect([readOnly.code, readOnly.outputs['status']]).toEqual([0, 'clean']);
    expect(forge.writes()).toEqual(['POST /repos/o/r/issues/1/comments']);
    const sha = repo.commit('leak', { 'src/b.js': `export const key = '${key}';\n` });
    Object.assign(forge.pulls[0]?.head ?? {}, { sha });
    const fork = await play(sha);
    expect([fork.code, fork.outputs['status'], forge.comments]).toEqual([1, 'unclean', []]);
    expect(fork.summary).toContain('no comment on the pull request: ');
    forge.refuseWith = null;
    const own = await play(sha);
    expect([own.code, forge.comments.map(({ user }) => user.login)]).toEqual([1, ['github-actions[bot]']]);
    expect(forge.comments[0]?.body).toContain('FAILED: 2 findings at HIGH or worse');
    expect(own.summary).not.toContain('no comment');
    expect([...forge.tokens]).toEqual(['Bearer of the workflow']);
    const without = await play(sha, { token: '' });
    expect([without.code, without.outputs['status']]).toEqual([1, 'unclean']);
    await play(sha, { comment: 'false' });
    expect(forge.comments).toHaveLength(1);
  },
  patience,
);

test.each<[string, Job['inputs']]>([
  ['a base that is a command', { base: '$(touch pwned)' }],
  ['a base that ends a quotation', { base: `'; touch pwned; '` }],
  ['a base that is an option', { base: '--no-agents' }],
  ['a depth that ends a quotation', { depth: `"; touch pwned; "` }],
  ['a severity with a line of its own', { 'fail-on': 'HIGH\ntouch pwned\n--fail-on=INFO' }],
  ['a configuration that is a command', { config: '`touch pwned`' }],
  ['an agent that is a command', { agent: '$(touch pwned)' }],
])(
  'LOOP-01 %s is refused, never run, and never a pass',
  async (_, inputs) => {
    const sha = repo.commit('work', { 'README.md': 'hello again\n' });
    const played = await play(sha, inputs);
    expect([played.code === 0, played.outputs['status'] === 'clean', isPwned()]).toEqual([
      false,
      false,
      false,
    ]);
  },
  patience,
);

test(
  'LOOP-01 an output is one line, whatever a path has in it',
  async () => {
    const sha = repo.commit('work', { 'README.md': 'hello again\n' });
    const played = await play(sha, { sarif: 'a.sarif\nstatus=accepted' });
    expect(played.outputs).toMatchObject({ status: 'clean', 'exit-code': '0' });
    expect(isPwned()).toBe(false);
  },
  patience,
);
