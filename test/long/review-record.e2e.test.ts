import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { handIn, planAgents, reviewOf, type Said } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { openTold } from '../support/told.ts';

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
  'LOOP-08 004#8 a review shows in status, events, cost and clean like a run, with its counts and the three answers, from any terminal',
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
    const status = await repo.ask('status', 'feature');
    expect(status.stdout).toMatch(
      /^REVIEW {2}NEEDS YOUR DECISION: .* {5}exit 3 {5}feature against main at \w{7}, round 2 of 2\n {2}round 1: 0 critical, 1 important[^]*next: gauntlet decide feature --manual\|--accept\|--retry/,
    );
    const whole = (await repo.ask('status', '--json')).stdout;
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
      'landing_started',
      'fix_taken',
      'reviewer_dispatched',
      'reviewer_answered',
      'ticket_escalated',
      'run_ended',
    ]);
    expect((await repo.ask('events', 'feature', '--verify')).stdout).toBe(
      'feature: 11 events, all unchanged\n',
    );
    // Nobody is at work on it: there is nothing to wait for.
    const followed = await repo.gauntlet('events', 'feature', '--follow', '--json');
    expect([followed.code, followed.stdout.trim().split('\n').length]).toEqual([0, 11]);
    const logs = JSON.parse((await repo.ask('logs', 'feature', '--json')).stdout) as { runs: unknown[] };
    expect(logs.runs).toMatchObject([
      { run: 1, round: 1, role: 'reviewer', result: 'unclean: 0 critical, 1 important, 0 minor' },
      { run: 2, round: 1, role: 'fixer', type: 'fixer_delivered' },
      { run: 4, round: 2, role: 'reviewer', type: 'reviewer_answered' },
    ]);
    const said = await repo.ask('logs', 'feature', '--attempt', '1', '--output');
    expect(said.stdout).toContain('READY_FOR_REVIEW: feature');
    const asked = await repo.ask('logs', 'feature', '--run', '4', '--prompt');
    expect(asked.stdout).toContain('## Review Assignment');
    expect((await repo.ask('logs', 'feature', '--run', '9')).code).toBe(2);
    expect((await repo.ask('logs', 'feature')).stdout).toMatch(/^ +2 +1 +fixer .* delivered \w{7}$/m);
    const cost = JSON.parse((await repo.ask('cost', 'feature', '--json')).stdout) as {
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
    expect((await repo.gauntlet('clean', 'feature')).stdout).toContain(
      'kept: review of feature: NEEDS YOUR DECISION',
    );
    expect((await repo.gauntlet('decide', 'feature', '--accept', '--reason', 'known')).code).toBe(0);
    expect((await repo.gauntlet('resume', 'feature', '--no-input')).code).toBe(0);
    expect((await repo.ask('status', 'feature')).stdout).toMatch(
      /^REVIEW {2}PASSED: accepted by .*, round 2 of 2$/m,
    );
    const none = await repo.gauntlet('decide');
    expect([none.code, none.stdout]).toEqual([0, 'Nothing has to be decided.\n']);
    const late = await repo.gauntlet('decide', 'feature', '--retry', '--reason', 'again');
    expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('"feature" has no open decision')]);
    expect((await repo.gauntlet('clean', '--all')).stdout).toMatch(/removed, /);
    expect((await repo.ask('status', 'nowhere')).code).toBe(2);
  },
  patience,
);

test(
  'LOOP-08 a review is followed while it runs, from another terminal, until it ends',
  async () => {
    const told = openTold(repo.folder, ['go']);
    try {
      const wait = {
        run: [`read -r _ < '${join(repo.folder, 'gate-go')}'`],
        say: reviewOf('feature', 1, [bug]),
      };
      const config = planAgents(repo.folder, { reviewer: [[wait]] });
      const review = repo.start(['review', '--config', config, '--no-input']);
      await heard(review.child.stderr, 'reviews');
      const follow = repo.start(['events', 'feature', '--follow', '--json']);
      await heard(follow.child.stdout, 'reviewer_dispatched');
      told.letGo('go');
      expect((await review.ended).code).toBe(1);
      const { code, stdout } = await follow.ended;
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { seq: number; type: string });
      expect([code, lines.at(-1)?.type]).toEqual([0, 'review_ended']);
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, nth) => nth + 1));
    } finally {
      told.close();
    }
  },
  patience,
);

function heard(stream: Readable | null, text: string): Promise<void> {
  let said = '';
  return new Promise((resolve) => {
    stream?.on('data', (part: string) => {
      said += part;
      if (said.includes(text)) resolve();
    });
  });
}
