import { expect, test } from 'vitest';

import { readReview } from '../formats/index.ts';
import { reviewDimensions } from '../model/dimensions.ts';
import { reviewFeedback, reviewSaid } from './review-said.ts';

const scores = reviewDimensions.map(({ id }, at) => `- ${id}: ${at === 0 ? 85 : 95} - seen`);
const answer = readReview(
  [
    'REVIEW_FAILED: T-1',
    '',
    'Files Reviewed:',
    '- src/a.ts',
    '',
    'Issues Found:',
    '- src/a.ts:2: the sum is wrong',
    '',
    'Required Fixes:',
    '- Add the last row',
    '',
    'Dimension Scores:',
    ...scores,
    '',
    'Priority: HIGH',
  ].join('\n'),
  { ticket: 'T-1', changedFiles: ['src/a.ts'], commit: 'c', revisionCount: 0 },
);
const done = { answer, dimensions: reviewDimensions, findings: [], reviewer: 'critic-0', revisionCount: 0 };

test('EPIC-09 the notes of a failed review have the score that is too low and the fixes that the critic asks for', () => {
  expect(answer.verdict).toBe('fail');
  const [first] = reviewDimensions;
  expect(reviewSaid(done).revisionNotes?.split('\n')).toEqual([
    expect.stringContaining(`${first?.id} is 85, below 90`) as string,
    'Add the last row',
  ]);
  // The developer has the fixes and the scores in sections of their own.
  expect(reviewFeedback(done).revisionNotes).toBeNull();
});

test('EPIC-09 a review that no number fails, scored or not, is not kept as one with nothing that blocks', () => {
  const blocksNothing = (scores: typeof answer.scores) =>
    reviewSaid({ ...done, answer: { ...answer, scores } }).more?.criteria.noBlockingIssues;
  expect(blocksNothing(answer.scores)).toBe(true);
  expect(blocksNothing(new Map())).toBe(false);
  const high = [...answer.scores].map(([id, said]) => [id, { ...said, score: 95 }] as const);
  expect(blocksNothing(new Map(high))).toBe(false);
});
