// Ways in which a critic, or a branch, would talk a review into "clean".
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { planAgents, reviewOf, type Said } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n', 'README.md': 'hello\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
});
afterEach(() => repo.remove());

const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
const said = (...findings: readonly Said[]) => ({ say: reviewOf('feature', 1, findings) });

async function review(findings: readonly Said[], ...args: readonly string[]) {
  const plan = { reviewer: [[said(...findings)]] };
  return repo.review('--config', planAgents(repo.folder, plan), ...args);
}

const asked = (): number => repo.reviewEvents().filter(({ type }) => type === 'reviewer_dispatched').length;

test(
  'BEYOND-14 a dismissed minor finding does not hide a worse one of the same kind at the same line, nor one in another file',
  async () => {
    const code = 'export function a() {\n  return run(input);\n}\n';
    repo.commit('work', { 'src/a.ts': code });
    const minor: Said = {
      severity: 'LOW',
      file: 'src/a.ts',
      line: 2,
      problem: 'a long name',
      category: 'Naming',
    };
    const first = await review([minor]);
    const fingerprint = first.findings[0]?.fingerprint ?? '';
    expect((await repo.gauntlet('dismiss', fingerprint, '--reason', 'short enough')).code).toBe(0);
    expect((await review([minor])).dismissed).toHaveLength(1);
    const worse = await review([{ ...minor, severity: 'CRITICAL', problem: 'whatever is sent is run' }]);
    expect(worse).toMatchObject({ status: 'unclean', dismissed: [], findings: [{ severity: 'CRITICAL' }] });
    const beside = await review([
      minor,
      { ...minor, severity: 'HIGH', problem: 'the same line, another bug' },
    ]);
    expect(beside.status).toBe('unclean');
    expect(beside.findings.map(({ severity }) => severity)).toContain('HIGH');
    repo.git('mv', 'src/a.ts', 'src/b.ts');
    repo.commit('moved', {});
    expect((await review([{ ...minor, file: 'src/b.ts' }])).dismissed).toEqual([]);
  },
  patience,
);

test(
  'BEYOND-06 a verdict on record is for one question: another story, environment, agent file, base or commit asks anew',
  async () => {
    repo.commit('work', { 'src/a.ts': 'export const a = 2;\n' });
    const more = 'agents: { default: { use: command, run: RUN, env: [ANTHROPIC_MODEL] } }\n';
    const config = planAgents(repo.folder, { reviewer: [[said()]] });
    const run = JSON.stringify([process.execPath, join(repo.folder, 'agent.mjs')]);
    writeFileSync(config, `version: 1\n${more.replace('RUN', run)}`);
    const ask = async (env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) => {
      const ended = repo.start(
        ['review', 'feature', '--config', config, '--no-input', '--json', ...args],
        env,
      );
      expect(JSON.parse((await ended.ended).stdout)).toMatchObject({ status: 'clean' });
      return asked();
    };
    expect([await ask(), await ask()]).toEqual([1, 1]);
    expect([await ask({ ANTHROPIC_MODEL: 'small' }), await ask({ ANTHROPIC_MODEL: 'small' })]).toEqual([
      2, 2,
    ]);
    expect(await ask({ ANTHROPIC_MODEL: 'large' })).toBe(3);
    expect(await ask({}, '--depth', 'quick')).toBe(4);
    expect(await ask({}, '--fail-on', 'LOW')).toBe(5);
    // The same commits, and a base that has moved on: the branch now brings less.
    repo.git('branch', '--force', 'other', 'main');
    expect(await ask({}, '--base', 'other')).toBe(6);
    repo.commit('more', { 'README.md': 'hello again\n' });
    expect(await ask()).toBe(7);
  },
  patience,
);

test(
  'LOOP-01 a branch that is called like an option is a branch, and a base like one is none',
  async () => {
    const head = repo.commit('leak', { 'src/key.ts': `export const key = '${key}';\n` });
    repo.git('update-ref', 'refs/heads/--output=pwned', head);
    repo.git('checkout', '--quiet', 'main');
    const named = await repo.gauntlet('review', '--no-agents', '--json', '--', '--output=pwned');
    expect(JSON.parse(named.stdout)).toMatchObject({
      branch: '--output=pwned',
      status: 'unclean',
      exitCode: 1,
    });
    const base = await repo.gauntlet('review', '--no-agents', 'feature', '--base=--output=pwned');
    expect([base.code, base.stdout]).toEqual([0, expect.stringContaining('feature against --output=pwned')]);
    const none = await repo.gauntlet('review', '--no-agents', 'feature', '--base=--all');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('there is no base "--all"')]);
    expect(repo.read('pwned')).toBeUndefined();
  },
  patience,
);

