import { expect, test } from 'vitest';

import { bareEpic } from './epic.ts';
import {
  classRules,
  dimensionsWith,
  overallMinimum,
  reviewDimensions,
  scoreReview,
  skippable,
} from './dimensions.ts';
import type { DimensionAnswer, ReviewDimension, ReviewScore } from './dimensions.ts';

const good: Readonly<Record<string, number | null>> = {
  requirement_adherence: 90,
  coordination_compliance: 90,
  code_quality: 70,
  pattern_consistency: 70,
  test_quality: 70,
  security_performance: 15,
};

/** The least report that passes, bent by the test. */
function score(change: Readonly<Record<string, number | null>>, blocking = 0): ReviewScore {
  const answers = Object.entries({ ...good, ...change }).map(([id, score]): [string, DimensionAnswer] => [
    id,
    { score, reason: score === null ? 'no such thing here' : '' },
  ]);
  return scoreReview(reviewDimensions, new Map(answers), blocking);
}

test('EPIC-04 there are six dimensions, two critical, three important, one moderate', () => {
  expect(reviewDimensions.map((dimension) => [dimension.id, dimension.class])).toEqual([
    ['requirement_adherence', 'critical'],
    ['coordination_compliance', 'critical'],
    ['code_quality', 'important'],
    ['pattern_consistency', 'important'],
    ['test_quality', 'important'],
    ['security_performance', 'moderate'],
  ]);
});

test('EPIC-17 every dimension has all the questions the founding document asks, and none is asked twice', () => {
  expect(reviewDimensions.map((dimension) => dimension.questions.length)).toEqual([4, 5, 5, 4, 5, 3]);
  const all = reviewDimensions.flatMap((dimension) => [dimension.title, ...dimension.questions]);
  expect(new Set(all).size).toBe(32);
  expect(all.every((text) => text.length > 10)).toBe(true);
});

test('EPIC-05 the least numbers that pass do pass, with an overall of exactly 75', () => {
  expect(score({})).toEqual({
    verdict: 'pass',
    overall: 75,
    criteria: {
      allCriticalPass: true,
      allImportantPass: true,
      noBlockingIssues: true,
      overallAboveThreshold: true,
    },
    reasons: [],
  });
});

test.each([
  ['requirement_adherence', 89.99, 'requirement_adherence is 89.99, below 90', 'allCriticalPass'],
  ['coordination_compliance', 89, 'coordination_compliance is 89, below 90', 'allCriticalPass'],
  ['code_quality', 69, 'code_quality is 69, below 70', 'allImportantPass'],
  ['pattern_consistency', 69.9, 'pattern_consistency is 69.9, below 70', 'allImportantPass'],
  ['test_quality', 0, 'test_quality is 0, below 70', 'allImportantPass'],
] as const)('EPIC-05 %s below its minimum fails by itself alone', (id, value, reason, criterion) => {
  const perfect = {
    requirement_adherence: 100,
    coordination_compliance: 100,
    code_quality: 100,
    pattern_consistency: 100,
    test_quality: 100,
    security_performance: 100,
  };
  const result = score({ ...perfect, [id]: value });
  expect(result.verdict).toBe('fail');
  expect(result.reasons).toEqual([reason]);
  expect(Object.entries(result.criteria).filter(([, met]) => !met)).toEqual([[criterion, false]]);
});

test('EPIC-05 an overall a hair below 75 fails and is not rounded up', () => {
  const result = score({ security_performance: 14.99 });
  expect(result.verdict).toBe('fail');
  expect(result.overall).toBeCloseTo(74.99923, 4);
  expect(result.reasons).toEqual([`overall score is 74.99, below 75`]);
  expect(result.criteria.overallAboveThreshold).toBe(false);
});

test('EPIC-05 one blocking point fails whatever the scores', () => {
  expect(score({}, 1)).toEqual({
    verdict: 'fail',
    overall: 75,
    criteria: {
      allCriticalPass: true,
      allImportantPass: true,
      noBlockingIssues: false,
      overallAboveThreshold: true,
    },
    reasons: ['1 blocking'],
  });
});

