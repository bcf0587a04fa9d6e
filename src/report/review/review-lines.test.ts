import { expect, test } from 'vitest';

import { reviewScoreText, scoresTooLow } from '../../model/dimensions.ts';
import { reviewLines } from './review-words.ts';

test('FOUND-03 003#21 scores, blocking issues and notes of a review are told in words', () => {
  const lines = reviewLines({
    status: 'fail',
    overallScore: 74.999,
    dimensionScores: [
      { dimension: 'code_quality', score: 60 },
      { dimension: 'security_performance', score: null },
    ],
    blockingIssues: [{ dimension: 'code_quality', message: 'swallows errors', requiredAction: 'rethrow' }],
    notes: ['a long name'],
    revisionNotes: null,
    reasons: [],
  });
  expect(lines).toEqual([
    'score 74.99',
    'dimensions: code_quality 60, security_performance n/a',
    'blocking (code_quality): swallows errors; required: rethrow',
    'note: a long name',
  ]);
  expect(reviewScoreText(95)).toBe('95');
  // 79.1 * 100 is a little less than 7910.
  expect([73.84615384615384, 86.538, 79.1].map(reviewScoreText)).toEqual(['73.84', '86.53', '79.1']);
  expect(scoresTooLow([], 73.84615384615384)).toEqual(['overall score is 73.84, below 75']);
});
