import { expect, test } from 'vitest';

import { reviewLines, scoreText } from './review-lines.ts';

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
  expect(scoreText(95)).toBe('95');
});