test(
  'BEYOND-03 what a merge brings by itself is judged, and so is what attributes of the branch would hide',
  async () => {
    repo.commit('work', { 'src/b.ts': 'export const b = 1;\n' });
    repo.git('checkout', '--quiet', 'main');
    repo.commit('elsewhere', { 'README.md': 'bye\n' });
    repo.git('checkout', '--quiet', 'feature');
    repo.git('merge', '--quiet', '--no-commit', '--no-ff', 'main');
    repo.commit('a merge with more in it', { 'src/key.ts': `export const key = '${key}';\n` });
    const merged = await repo.review('--no-agents');
    expect(merged.findings.map(({ file, severity }) => [file, severity])).toEqual([
      ['src/key.ts', 'CRITICAL'],
    ]);
    repo.commit('hide', { '.gitattributes': '*.ts binary -diff linguist-generated\n' });
    expect((await repo.review('--no-agents')).status).toBe('unclean');
    await review([]);
    const prompt = await repo.ask('logs', 'feature', '--prompt');
    expect(prompt.stdout).toContain('+export const b = 1;');
  },
  patience,
);

test(
  'BEYOND-03 other repositories and links out of this one are findings, a link inside is none, and what nobody can read is said',
  async () => {
    const other = join(repo.folder, 'other');
    mkdirSync(other);
    repo.git('init', '--quiet', '--template=', other);
    repo.git(
      '-C',
      other,
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@example.invalid',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    const commit = repo.git('-C', other, 'rev-parse', 'HEAD');
    repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},vendor`);
    repo.git('commit', '--quiet', '--message=module');
    expect((await repo.review('--no-agents')).findings.map(({ rule }) => rule)).toEqual(['submodule']);
    repo.git('checkout', '--quiet', '-B', 'feature', 'main');
    symlinkSync('a.ts', join(repo.repository, 'src/inside.ts'));
    repo.commit('link', { 'logo.bin': 'a\0b' });
    const inside = await repo.review('--no-agents');
    expect([inside.findings, inside.notes.join(' ')]).toEqual([
      [],
      expect.stringContaining('1 changed file is binary and not checked (logo.bin)'),
    ]);
    symlinkSync('../../outside', join(repo.repository, 'src/outside.ts'));
    repo.commit('out', {});
    expect((await repo.review('--no-agents')).findings.map(({ rule }) => rule)).toEqual(['link-outside']);
  },
  patience,
);

test(
  'BEYOND-16 where nothing changed nobody is asked, and where agents may see nothing of the change nobody’s clean counts',
  async () => {
    repo.git('commit', '--quiet', '--allow-empty', '--message=nothing');
    expect(await review([])).toMatchObject({ status: 'clean', exitCode: 0, depth: { reviewers: 1 } });
    expect(repo.read('.git/gauntlet/reviews')).toBeUndefined();
    repo.commit('secret plans', { 'plans/a.md': 'hush\n' });
    const config = planAgents(repo.folder, { reviewer: [[said()]] }, 'privacy: { deny: [plans] }\n');
    const all = await repo.gauntlet('review', '--config', config, '--no-input');
    expect([all.code, all.stderr]).toEqual([
      2,
      expect.stringContaining('privacy.deny withholds every changed file'),
    ]);
    repo.commit('work', { 'src/a.ts': 'export const a = 2;\n' });
    const some = await repo.review('--config', config);
    expect(some.notes.join(' ')).toContain('so no reviewer saw: plans/a.md');
  },
  patience,
);

test(
  'BEYOND-03 a branch does not say what it is judged by: comments of its own excuse nothing, and hand-written code stays so',
  async () => {
    const run = "const https = require('node:https');\nexports.agent = new https.Agent({\n";
    const line = '  rejectUnauthorized: false,\n});\n';
    const excuse = '  // gauntlet-disable-next-line SAFE-002 -- it is fine\n';
    repo.git('checkout', '--quiet', 'main');
    repo.commit('settings', { 'gauntlet.yaml': 'scans: { severity: { SAFE-002: MEDIUM } }\n' });
    repo.git('checkout', '--quiet', '-B', 'feature');
    repo.commit('work', { 'src/print.js': `${run}${excuse}${line}` });
    const fails = ['--no-agents', '--fail-on', 'MEDIUM'];
    expect(await repo.review(...fails)).toMatchObject({
      status: 'unclean',
      findings: [{ rule: 'SAFE-002', file: 'src/print.js' }],
    });
    expect(await repo.review('--no-agents')).toMatchObject({
      status: 'clean',
      findings: [{ rule: 'SAFE-002', severity: 'MEDIUM' }],
    });
    // On the base it counts, wherever the change moves it.
    repo.git('checkout', '--quiet', 'main');
    repo.git('merge', '--quiet', '--ff-only', 'feature');
    repo.git('checkout', '--quiet', '-b', 'next');
    repo.commit('above', { 'src/print.js': `// new\n${run}${excuse}${line}` });
    expect(await repo.review(...fails)).toMatchObject({ status: 'clean' });
    repo.commit('disowned', {
      'src/a.ts': '// @generated\nexport const a = 2;\n',
      'vendor/b.js': `${run}${line}`,
    });
    const { findings, notes } = await repo.review('--no-agents');
    expect(findings.map(({ rule, file }) => [rule, file])).toEqual([['says-generated', 'src/a.ts']]);
    expect(notes.join('\n')).toContain('in a dependency or tool folder: vendor (vendor/b.js)');
  },
  patience,
);
