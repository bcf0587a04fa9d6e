import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ReviewEvent } from '../../src/model/review-events.ts';
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

/** Every point a review of two rounds passes, by its number. */
const points = [
  'recorded reviewer_dispatched',
  'before reviewer',
  'after reviewer',
  'recorded reviewer_answered',
  'recorded fixer_dispatched',
  'before fixer',
  'after fixer',
  'recorded fixer_delivered',
  'after take',
  'recorded fix_taken',
  'recorded reviewer_dispatched',
  'before reviewer',
  'after reviewer',
  'recorded reviewer_answered',
  'recorded review_ended',
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
    const result = reviewedBy(await repo.gauntlet(...(name === 'recorded review_ended' ? args : next)));
    expect(result).toMatchObject({
      status: 'clean',
      exitCode: 0,
      commits: [repo.git('rev-parse', 'feature')],
    });
    expect(repo.git('rev-parse', 'feature~1')).toBe(tip);
    expect(repo.git('show', 'feature:src/a.ts')).toBe('export const a = 2;');
    const types = eventsOf().map(({ type }) => type);
    expect(types.filter((type) => type === 'reviewer_dispatched')).toHaveLength(2);
    expect(types.filter((type) => type === 'fixer_dispatched')).toHaveLength(1);
    // What had answered was not asked again.
    for (const [file, at] of answers) expect(answersOf().get(file)).toBe(at);
  },
  patience,
);

function home(): string {
  const reviews = join(repo.repository, '.git/gauntlet/reviews');
  return join(reviews, readdirSync(reviews)[0] ?? '');
}

function eventsOf(): readonly ReviewEvent[] {
  const folder = join(home(), 'events');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { event: ReviewEvent }).event);
}

/** When each kept answer was written. */
function answersOf(): ReadonlyMap<string, number> {
  const runs = join(home(), 'runs');
  return new Map(
    (existsSync(runs) ? readdirSync(runs) : []).flatMap((run) => {
      const file = join(runs, run, 'answer.json');
      const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return at === undefined ? [] : [[file, at] as const];
    }),
  );
}
