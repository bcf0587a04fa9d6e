import { expect, test } from 'vitest';
import { type HeardAnswer, ruleOn } from '../../model/verdict.ts';
import { passedReview, ticket, token } from '../../../test/support/signal-samples.ts';
import { readReview } from './review-answer.ts';

const blocking = [{ dimension: 'code_quality', message: 'wrong', required_action: 'x' }];
const whole = { ticket_id: ticket, token, status: 'fail', approved: false, blocking_issues: blocking };
const asked = { ticket, token, changedFiles: [] };

function heard(report: object): HeardAnswer {
  return readReview(JSON.stringify(report), asked);
}

const scores = `Dimension Scores:\n${[
  'requirement_adherence',
  'coordination_compliance',
  'code_quality',
  'pattern_consistency',
  'test_quality',
  'security_performance',
]
  .map((id) => `- ${id}: 95 - fine\n`)
  .join('')}`;
const pass = readReview(passedReview.replace('Summary:', `${scores}\nSummary:`), asked);

const { ticket_id: _id, token: _token, ...unsigned } = whole;
const { status: _status, ...wordless } = whole;

test('FLOW-11 the pass that follows the reports below is one', () => {
  expect(pass).toMatchObject({ verdict: 'pass', reasons: [] });
});

test.each([whole, unsigned, wordless, { blocking_issues: blocking }, { ...unsigned, approved: undefined }])(
  'FLOW-11 a report that leaves keys out fails the work, whatever the critic says next: %j',
  (report) => {
    const first = heard(report);
    expect(first.objection).toBe('work');
    expect(ruleOn([first, pass], true)).toEqual({ kind: 'fails', at: 0 });
  },
);

test('FLOW-11 a fail report with the token that was issued is a fail', () => {
  expect(heard(whole).verdict).toBe('fail');
  expect(heard(unsigned).verdict).toBe('unknown');
});

test('FLOW-11 a report that only refuses keeps a later pass from counting', () => {
  expect(ruleOn([heard({ approved: false }), pass], true).kind).toBe('replace');
});

test('FLOW-11 empty lists and an approval in JSON say nothing against the work', () => {
  expect(heard({ approved: true, blocking_issues: [], required_fixes: ['None'] }).objection).toBeUndefined();
});
