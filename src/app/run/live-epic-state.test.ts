import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { evolve, initialState } from '../../state/index.ts';
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

type File = { readonly tickets: { readonly A?: Readonly<Record<string, unknown>> } };

function played() {
  const stage = direct({ tickets: ['A'] });
  const written: string[] = [];
  let told = 0;
  const live = liveEpicState({
    journal: { read: (after = 0) => stage.journal.filter(({ seq }) => seq > after) },
    records: { get: () => Promise.resolve(said as never) },
    put: (text) => written.push(text),
  });
  /** Tells of everything that has happened since, at once, as a run does. */
  const tell = (): void => {
    const all = stage.journal;
    const steps = all.map((event, nth) => ({
      event,
      after: all.slice(0, nth + 1).reduce(evolve, initialState),
    }));
    live.onSteps(steps.slice(told));
    told = all.length;
  };
  const files = () => written.map((text) => (JSON.parse(text) as File).tickets.A ?? {});
  return { stage, live, tell, files };
}

test('FOUND-03 003#15 epic-state.json follows within 100 ms, with what the critic said', async () => {
  const { stage, live, tell, files } = played();
  const now = async () => {
    tell();
    await vi.advanceTimersByTimeAsync(100);
    return files().at(-1);
  };
  stage.drive('A', 'review');
  expect(await now()).toMatchObject({ status: 'reviewing', review_history: [] });
  stage.answer('A', 'critic_fail');
  expect(await now()).toMatchObject({
    status: 'executing',
    review_history: [{ status: 'fail', overall_score: 71, revision_notes: 'name the limit' }],
    current_review_report: { overall_score: 71, dimension_scores: { code_quality: { score: 60 } } },
  });
  const before = files().length;
  await live.settle(stage.state());
  await vi.advanceTimersByTimeAsync(1000);
  expect(files().length).toBe(before + 1);
});

test('FOUND-03 003#15 transitions that are recorded together are written one after the other', async () => {
  const { stage, tell, files } = played();
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail');
  tell();
  await vi.advanceTimersByTimeAsync(100);
  const statuses = files().map(({ status }) => status);
  expect(statuses.filter((status, nth) => status !== statuses[nth - 1])).toEqual([
    'queued',
    'executing',
    'validating',
    'reviewing',
    'needs_revision',
    'executing',
  ]);
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
  live.onSteps(stage.journal.map((event) => ({ event, after: stage.state() })));
  await vi.advanceTimersByTimeAsync(100);
  await live.settle(stage.state());
});
