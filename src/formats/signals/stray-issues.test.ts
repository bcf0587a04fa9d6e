import { expect, test } from 'vitest';
import { reviewDimensions } from '../../model/dimensions.ts';
import { passedReview, ticket, token } from '../../../test/support/signal-samples.ts';
import { parseCritic } from './critic.ts';

const scores = `Dimension Scores:\n${[
  'requirement_adherence',
  'coordination_compliance',
  'code_quality',
  'pattern_consistency',
  'test_quality',
  'security_performance',
]
  .map((id) => `- ${id}: 95\n`)
  .join('')}`;
const pass = passedReview.replace('Summary:', `${scores}\nSummary:`);
const expected = { ticket, token, changedFiles: ['src/a.ts', 'src/b.ts'], dimensions: reviewDimensions };

/** The line above the answer, and below it. */
function beside(text: string) {
  return [`${text}\n\n${pass}`, `${pass}\n${text}\n`].map((answer) => parseCritic(answer, expected));
}

test.each([
  'src/a.ts:1: the constant is wrong',
  '- src/a.ts:1 - swallows the error',
  '[HIGH] src/a.ts:1 - swallows the error',
  'requirement_adherence: 20',
  'code_quality: 10',
  '| requirement_adherence | 40 |',
  'Verdict: needs work',
  'Outcome: FAIL',
  'Overall: 40',
  'Final score: 40/100',
  'Rating: 4/10',
  'Ready to merge: no',
  '**Ready to merge?** No, not yet.',
  'LGTM: no',
  'Requested changes:\n- export the constant',
  'Action items:\n- export the constant',
])('FLOW-11 what has the shape of an objection is no pass wherever it stands: %j', (text) => {
  for (const { verdict, objection } of beside(text)) {
    expect(verdict).not.toBe('pass');
    expect(objection).toBeDefined();
  }
});

test.each([
  'Notes:\n- src/a.ts:1: the name could be shorter',
  'Suggestions:\n- a helper for src/a.ts and src/b.ts',
  'src/a.ts:12:  const limit = read(env);',
  'src/a.ts:1: fine',
  'Verdict: pass',
  'Outcome: no change for callers that pass a limit',
  'Overall: 95',
  'Rating: 9/10',
  'Ready to merge: yes',
  'Status: failed requests are retried',
  '| requirement_adherence | 95 |',
  '> Verdict: needs work',
  'Requested changes: none',
  'Action items:\n- None',
])('FLOW-11 what has no such shape leaves a pass: %j', (text) => {
  const [above, below] = beside(text);
  expect(above).toMatchObject({ verdict: 'pass' });
  expect(below).toMatchObject({ verdict: 'pass' });
});

test.each([
  'Blocking Issues: []',
  'Blocking Issues:\n- No blocking issues.',
  'Blocking Issues:\n- Nothing that blocks',
  'Issues Found: 0',
  'Required Fixes: (none)',
])('FLOW-11 a list that says that it is empty has no entry: %j', (text) => {
  const said = parseCritic(`${text}\n\n${pass}`, expected);
  expect(said).toMatchObject({ verdict: 'pass', blockingIssues: [], findings: [], reasons: [] });
});

test('FLOW-11 a score of 0 is a score', () => {
  const [above] = beside('code_quality: 0');
  expect(above).toMatchObject({ verdict: 'fail', objection: 'work' });
});

test.each(['my file.js:1: wrong', '(group)/p.js:1: wrong', 'src/a.ts:1: wrong'])(
  'FLOW-11 an issue of a pass is about the work where it names a place: %j',
  (issue) => {
    const [above] = beside(`Issues Found:\n- ${issue}`);
    expect(above).toMatchObject({ verdict: 'unknown', objection: 'work' });
  },
);
