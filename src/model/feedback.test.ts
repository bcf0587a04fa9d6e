import { expect, test } from 'vitest';
import { type Feedback, failureRecord, type FeedbackKind } from './feedback.ts';

test('REWORK-06 a failed ticket is recorded with its reason, review attempts and audit attempts', () => {
  const kinds: readonly FeedbackKind[] = ['review', 'audit', 'validation', 'review', 'landing', 'incomplete'];
  expect(failureRecord('API-1', 'a person gave it up', kinds.map(failedBy))).toEqual({
    ticket: 'API-1',
    reason: 'a person gave it up',
    reviewAttempts: 2,
    auditAttempts: 1,
  });
});

function failedBy(kind: FeedbackKind, attempt: number): Feedback {
  return {
    attempt,
    kind,
    priority: 'HIGH',
    findings: [],
    requiredFixes: [],
    failedCriteria: [],
    passingCriteria: [],
    blockingIssues: [],
    overallScore: null,
    dimensionScores: [],
    revisionNotes: null,
    environments: [],
  };
}
