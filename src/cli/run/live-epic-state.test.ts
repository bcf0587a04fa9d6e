import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { parseEpicState } from '../../formats/index.ts';
import { direct } from '../../../test/support/director.ts';
import { liveEpicState } from './live-epic-state.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const said = {
  status: 'fail',
  overallScore: 71,
  dimensionScores: [{ dimension: 'code_quality', score: 60 }],
  blockingIssues: [],
  notes: [],
  revisionNotes: 'name the limit',
  reasons: [],
};

test('FOUND-03 003#15 epic-state.json follows every transition within 100 ms, with what the critic said', async () => {
  const stage = direct({ tickets: ['A'] });
  const written: string[] = [];
  const live = liveEpicState({
    journal: { read: (after = 0) => stage.journal.filter(({ seq }) => seq > after) },
    records: { get: () => Promise.resolve(said) },
    put: (text) => written.push(text),
  });
  const now = async () => {
    live.onTransition(stage.state());
    await vi.advanceTimersByTimeAsync(100);
    return parseEpicState(written.at(-1) ?? '').state?.tickets.get('A');
  };
  stage.drive('A', 'review');
  expect(await now()).toMatchObject({ status: 'reviewing', reviewHistory: [] });
  stage.answer('A', 'critic_fail');
  expect(await now()).toMatchObject({
    status: 'executing',
    reviewHistory: [{ status: 'fail', overallScore: 71, revisionNotes: 'name the limit' }],
    currentReviewReport: { overall_score: 71, dimension_scores: { code_quality: 60 } },
  });
  const before = written.length;
  live.onTransition(stage.state());
  live.onTransition(stage.state());
  await live.settle(stage.state());
  await vi.advanceTimersByTimeAsync(1000);
  expect(written.length).toBe(before + 1);
});

test('a file that cannot be written ends nothing', async () => {
  const stage = direct({ tickets: ['A'] });
  const live = liveEpicState({
    journal: { read: () => stage.journal },
    records: { get: () => Promise.resolve(undefined) },
    put: () => {
      throw new Error('the disk is full');
    },
  });
  live.onTransition(stage.state());
  await vi.advanceTimersByTimeAsync(100);
  await live.settle(stage.state());
});
