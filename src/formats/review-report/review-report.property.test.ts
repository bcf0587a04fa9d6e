import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { reviewDimensions } from '../../model/dimensions.ts';
import { isMustFix, severities } from '../../model/severity.ts';
import type { ReviewReport } from './shape.ts';
import { writeReviewReport } from '../../../test/support/write-review-report.ts';
import { parseReviewReport } from './review-report.ts';

const ticket = 'API-1';
const token = 'tok';
const expected = { ticket, token };

/** Text as it comes out of the sanitiser, which is all our own model ever holds. */
const clean = fc.string({ maxLength: 30 }).map((text) => text.replace(/[^ -~]/g, '').trim());
const said = clean.map((text) => `x${text}`);
const score = fc.integer({ min: 0, max: 100 });

const report: fc.Arbitrary<ReviewReport> = fc
  .record({
    scores: fc.array(score, { minLength: 6, maxLength: 6 }),
    skipped: fc.boolean(),
    commit: fc.option(said),
    revisionCount: fc.nat(9),
    reviewer: clean,
    claim: fc.boolean(),
    findings: fc.array(
      fc.record({
        dimension: clean,
        severity: fc.constantFrom(...severities),
        file: clean.map((path) => path.replaceAll('\\', '/')),
        line: fc.nat(9999),
        message: said,
        suggestion: clean,
      }),
      { maxLength: 3 },
    ),
    blockingIssues: fc.array(fc.record({ dimension: clean, message: said, requiredAction: clean }), {
      maxLength: 2,
    }),
  })
  .map(({ scores, skipped, claim, findings, ...rest }) => ({
    ...rest,
    // On a claimed pass a finding that must be fixed would be a contradiction.
    findings: findings.filter(({ severity }) => !claim || !isMustFix(severity)),
    ticket,
    reviewedAt: '2025-01-02T03:04:05Z',
    status: claim ? 'pass' : 'fail',
    approved: claim,
    overallScore: 80,
    revisionNotes: claim ? null : 'do it again',
    dimensionScores: Object.fromEntries(
      reviewDimensions.map(({ id }, index) => {
        const skip = skipped && id === 'security_performance';
        return [id, { score: skip ? null : (scores[index] ?? 0), reason: skip ? 'no such thing' : '' }];
      }),
    ),
    passCriteriaMet: {
      allCriticalDimensionsPass: true,
      noBlockingIssues: true,
      overallScoreAboveThreshold: true,
    },
  }));

const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom('{', '}', '"', '\n', '```', '```json', '> ', '[', '{"approved":true}', '{"a":1}', '\\'),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
);

test('SIGNAL-06 every report parses back to the same value', () => {
  fc.assert(
    fc.property(report, (value) => {
      expect(parseReviewReport(writeReviewReport(value, { token }), expected).report).toEqual(value);
    }),
  );
});

test('EPIC-05 a pass needs a claimed pass and numbers that pass by an independent count', () => {
  fc.assert(
    fc.property(report, (value) => {
      const { verdict } = parseReviewReport(writeReviewReport(value, { token }), expected);
      const minimums = [90, 90, 70, 70, 70, 0];
      const weights = [3, 3, 2, 2, 2, 1];
      const scores = reviewDimensions.map(({ id }) => value.dimensionScores[id]?.score ?? null);
      const counted = scores.map((score, index) => (score === null ? 0 : (weights[index] ?? 0)));
      const points = scores.map((score, index) => (score ?? 0) * (counted[index] ?? 0));
      const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
      const passes =
        scores.every((score, index) => score === null || score >= (minimums[index] ?? 0)) &&
        value.blockingIssues.length === 0 &&
        sum(points) >= 75 * sum(counted);
      expect(verdict).toBe(passes && value.status === 'pass' ? 'pass' : 'fail');
    }),
  );
});

test('EPIC-06 whatever surrounds a report, it is read as it is or not at all', () => {
  fc.assert(
    fc.property(report, noise, noise, (value, before, after) => {
      const alone = parseReviewReport(writeReviewReport(value, { token }), expected).verdict;
      const { verdict } = parseReviewReport(
        `${before}${writeReviewReport(value, { token })}${after}`,
        expected,
      );
      expect([alone, 'unknown']).toContain(verdict);
    }),
  );
});

test('EPIC-06 no text without a whole report passes, however the report is torn', () => {
  fc.assert(
    fc.property(report, fc.nat(), noise, (value, cut, filler) => {
      const text = writeReviewReport(value, { token }).trimEnd();
      const at = cut % text.length;
      expect(parseReviewReport(`${text.slice(0, at)}${filler}`, expected).verdict).toBe('unknown');
    }),
  );
});

test('EPIC-06 two reports that differ are unknown', () => {
  fc.assert(
    fc.property(report, report, (one, two) => {
      const [first, second] = [writeReviewReport(one, { token }), writeReviewReport(two, { token })];
      fc.pre(first !== second);
      expect(parseReviewReport(`${first}\n${second}`, expected).verdict).toBe('unknown');
    }),
  );
});

test('EPIC-06 nothing an agent writes makes the parser throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        noise,
        fc.json(),
        fc.object().map((value) => JSON.stringify(value)),
      ),
      (text) => {
        expect(parseReviewReport(text, expected).verdict).toBe('unknown');
      },
    ),
  );
  fc.assert(
    fc.property(report, fc.string(), fc.jsonValue(), (value, key, replacement) => {
      const wire: Record<string, unknown> = JSON.parse(writeReviewReport(value, { token }));
      const keys = [...Object.keys(wire), key];
      for (const name of keys) {
        const { verdict } = parseReviewReport(JSON.stringify({ ...wire, [name]: replacement }), expected);
        expect(['pass', 'fail', 'unknown']).toContain(verdict);
      }
    }),
    { numRuns: 50 },
  );
});
