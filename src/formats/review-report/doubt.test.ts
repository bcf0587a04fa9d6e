import { expect, test } from 'vitest';

import { reviewDimensions } from '../../model/dimensions.ts';
import { parseReviewReport } from './review-report.ts';

const scores = Object.fromEntries(reviewDimensions.map(({ id }) => [id, { score: 95, weight: 'critical' }]));
const low = { dimension_scores: { ...scores, code_quality: { score: 10 } } };
const passing = {
  ticket_id: 'T-1',
  status: 'pass',
  overall_score: 95,
  revision_count: 0,
  dimension_scores: scores,
  findings: [] as unknown[],
  blocking_issues: [],
  revision_notes: null,
  approved: true,
  pass_criteria_met: {
    all_critical_dimensions_pass: true,
    no_blocking_issues: true,
    overall_score_above_threshold: true,
  },
};

/** Verdict, whether it goes back, and why, of the passing report bent once and with words behind it. */
function bent(change: object, after = ''): readonly [string, boolean, readonly string[]] {
  const text = `${JSON.stringify({ ...passing, ...change })}${after}`;
  const { verdict, needsCorrection, reasons } = parseReviewReport(text, { ticket: 'T-1' });
  return [verdict, needsCorrection, reasons];
}

const doubted = (...reasons: string[]) => [
  'unknown',
  true,
  reasons.map((why) => `status is pass and ${why}`),
];
const found = (severity: string) => ({ findings: [{ severity, message: 'RCE' }] });

test('EPIC-05 EPIC-06 a pass with a finding that must be fixed is a fail', () => {
  expect(bent(found('CRITICAL'))).toEqual(['fail', false, ['status is pass and a finding is CRITICAL']]);
  expect(bent(found('error'))).toEqual(['fail', false, ['status is pass and a finding is HIGH']]);
  expect(bent(found('warning'))).toEqual(['pass', false, []]);
  const failing = { ...found('error'), status: 'fail', approved: false, revision_notes: 'fix it' };
  expect(bent({ ...failing, ...low })[0]).toBe('fail');
});

test('EPIC-06 a pass with revision notes contradicts itself', () => {
  expect(bent({ revision_notes: 'Fix the injection before merging.' })).toEqual(
    doubted('there are revision notes'),
  );
  expect(bent({ revision_notes: ' ' })).toEqual(['pass', false, []]);
});

test.each([
  ['blockingIssues', { blockingIssues: [{ message: 'RCE' }] }],
  ['Status', { Status: 'fail' }],
  ['status', { dimension_scores: { ...scores, code_quality: { score: 95, status: 'fail' } } }],
  ['blocking', { findings: [{ severity: 'info', message: 'm', blocking: true }] }],
  ['all_important_pass', { pass_criteria_met: { ...passing.pass_criteria_met, all_important_pass: false } }],
])('EPIC-06 a pass with the key %s, which the format does not have, is not believed', (key, change) => {
  expect(bent(change)).toEqual(doubted(`there is an unknown key: "${key}"`));
});

test('EPIC-06 a fail is not doubted for an unknown key, and only five such keys are named', () => {
  const failing = { status: 'fail', approved: false, revision_notes: 'more', blockingIssues: [] };
  expect(bent({ ...failing, ...low })[0]).toBe('fail');
  const seven = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, 1]));
  expect(bent(seven)[2].length).toBe(5);
});

test('EPIC-06 a pass is not believed beside any other words, and a fail stays one', () => {
  const outside = (line: string): readonly unknown[] => ['unknown', true, [`outside of the form: ${line}`]];
  const other = JSON.stringify({ ...passing, status: 'fail', approved: false });
  expect(bent({}, '\nREVIEW_FAILED: T-1 tk\n')).toEqual(outside('REVIEW_FAILED: T-1 tk'));
  expect(bent({}, '\n\nNot good enough yet.')).toEqual(outside('Not good enough yet.'));
  expect(bent({}, `\n> ${other}`)[0]).toBe('unknown');
  expect(bent({}, `\n\`\`\`text\n${other}`)[0]).toBe('unknown');
  expect(bent({}, ',"status":"fail"}')).toEqual(['unknown', true, ['there is no review report']]);
  const failing = { status: 'fail', approved: false, revision_notes: 'more', ...low };
  expect(bent(failing, '\nREVIEW_FAILED: T-1 tk\n')[0]).toBe('fail');
});

test('EPIC-06 an example of a report is not the answer', () => {
  const text = `An example would be ${JSON.stringify(passing)} but this is not my verdict.`;
  expect(parseReviewReport(text, { ticket: 'T-1' }).reasons).toEqual(['there is no review report']);
});

test('003#8 EPIC-06 the founding format has no commit: a pass is tied to one by its token, and a fail needs no proof', () => {
  const commit = 'a'.repeat(40);
  const read = (bend: object, token?: string) =>
    parseReviewReport(JSON.stringify({ ...passing, ...bend }), {
      ticket: 'T-1',
      commit,
      ...(token !== undefined && { token }),
    });
  expect(read({ token: 'tok' }, 'tok').verdict).toBe('pass');
  expect(read({})).toMatchObject({ verdict: 'unknown', reasons: ['no commit is named'] });
  expect(read({ commit })).toMatchObject({ verdict: 'pass' });
  expect(read({ token: 'tok', commit: 'b'.repeat(40) }, 'tok').verdict).toBe('unknown');
  expect(read({ status: 'fail', approved: false }).verdict).toBe('fail');
});
