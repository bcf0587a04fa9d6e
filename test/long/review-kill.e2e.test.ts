import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { handIn, planAgents, reviewOf } from '../support/review-agents.ts';
import { ReviewRepo, reviewedBy } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
});
afterEach(() => repo.remove());

const bug = { severity: 'HIGH', file: 'src/a.ts', line: 1, problem: '`broken()` is not defined' } as const;
const plan = {
  reviewer: [[{ say: reviewOf('feature', 1, [bug]) }], [{ say: reviewOf('feature', 2, []) }]],
  fixer: [
    [
      {
        write: { 'src/a.ts': 'export const a = 2;\n' },
        commit: 'fix: address code review round 1 - define it',
        say: handIn('feature'),
      },
    ],
  ],
};

const reviewed = (run: number) => ['before', 'done', 'kept'].map((when) => `${when} review review:1 ${run}`);

/** Every point a review of two rounds passes, by its number. */
const points = [
  'appended 1',
  'appended 2',
  ...reviewed(1),
  'appended 4',
  'before develop review:1 2',
  'done develop review:1 2',
  'kept develop review:1 2',
  'appended 6',
  'before land review:1 3',
  'done land review:1 3',
  'kept land review:1 3',
  'appended 8',
  ...reviewed(4),
  'appended 10',
];

test.each(points.map((name, index) => [index + 1, name] as const))(
  'RECOVER-01 LOOP-05 killed at point %d (%s) it ends as if nothing had happened',
  async (nth, name) => {
    repo.commit('base', { 'README.md': 'hello\n' });
    repo.git('checkout', '--quiet', '-b', 'feature');
    const tip = repo.commit('work', { 'src/a.ts': 'export const a = broken();\n' });
    repo.git('checkout', '--quiet', 'main');
    const config = planAgents(repo.folder, plan);
    const args = ['review', 'feature', '--fix', '--config', config, '--json', '--no-input'];
    const log = join(repo.folder, 'points');
    const killed = await repo.start(args, { GAUNTLET_KILL_AT: String(nth), GAUNTLET_MILEPOSTS: log }).ended;
    expect([killed.code, readFileSync(log, 'utf8').trim().split('\n')[nth - 1]]).toEqual([null, name]);
    const answers = answersOf();
    // Either way of going on is as good as the other.
    const next = nth % 2 === 0 ? args : ['resume', '--json', '--no-input'];
    const result = reviewedBy(await repo.gauntlet(...(name === 'appended 10' ? args : next)));
    expect(result).toMatchObject({
      status: 'clean',
      exitCode: 0,
      commits: [repo.git('rev-parse', 'feature')],
    });
    expect(repo.git('rev-parse', 'feature~1')).toBe(tip);
    expect(repo.git('show', 'feature:src/a.ts')).toBe('export const a = 2;');
    const types = repo.reviewEvents().map(({ type }) => type);
    expect(types.filter((type) => type === 'reviewer_dispatched')).toHaveLength(2);
    expect(types.filter((type) => type === 'fixer_dispatched')).toHaveLength(1);
    // What had answered was not asked again.
    for (const [file, at] of answers) expect(answersOf().get(file)).toBe(at);
  },
  patience,
);

/** When each kept answer was written. */
function answersOf(): ReadonlyMap<string, number> {
  const runs = join(repo.reviews()[0] ?? '', 'runs');
  return new Map(
    (existsSync(runs) ? readdirSync(runs) : []).flatMap((run) => {
      const file = join(runs, run, 'answer.json');
      const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return at === undefined ? [] : [[file, at] as const];
    }),
  );
}
