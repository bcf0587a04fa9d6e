import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { planAgents, type Plan, reportOf, reviewOf, type Said } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', { 'src/a.ts': 'export const a = 1;\nexport const b = broken();\n' });
});
afterEach(() => repo.remove());

const bug: Said = { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: '`broken()` is not defined' };

async function review(plan: Plan, args: readonly string[] = [], more = '') {
  return repo.review('--config', planAgents(repo.folder, plan, more), ...args);
}

async function types(): Promise<readonly string[]> {
  const told = await repo.ask('events', 'feature', '--json');
  return told.stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type);
}

test(
  'TEAM-28 BEYOND-06 LOOP-07 003#27 a thorough review has three reviewers who all have to answer; change it with --depth',
  async () => {
    const plan = { reviewer: [[{ say: reviewOf('feature', 1, [bug]) }]] };
    const deep = await review(plan, ['--depth', 'thorough']);
    expect(deep).toMatchObject({
      status: 'unclean',
      exitCode: 1,
      depth: { depth: 'thorough', because: ['--depth says so'], reviewers: 3 },
      rounds: [{ round: 1, important: 1 }],
    });
    expect(deep.findings.map(({ sources }) => sources?.map(({ name }) => name))).toEqual([
      ['reviewer-1', 'reviewer-2', 'reviewer-3'],
    ]);
    const config = join(repo.folder, 'gauntlet.yaml');
    const told = await repo.gauntlet('review', '--config', config, '--depth', 'thorough', '--no-input');
    expect(told.stdout).toContain('  3 of 3 reviewers\n');
    expect((await types()).filter((type) => type === 'reviewer_dispatched')).toHaveLength(3);
    const dry = await repo.gauntlet('review', '--config', config, '--depth', 'exhaustive', '--dry-run');
    expect(dry.stdout).toContain('at most 5 agent runs');
    expect(await review(plan)).toMatchObject({ depth: { depth: 'standard', reviewers: 1 } });
    const set = await review(plan, [], 'review: { critics: 2 }\n');
    expect(set).toMatchObject({ depth: { depth: 'standard', reviewers: 2 } });
  },
  patience,
);

test(
  'TEAM-28 RECOVER-01 killed between two reviewers of a round it goes on with the second, and nobody is asked twice',
  async () => {
    const config = planAgents(repo.folder, { reviewer: [[{ say: reviewOf('feature', 1, []) }]] });
    const args = ['review', '--config', config, '--depth', 'thorough', '--json', '--no-input'];
    const log = join(repo.folder, 'points');
    // The second reviewer has answered, and that is not on record yet.
    const point = 'kept review review:1 2';
    await repo.start(args, { GAUNTLET_KILL_AT: point, GAUNTLET_MILEPOSTS: log }).ended;
    expect(readFileSync(log, 'utf8').trim().split('\n').at(-1)).toBe(point);
    const ended = await repo.gauntlet(...args);
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(await types()).toEqual([
      'review_opened',
      'reviewer_dispatched',
      'reviewer_answered',
      'reviewer_dispatched',
      'run_resumed',
      'reviewer_answered',
      'reviewer_dispatched',
      'reviewer_answered',
      'review_ended',
    ]);
  },
  patience,
);

test(
  'EPIC-04 EPIC-05 EPIC-06 scores are recomputed: a claimed pass with low numbers is unclean, a claimed fail stays one whatever its numbers',
  async () => {
    const says = (text: string): Plan => ({ reviewer: [[{ say: text }]] });
    const good = await review(says(reportOf('feature', 1, 'pass')));
    expect(good).toMatchObject({ status: 'clean', exitCode: 0, scores: { overall: 95, by: 1 } });
    const low = await review(says(reportOf('feature', 1, 'pass', { test_quality: 40 })));
    expect(low).toMatchObject({ status: 'unclean', exitCode: 1, rounds: [{ important: 1 }] });
    expect(low.findings.map(({ rule, message }) => [rule, message])).toEqual([
      ['test_quality', 'test_quality is 40, below 70 (important)'],
    ]);
    const config = join(repo.folder, 'gauntlet.yaml');
    const shown = await repo.gauntlet('review', '--config', config, '--no-input');
    expect(shown.stdout).toMatch(
      /scores: [\d.]+ overall; requirement_adherence 95, .*test_quality 40 \(below 70\)/,
    );
    const comment = await repo.gauntlet('review', '--config', config, '--no-input', '--format', 'markdown');
    expect(comment.stdout).toContain('| test\\_quality | important | 40 (below 70) |');
    expect(await review(says(reportOf('feature', 1, 'fail')))).toMatchObject({
      status: 'unclean',
      exitCode: 1,
    });
  },
  patience,
);

test(
  'EPIC-04 a dimension of the project’s own has to be scored, and counts by its class',
  async () => {
    const own =
      'review: { dimensions: [{ id: accessibility, class: critical, questions: [Can it be heard?] }] }\n';
    const document = { reviewer: [[{ say: reviewOf('feature', 1, []) }]] };
    expect(await review(document, [], own)).toMatchObject({ status: 'unknown', exitCode: 5 });
    const scored = (score: number): Plan => ({
      reviewer: [[{ say: reportOf('feature', 1, 'pass', { accessibility: score }) }]],
    });
    expect(await review(scored(89), [], own)).toMatchObject({
      status: 'unclean',
      findings: [{ rule: 'accessibility', severity: 'HIGH' }],
    });
    expect(await review(scored(90), [], own)).toMatchObject({ status: 'clean' });
    const prompt = await repo.ask('logs', 'feature', '--prompt');
    expect(prompt.stdout).toContain('Can it be heard?');
  },
  patience,
);

test(
  'TEAM-28 003#8 findings of a reviewer count also where its process crashes after them; a clean document does not',
  async () => {
    const crashed = { say: reviewOf('feature', 1, [bug]), exit: 1 };
    const clean = reviewOf('feature', 1, []);
    const found = await review({ reviewer: [[crashed, { say: clean }]] }, ['--depth', 'thorough']);
    expect(found).toMatchObject({ status: 'unclean', exitCode: 1, rounds: [{ important: 1 }] });
    expect(found.findings.map(({ sources }) => sources?.length)).toEqual([3]);
    const second = { reviewer: [[{ say: clean, exit: 1 }, { say: reviewOf('feature', 1, [bug]) }]] };
    expect(await review(second)).toMatchObject({ status: 'unclean', exitCode: 1 });
  },
  patience,
);
