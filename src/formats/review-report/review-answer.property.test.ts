import fc from 'fast-check';
import { expect, test } from 'vitest';

import { reviewDimensions, scoreReview } from '../../model/dimensions.ts';
import { ruleOn } from '../../model/verdict.ts';
import { readReview, type ReviewAnswer } from './review-answer.ts';

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
        expect(read.lacksScores).toBe(!isWhole && read.verdict !== 'fail');
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

/** What the answer comes to, said once more after each question. */
function verdictAfter(read: ReviewAnswer, questions: number): ReviewAnswer['verdict'] {
  const { kind } = ruleOn(
    Array.from({ length: questions + 1 }, () => read),
    questions > 0,
  );
  return kind === 'fails' ? 'fail' : kind === 'stands' ? read.verdict : 'unknown';
}

const stances = ['pass', 'fail'] as const;

test('003#9 an answer that is clearly no pass is asked about at most once, then it is a fail, whatever it lacks', () => {
  const lacking = fc.subarray(['token', 'commit', 'approved', 'findings', 'reviewed_at', 'revision_count']);
  const ways = fc.record({
    status: fc.constantFrom(...stances),
    approved: fc.boolean(),
    isUnblocked: fc.boolean(),
    lacking,
  });
  fc.assert(
    fc.property(ways, ({ status, approved, isUnblocked, lacking: names }) => {
      const whole = JSON.parse(asReport(Object.fromEntries(dimensions.map(({ id }) => [id, 95])))) as object;
      const bent = {
        ...whole,
        status,
        approved,
        pass_criteria_met: {
          all_critical_dimensions_pass: true,
          no_blocking_issues: isUnblocked,
          overall_score_above_threshold: true,
        },
      };
      const report = Object.fromEntries(Object.entries(bent).filter(([name]) => !names.includes(name)));
      const read = readReview(JSON.stringify(report), { ticket: 'T-1', token: 'tok', dimensions });
      const saysPass = status === 'pass' && (approved || names.includes('approved')) && isUnblocked;
      const verdicts = [0, 1].map((questions) => verdictAfter(read, questions));
      expect(verdicts[1] === 'fail').toBe(!saysPass);
      expect(verdicts.includes('pass')).toBe(read.verdict === 'pass');
    }),
  );
});

test('003#8 a closing line that fails the work without an issue is a fail after one question, with or without its token', () => {
  const scored = 'Dimension Scores:\n- code_quality: 60\n\n';
  for (const line of ['REVIEW_FAILED: T-1 tok', 'REVIEW_FAILED: T-1']) {
    const read = readReview(`${scored}${line}\n`, { ticket: 'T-1', token: 'tok', dimensions });
    expect([0, 1].map((questions) => verdictAfter(read, questions))).toEqual(['unknown', 'fail']);
  }
  const other = readReview('REVIEW_FAILED: T-2 tok\n', { ticket: 'T-1', token: 'tok', dimensions });
  expect([0, 1].map((questions) => verdictAfter(other, questions))).toEqual(['unknown', 'fail']);
});

test('003#8 a text and a report that both fail the work do not contradict each other', () => {
  const failing = asReport({ code_quality: 60 }).replace('"status":"pass"', '"status":"fail"');
  const read = readReview(
    `${failing.replace('"approved":true', '"approved":false')}\n\nREVIEW_FAILED: T-1 tok\n`,
    {
      ticket: 'T-1',
      token: 'tok',
      dimensions: dimensions.filter(({ id }) => id === 'code_quality'),
    },
  );
  expect(read).toMatchObject({ verdict: 'fail', objection: 'work' });
  expect(read.reasons.join(' ')).not.toContain('contradict');
});