test('EPIC-05 critical weighs 3, important 2, moderate 1', () => {
  expect(score({ requirement_adherence: 100 }).overall).toBeCloseTo(75 + 30 / 13, 10);
  expect(score({ test_quality: 80 }).overall).toBeCloseTo(75 + 20 / 13, 10);
  expect(score({ security_performance: 25 }).overall).toBeCloseTo(75 + 10 / 13, 10);
});

test('EPIC-05 every threshold can be reached: over the whole lattice each one decides some report by itself', () => {
  const steps = [0, 15, 69, 70, 89, 90, 100];
  const deciders = new Set<string>();
  let passes = 0;
  for (const requirement_adherence of steps)
    for (const coordination_compliance of steps)
      for (const code_quality of steps)
        for (const security_performance of steps) {
          const result = score({
            requirement_adherence,
            coordination_compliance,
            code_quality,
            security_performance,
          });
          if (result.verdict === 'pass') passes++;
          if (result.reasons.length === 1) deciders.add(String(result.reasons[0]).replace(/ is .*/, ''));
          expect(result.verdict === 'pass').toBe(Object.values(result.criteria).every(Boolean));
        }
  expect(passes).toBeGreaterThan(0);
  expect([...deciders].sort()).toEqual([
    'code_quality',
    'coordination_compliance',
    'overall score',
    'requirement_adherence',
  ]);
});

test('EPIC-05 a dimension that does not apply leaves the mean', () => {
  const result = score({ security_performance: null, requirement_adherence: 100 });
  expect(result.verdict).toBe('pass');
  expect(result.overall).toBe((300 + 270 + 420) / 12);
});

test('EPIC-05 requirement adherence always applies "not applicable", the others need a reason', () => {
  const unanswered = {
    allCriticalPass: false,
    allImportantPass: false,
    noBlockingIssues: false,
    overallAboveThreshold: false,
  };
  expect(score({ requirement_adherence: null })).toEqual({
    verdict: 'unknown',
    overall: null,
    criteria: unanswered,
    reasons: ['requirement_adherence cannot be "not applicable"'],
  });
  const answers = new Map(Object.entries(good).map(([id, score]) => [id, { score, reason: '' }]));
  answers.set('security_performance', { score: null, reason: '  ' });
  const result = scoreReview(reviewDimensions, answers, 0);
  expect([result.verdict, result.reasons]).toEqual([
    'unknown',
    ['security_performance is "not applicable" without a reason'],
  ]);
});

test.each([
  ['n/a', false],
  ['N/A - not applicable', false],
  ['none', false],
  ['irrelevant', false],
  ['n/a: documentation only', true],
  ['keine Regeln', true],
])('EPIC-05 %j as the reason why a dimension does not apply is enough: %s', (reason, isEnough) => {
  const answers = new Map(Object.entries(good).map(([id, score]) => [id, { score, reason: '' }]));
  answers.set('security_performance', { score: null, reason });
  expect(scoreReview(reviewDimensions, answers, 0).reasons).toEqual(
    isEnough ? [] : ['security_performance is "not applicable" without a reason'],
  );
});

