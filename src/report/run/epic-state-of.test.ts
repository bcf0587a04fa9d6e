import { expect, test } from 'vitest';

import type { Finding } from '../../model/finding.ts';
import type { ReviewSaid } from '../../model/review.ts';
import { reviewRecordOf } from './epic-state-of.ts';

const found: Finding = {
  source: { kind: 'critic', name: 'critic-0' },
  rule: 'review',
  severity: 'HIGH',
  file: 'src/a.ts',
  line: 2,
  message: 'the sum is wrong',
  evidence: '',
  fix: '',
  fingerprint: 'f1',
  grounding: 'located',
};

function findingsOf(low: readonly string[], requiredFixes: readonly string[], findings = [found]): unknown {
  const said: ReviewSaid = {
    status: 'fail',
    overallScore: 90,
    dimensionScores: ['requirement_adherence', 'coordination_compliance'].map((dimension) => ({
      dimension,
      score: low.includes(dimension) ? 50 : 95,
      class: 'critical',
    })),
    blockingIssues: [],
    notes: [],
    revisionNotes: 'x',
    reasons: [],
    more: {
      reviewer: 'critic-0',
      revisionCount: 0,
      findings,
      requiredFixes,
      criteria: {
        allCriticalPass: false,
        allImportantPass: true,
        overallAboveThreshold: true,
        noBlockingIssues: true,
      },
    },
  };
  const event = { ticket: 'A', commit: 'c', at: 0 } as Parameters<typeof reviewRecordOf>[1];
  return reviewRecordOf(said, event).report?.['findings'];
}

test('EPIC-09 a finding of a text has the one dimension that fails the review, and its required fix', () => {
  expect(findingsOf(['requirement_adherence'], ['Add the last row'])).toMatchObject([
    { dimension: 'requirement_adherence', suggestion: 'Add the last row' },
  ]);
  const both = ['requirement_adherence', 'coordination_compliance'];
  expect(
    findingsOf(both, ['one', 'two'], [found, { ...found, rule: 'code_quality', fix: 'own' }]),
  ).toMatchObject([
    { dimension: '', suggestion: 'one' },
    { dimension: 'code_quality', suggestion: 'own' },
  ]);
  expect(findingsOf([], ['one', 'two'])).toMatchObject([{ suggestion: 'one; two' }]);
});
