import { expect, test } from 'vitest';

import { unsetAgent } from '../../model/config.ts';
import { dryRunReview } from './dry-run.ts';

const cast = (usd: number | null) => ({
  settings: {
    ...unsetAgent,
    use: 'command' as const,
    ...(usd === null ? {} : { estimate: { usd, tokens: null } }),
  },
  text: '',
  origin: '',
  hash: '',
});

type More = { rounds: number; fix: boolean; reviewers?: number };

function rehearsed({ reviewers = 1, ...more }: More) {
  const players = { reviewer: cast(1), fixer: more.fix ? cast(2) : null };
  return dryRunReview({ id: 'X-1', branch: 'feature', base: 'main', ...more, players, reviewers }).text;
}

test('LOOP-07 every spawn there can be is one line, in order, and the worst case is their sum', () => {
  expect(rehearsed({ rounds: 2, fix: true })).toEqual([
    '[DRY-RUN] Would spawn reviewer for X-1 round 1',
    '[DRY-RUN] Would spawn fixer for X-1 round 1',
    '[DRY-RUN] Would spawn reviewer for X-1 round 2',
    'at most 3 agent runs, estimated cost $4; not included: retries after agent errors and refused fixes',
  ]);
});

test('LOOP-07 TEAM-28 each reviewer of a round is one that may be started', () => {
  expect(rehearsed({ rounds: 3, fix: false, reviewers: 3 })).toEqual([
    ...Array.from({ length: 3 }, () => '[DRY-RUN] Would spawn reviewer for X-1 round 1'),
    'at most 3 agent runs, estimated cost $3; not included: retries after agent errors and refused fixes',
  ]);
});

test('LOOP-07 without a fixer the first round is the last, and no more is announced', () => {
  expect(rehearsed({ rounds: 3, fix: false })).toEqual([
    '[DRY-RUN] Would spawn reviewer for X-1 round 1',
    'at most 1 agent run, estimated cost $1; not included: retries after agent errors and refused fixes',
  ]);
});
