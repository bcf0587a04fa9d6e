import { expect, test } from 'vitest';
import type { Feedback } from '../model/feedback.ts';
import { reworkAssignment } from './rework.ts';
import { sampleBrief, sampleFeedback } from '../../test/support/prompt-samples.ts';

test('REWORK-03 001#9 the second rework has the low scores of both reviews; what is high enough by now is settled', () => {
  const review = (attempt: number, tests: number, adherence: number): Feedback => ({
    ...sampleFeedback,
    attempt,
    findings: [],
    requiredFixes: [],
    dimensionScores: [
      { dimension: 'test_quality', class: 'important', score: tests, reason: `${tests} cases` },
      { dimension: 'requirement_adherence', class: 'critical', score: adherence },
    ],
  });
  const sections = reworkAssignment({
    brief: sampleBrief,
    token: 'tok',
    feedbacks: [review(0, 50, 70), review(1, 40, 95)],
    filesModified: ['src/limiter.ts'],
    answers: [],
    notes: [],
  });
  const entries = (heading: string) =>
    sections
      .find((section) => section.heading === heading)
      ?.parts.flatMap((part) => (part.kind === 'words' ? part.lines : part.entries));
  expect(entries('Required Changes')).toEqual([
    '(attempt 2) test_quality is 40, below 70: 40 cases',
    '(attempt 1) test_quality is 50, below 70: 50 cases',
  ]);
  expect(entries('Settled Earlier')?.slice(1)).toEqual(['(attempt 1) requirement_adherence is 70, below 90']);
});