test('FOUND-02 EPIC-05 what a pass needs, and what somebody configured, cannot be "not applicable"', () => {
  const privacy = { id: 'privacy', class: 'critical', questions: [] } as const;
  const again = { id: 'security_performance', class: 'moderate', questions: ['Is it fast?'] } as const;
  const { coordination } = bareEpic('e', 'main');
  const rules = { ...coordination, patterns: ['one way'] };
  const skipping = (dimensions: readonly ReviewDimension[]) =>
    dimensions.flatMap(({ id }) => {
      const answers = new Map<string, DimensionAnswer>(
        dimensions.map((each) => [each.id, { score: 95, reason: '' }]),
      );
      answers.set(id, { score: null, reason: 'I did not look' });
      const { verdict, reasons } = scoreReview(dimensions, answers, 0);
      const refused = ['unknown', [`${id} cannot be "not applicable"`]];
      expect([['pass', []], refused]).toContainEqual([verdict, reasons]);
      return verdict === 'pass' ? [id] : [];
    });
  expect(skipping(reviewDimensions)).toEqual(['coordination_compliance', 'security_performance']);
  expect(skipping(dimensionsWith([privacy], coordination))).toEqual(skipping(reviewDimensions));
  expect(skipping(dimensionsWith([privacy], rules))).toEqual(['security_performance']);
  expect(skipping(dimensionsWith([privacy, again], rules))).toEqual([]);
  expect(skippable(reviewDimensions, 'n/a')).toMatch(
    /^Only coordination_compliance and security_performance /,
  );
  expect(skippable(dimensionsWith([again], rules), 'n/a')).toMatch(/^Every dimension applies/);
});

test('EPIC-17 a dimension that was given and not scored makes the report unknown, never a pass', () => {
  const answers = new Map(Object.entries(good).map(([id, score]) => [id, { score, reason: '' }]));
  answers.delete('security_performance');
  const result = scoreReview(reviewDimensions, answers, 0);
  expect([result.verdict, result.overall, result.reasons]).toEqual([
    'unknown',
    null,
    ['security_performance was not scored'],
  ]);
});

test.each([-0.01, 100.01, Number.NaN, Number.POSITIVE_INFINITY])('EPIC-05 %s is no score', (value) => {
  const result = score({ code_quality: value });
  expect([result.verdict, result.reasons]).toEqual(['unknown', ['code_quality is not 0 to 100']]);
});

test('EPIC-05 both ends of the scale are scores', () => {
  expect(score({ security_performance: 0 }).verdict).toBe('fail');
  expect(score({ security_performance: 100 }).verdict).toBe('pass');
});

test('EPIC-05 nothing scored at all is unknown, not a pass of nothing', () => {
  expect(scoreReview([], new Map(), 0)).toMatchObject({
    verdict: 'unknown',
    overall: null,
    reasons: ['no dimension was scored'],
  });
});

test('EPIC-04 EPIC-05 a custom dimension gets weight and minimum of its class', () => {
  const dimensions = dimensionsWith(
    [{ id: 'accessibility', class: 'important', questions: ['Can it be used without a mouse?'] }],
    null,
  );
  expect(dimensions.length).toBe(7);
  expect(dimensions[6]).toEqual({
    id: 'accessibility',
    title: 'accessibility',
    class: 'important',
    questions: ['Can it be used without a mouse?'],
  });
  const answers = (value: number) =>
    new Map(
      Object.entries({ ...good, security_performance: 100, accessibility: value }).map(([id, score]) => [
        id,
        { score, reason: '' },
      ]),
    );
  expect(scoreReview(dimensions, answers(70), 0).overall).toBe((13 * 75 + 85 + 140) / 15);
  expect(scoreReview(dimensions, answers(70), 0).verdict).toBe('pass');
  expect(scoreReview(dimensions, answers(69), 0).reasons).toEqual(['accessibility is 69, below 70']);
});

test('EPIC-04 naming a built-in again adds questions and cannot soften its class', () => {
  const dimensions = dimensionsWith(
    [{ id: 'requirement_adherence', class: 'moderate', questions: ['Is the changelog right?'] }],
    null,
  );
  expect(dimensions.length).toBe(6);
  expect(dimensions[0]?.class).toBe('critical');
  expect(dimensions[0]?.title).toBe('Requirement adherence');
  expect(dimensions[0]?.questions.length).toBe(5);
  expect(dimensions[0]?.questions[4]).toBe('Is the changelog right?');
});

test('EPIC-05 the founding thresholds and weights', () => {
  expect(classRules).toEqual({
    critical: { weight: 3, minimum: 90 },
    important: { weight: 2, minimum: 70 },
    moderate: { weight: 1, minimum: 0 },
  });
  expect(overallMinimum).toBe(75);
});
