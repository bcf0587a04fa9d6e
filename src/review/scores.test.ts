import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { dimensionsWith, reviewDimensions, scoreReview } from '../model/dimensions.ts';
import { severities } from '../model/severity.ts';
import { combineScores, isScore, type ReviewerScores, scoreFindings } from './scores.ts';

const commit = 'c'.repeat(40);
const good = Object.fromEntries(reviewDimensions.map(({ id }) => [id, { score: 95, reason: '' }]));
const by = (reviewer: string, more: Readonly<Record<string, number | null>> = {}): ReviewerScores => ({
  reviewer,
  answers: {
    ...good,
    ...Object.fromEntries(
      Object.entries(more).map(([id, score]) => [id, { score, reason: 'there is no epic' }]),
    ),
  },
  notes: null,
});
const rulesOf = (scored: readonly ReviewerScores[], gate: 'HIGH' | 'CRITICAL' = 'HIGH') =>
  scoreFindings(combineScores(reviewDimensions, scored), { commit, gate }).map(({ rule, severity }) => [
    rule,
    severity,
  ]);

test('EPIC-05 scores that suffice bring no finding, and nobody’s scores bring none either', () => {
  expect(rulesOf([by('a'), by('b', { coordination_compliance: null })])).toEqual([]);
  expect(combineScores(reviewDimensions, [])).toBeNull();
});

test.each<[string, Readonly<Record<string, number>>, readonly string[]]>([
  ['a critical dimension below 90', { requirement_adherence: 89.99 }, ['requirement_adherence']],
  ['an important one below 70', { code_quality: 69 }, ['code_quality']],
  ['a moderate one has no minimum', { security_performance: 0 }, []],
  [
    'a mean below 75',
    { code_quality: 70, pattern_consistency: 0, test_quality: 0, security_performance: 0 },
    ['pattern_consistency', 'test_quality', 'overall_score'],
  ],
])('EPIC-05 %s', (_, scores, rules) => {
  expect(rulesOf([by('a', scores)])).toEqual(rules.map((rule) => [rule, 'HIGH']));
});

test('EPIC-05 a low score fails also where only critical findings fail', () => {
  expect(rulesOf([by('a', { test_quality: 10 })], 'CRITICAL')).toEqual([['test_quality', 'CRITICAL']]);
});

test('TEAM-28 of several reviewers the lowest score counts, whoever gave it', () => {
  const scores = combineScores(reviewDimensions, [by('a', { code_quality: 60 }), by('b'), by('c')]);
  expect(scores?.dimensions.find(({ id }) => id === 'code_quality')?.score).toBe(60);
  expect(rulesOf([by('b'), by('a', { code_quality: 60 })])).toEqual([['code_quality', 'HIGH']]);
});

test('EPIC-04 a dimension of the project’s own counts by its class', () => {
  const own = dimensionsWith(
    [{ id: 'accessibility', class: 'critical', questions: ['Can it be read aloud?'] }],
    null,
  );
  const scored = [{ ...by('a'), answers: { ...good, accessibility: { score: 80, reason: '' } } }];
  const [finding] = scoreFindings(combineScores(own, scored), { commit, gate: 'HIGH' });
  expect(finding).toMatchObject({
    rule: 'accessibility',
    message: 'accessibility is 80, below 90 (critical)',
  });
});

test('what a low score is called changes with the commit, so a dismissal hides one of them and no other', () => {
  const scores = combineScores(reviewDimensions, [by('a', { code_quality: 1 })]);
  const at = (head: string) => scoreFindings(scores, { commit: head, gate: 'HIGH' })[0];
  expect(at(commit)?.fingerprint).not.toBe(at('d'.repeat(40))?.fingerprint);
  expect(isScore(at(commit) as never)).toBe(true);
});

test('EPIC-05 there is a finding at the gate exactly where the numbers of some reviewer do not pass', () => {
  const score = fc.double({ min: 0, max: 100, noNaN: true });
  const answers = fc.record(
    Object.fromEntries(
      reviewDimensions.map(({ id }) => [id, score.map((value) => ({ score: value, reason: '' }))]),
    ),
  );
  fc.assert(
    fc.property(
      fc.array(answers, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...severities),
      (all, gate) => {
        const scored = all.map((each, nth) => ({ reviewer: String(nth), answers: each, notes: null }));
        const isPass = all.every(
          (each) => scoreReview(reviewDimensions, new Map(Object.entries(each)), 0).verdict === 'pass',
        );
        const found = scoreFindings(combineScores(reviewDimensions, scored), { commit, gate });
        expect(found.length === 0).toBe(isPass);
      },
    ),
  );
});
