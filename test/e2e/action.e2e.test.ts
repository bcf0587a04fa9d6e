import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

import { root } from '../source.ts';
import { patience } from '../support/epic-run.ts';
import { FakeForge } from '../support/fake-forge.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { sharedCli } from '../support/shared-cli.ts';

let repo: ReviewRepo;
let forge: FakeForge;

beforeEach(async () => {
  repo = new ReviewRepo();
  forge = new FakeForge();
  await forge.open();
  repo.commit('base', { 'README.md': 'hello\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
});
afterEach(async () => {
  repo.remove();
  await forge.close();
});

// Put together here, so that no scanner takes it for a real one.
const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
const file = (name: string): string => join(repo.folder, name);
const text = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');

/** The step as the runner starts it, with the built CLI in the place of one that it builds itself. */
async function step(inputs: Readonly<Record<string, string>>, event: unknown) {
  writeFileSync(file('event.json'), JSON.stringify(event));
  const child = spawn(process.execPath, [join(root, 'tools/action.ts')], {
    cwd: repo.repository,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: file('home'),
      XDG_CACHE_HOME: file('cache'),
      GAUNTLET_WORKSPACES: file('ws'),
      RUNNER_TEMP: file('tmp'),
      GITHUB_EVENT_PATH: file('event.json'),
      GITHUB_STEP_SUMMARY: file('summary'),
      GITHUB_OUTPUT: file('output'),
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_API_URL: forge.url,
      GITHUB_TOKEN: 'not-for-us',
      GAUNTLET_CLI: sharedCli(),
      ...inputs,
    },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, said };
}

test(
  'a pull request gets annotations, a summary, SARIF and one comment; inputs are data, and the token is for the comment alone',
  async () => {
    const sha = repo.commit('leak', { 'src/b.ts': `export const key = '${key}';\n` });
    forge.addPull('feature', sha);
    // What a runner checks out: a merge that nobody made.
    repo.git('checkout', '--quiet', '--detach', 'main');
    repo.git('merge', '--quiet', '--no-ff', '--no-edit', 'feature');
    const event = { pull_request: { number: 1, head: { sha }, base: { ref: 'main' } } };
    const silent = await step({ GAUNTLET_COMMENT: 'false', GAUNTLET_SARIF: 'out.sarif' }, event);
    expect([silent.code, silent.said]).toEqual([
      1,
      expect.stringMatching(/^::error file=src\/b\.ts,line=1,/m),
    ]);
    expect(text('summary')).toContain('## Review: FAILED: 1 finding at HIGH or worse');
    expect(text('output')).toBe('status=unclean\nexit-code=1\nsarif=out.sarif\n');
    expect(JSON.parse(repo.read('out.sarif') ?? '')).toMatchObject({ version: '2.1.0' });
    expect(forge.heard).toEqual([]);
    const told = await step({ GAUNTLET_COMMENT: 'true', GAUNTLET_TOKEN: 'ours' }, event);
    expect(told.code).toBe(1);
    expect([...forge.tokens]).toEqual(['Bearer ours']);
    expect(forge.comments).toHaveLength(1);
    const evil = await step({ GAUNTLET_BASE: '--config=evil.yaml', GAUNTLET_DEPTH: '$(touch pwned)' }, event);
    expect([evil.code === 0, evil.said]).toEqual([false, expect.stringContaining('is no value')]);
    const shell = await step({ GAUNTLET_DEPTH: '$(touch pwned)' }, event);
    expect([shell.code, existsSync(join(repo.repository, 'pwned'))]).toEqual([2, false]);
  },
  patience,
);

test('no input stands in a script of action.yml, and every one of them reaches the program', () => {
  type Step = { readonly run?: string; readonly env?: Readonly<Record<string, string>> };
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: { readonly steps: readonly Step[] };
  };
  const { steps } = action.runs;
  expect(steps.map(({ run = '' }) => run).filter((run) => run.includes('${{'))).toEqual([]);
  const program = readFileSync(join(root, 'tools/action.ts'), 'utf8');
  for (const name of Object.keys(action.inputs)) {
    const variable = name.toUpperCase().replaceAll('-', '_');
    expect(steps.at(-1)?.env?.[`GAUNTLET_${variable}`]).toBe(`\${{ inputs.${name} }}`);
    expect(program).toContain(`input('${variable}')`);
  }
});
