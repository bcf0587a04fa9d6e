import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from './support/epic-run.ts';
import { handIn, planAgents, reviewOf, type Said } from './support/review-agents.ts';
import { ReviewRepo } from './support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', { 'src/a.ts': 'export const a = 1;\nexport const b = broken();\n' });
});
afterEach(() => repo.remove());

const bug: Said = { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: '`broken()` is not defined' };

test(
  'LOOP-08 a review shows in status, events, cost and clean like a run, from any terminal',
  async () => {
    const fix = { write: { 'src/b.ts': 'export const c = 3;\n' }, say: handIn('feature') };
    const plan = {
      reviewer: [[{ say: reviewOf('feature', 1, [bug]) }], [{ say: reviewOf('feature', 2, [bug]) }]],
      fixer: [[fix]],
    };
    const more = 'limits: { budgetUsd: 20 }\n';
    const config = planAgents(repo.folder, plan, more);
    const json = async (...args: readonly string[]) => {
      const ended = await repo.gauntlet(...args, '--json');
      expect(ended.code).toBe(0);
      return ended.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    await repo.review('--config', config, '--fix', '--rounds', '2');
    const status = await repo.gauntlet('status', 'feature');
    expect(status.stdout).toMatch(
      /^review of feature against main at \w{7}: escalated, round 2 of 2\n {2}round 1: 0 critical, 1 important[^]*next: gauntlet decide feature --manual\|--accept\|--retry/,
    );
    const whole = (await repo.gauntlet('status', '--json')).stdout;
    expect(JSON.parse(whole)).toMatchObject({
      branch: 'feature',
      status: 'escalated',
      rounds: [{ round: 1 }, { round: 2 }],
    });
    const events = await json('events', 'feature');
    expect(events.map(({ type }) => type)).toEqual([
      'review_opened',
      'reviewer_dispatched',
      'reviewer_answered',
      'fixer_dispatched',
      'fixer_delivered',
      'fix_taken',
      'reviewer_dispatched',
      'reviewer_answered',
      'review_escalated',
    ]);
    expect((await repo.gauntlet('events', 'feature', '--verify')).stdout).toBe(
      'feature: 9 events, all as they were written\n',
    );
    expect((await repo.gauntlet('events', 'feature', '--follow')).code).toBe(2);
    const cost = JSON.parse((await repo.gauntlet('cost', 'feature', '--json')).stdout) as {
      spent: { usd: number };
    };
    expect(cost).toMatchObject({
      branch: 'feature',
      roles: [
        { role: 'reviewer', runs: 2 },
        { role: 'fixer', runs: 1 },
      ],
    });
    expect(cost.spent.usd).toBeGreaterThan(0);
    // What can go on keeps its workspaces; what has ended does not.
    expect((await repo.gauntlet('clean', 'feature')).stdout).toContain('kept: review of feature: escalated');
    expect((await repo.gauntlet('decide', 'feature', '--accept', '--reason', 'known')).code).toBe(0);
    expect((await repo.gauntlet('resume', 'feature', '--no-input')).code).toBe(0);
    expect((await repo.gauntlet('status', 'feature')).stdout).toContain(': accepted, round 2 of 2');
    expect((await repo.gauntlet('clean', '--all')).stdout).toMatch(/removed, /);
    expect((await repo.gauntlet('status', 'nowhere')).code).toBe(2);
  },
  patience,
);
