import fc from 'fast-check';
import { expect, test } from 'vitest';

import { reviewDimensions, scoreReview } from '../model/dimensions.ts';
import { readReview } from './review-answer.ts';

const custom = { id: 'privacy', title: 'privacy', class: 'critical', questions: [] } as const;
const dimensions = [...reviewDimensions, custom];

const scores = fc.record(
  Object.fromEntries(dimensions.map(({ id }) => [id, fc.constantFrom(60, 85, 90, 95)])),
  { requiredKeys: [] },
);

type Scores = Readonly<Record<string, number | undefined>>;
const given = (all: Scores) =>
  Object.entries(all).flatMap(([id, score]) => (score ? [[id, score] as const] : []));

function asText(all: Scores): string {
  const lines = given(all).map(([id, score]) => `- ${id}: ${score} - as it is\n`);
  const assessed =
    'Code style: COMPLIANT\n- Error handling: ADEQUATE\n- Naming: CONSISTENT\n- Architecture: ALIGNED';
  return `Files Reviewed:\n- a.ts\n\nQuality Assessment:\n- ${assessed}\n\nDimension Scores:\n${lines.join('')}\nREVIEW_PASSED: T-1 tok\n`;
}

function asReport(all: Scores): string {
  return JSON.stringify({
    ticket_id: 'T-1',
    token: 'tok',
    revision_count: 0,
    status: 'pass',
    overall_score: 95,
    dimension_scores: Object.fromEntries(given(all).map(([id, score]) => [id, { score }])),
    findings: [],
    blocking_issues: [],
    revision_notes: null,
    approved: true,
    pass_criteria_met: {
      all_critical_dimensions_pass: true,
      no_blocking_issues: true,
      overall_score_above_threshold: true,
    },
  });
}

test.each([
  ['text', asText],
  ['report', asReport],
] as const)(
  'FOUND-02 EPIC-05 a %s that says pass is what its numbers say, and never a pass while a score is missing',
  (_form, write) => {
    fc.assert(
      fc.property(scores, (all) => {
        const read = readReview(write(all), { ticket: 'T-1', token: 'tok', dimensions });
        const answers = new Map(given(all).map(([id, score]) => [id, { score, reason: '' }]));
        const isWhole = dimensions.every(({ id }) => answers.has(id));
        expect(read.verdict).toBe(scoreReview(dimensions, answers, 0).verdict);
        expect(read.lacksScores).toBe(!isWhole);
        expect(read.verdict === 'pass' && !isWhole).toBe(false);
      }),
    );
  },
);

test('FOUND-02 an answer about another ticket, or without the token, is not asked for its scores', () => {
  for (const write of [asText, asReport]) {
    for (const asked of [
      { ticket: 'T-2', token: 'tok' },
      { ticket: 'T-1', token: 'other' },
    ])
      expect(readReview(write({}), { ...asked, dimensions })).toMatchObject({
        verdict: 'unknown',
        lacksScores: false,
      });
  }
});

test('FOUND-02 notes, and reasons of scores that are high enough, do not say what has to change', () => {
  const all = Object.fromEntries(dimensions.map(({ id }) => [id, 95]));
  const bare = asText({ ...all, code_quality: 60 }).replace(
    'code_quality: 60 - as it is',
    'code_quality: 60',
  );
  const read = (text: string) => readReview(text, { ticket: 'T-1', token: 'tok', dimensions });
  expect(read(bare)).toMatchObject({ verdict: 'fail', lacksReason: true });
  expect(read(asText({ ...all, code_quality: 60 }))).toMatchObject({ verdict: 'fail', lacksReason: false });
});
