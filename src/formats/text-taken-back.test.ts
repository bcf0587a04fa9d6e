import { expect, test } from 'vitest';

import { passedAudit, passedReview, ticket, token } from '../../test/support/signal-samples.ts';
import { parseAuditor } from './signals/auditor.ts';
import { parseCritic } from './signals/critic.ts';
import { findRetractions } from './text-taken-back.ts';

test.each([
  'Summary: This should not be merged.',
  'Summary: Fine. This change must not be landed yet.',
  'All good, but this should not be merged as it is.',
  'Do not merge.',
  'Please don’t merge this before the guard is there.',
  "I wouldn't merge it as it is.",
  'The patch cannot safely be shipped.',
  'The patch cannot be safely shipped in this state.',
  'Should not be merged as is.',
  'It is not ready for production.',
  '- The work must not be approved until the guard is there',
  "This can't be merged.",
  'This can’t be  merged.',
  'Do not  merge\tthis.',
  '| verdict | Do not merge |',
  'This must not land.',
  'Not ready to merge.',
  'Label: do-not-merge',
  'Do not yet merge this.',
  "We can't merge this.",
])('FLOW-11 000#5 a sentence takes the pass back: %s', (line) => {
  expect(findRetractions([line])).toHaveLength(1);
});

test.each([
  'Summary: Ready to be merged.',
  'Nothing here blocks the merge.',
  'Summary: nested keys are merged, lists are not.',
  'It will not merge lists, as asked.',
  'An order that is paid cannot be shipped twice; it cannot be shipped twice even after a restart.',
  'Expired coupons must not be accepted, which src/a.ts:4 sees to.',
  'A coupon of another shop should not be accepted.',
  'Coupons should not be accepted, and are not.',
  'The guard in src/a.ts:4 is right.',
  'The name is long, but clear.',
  'Good work overall, but `src/a.js:4` could be shorter.',
  'However, src/a.js:4 repeats what src/b.js:9 does; not a reason to fail.',
  'Unfortunately the old test in src/list.ts#L12 was broken before this ticket.',
  '- src/a.ts:4 is fine, but could be shorter',
  'Notes: fine, but src/a.ts:4 could be shorter',
  'However, the tests cover all of it.',
  'It should not be hard to extend.',
  'Landing pages are not cached.',
  'Do not merge keys by hand is what the comment says.',
  'I see no reason why this cannot be merged.',
  'It must not land on a page that is gone.',
])('FLOW-11 000#5 other prose and notes leave a pass: %s', (line) => {
  expect(findRetractions([line])).toEqual([]);
});

test('FLOW-11 000#5 a pass that is taken back is not a pass, in text and JSON, of critics and auditors', () => {
  const said = 'This should not be merged.';
  const reason = [expect.stringContaining(`with a sentence that contradicts it: ${said}`)];
  const critic = (text: string) => parseCritic(text, { ticket, token });
  expect(critic(passedReview)).toMatchObject({ verdict: 'pass' });
  expect(critic(`${said}\n\n${passedReview}`)).toMatchObject({ verdict: 'unknown', reasons: reason });
  expect(critic(`> ${said}\n\n${passedReview}`)).toMatchObject({ verdict: 'pass' });
  const audit = parseAuditor(`${said}\n\n${passedAudit}`, { ticket, token });
  expect(audit).toMatchObject({ verdict: 'unknown', reasons: reason });
  const { signal, ...body } = critic(passedReview);
  const json = (summary: string) =>
    critic(JSON.stringify({ signal, token, ...body, verdict: 'pass', summary }));
  expect(json('Good.').verdict).toBe('pass');
  expect(json(said)).toMatchObject({ verdict: 'unknown', reasons: reason });
});

test('000#5 “do not merge” takes a pass back wherever it stands in a sentence, and not where it is about data', () => {
  for (const said of [
    'Looks ok but do not merge this.',
    'Do **not** merge.',
    '- Thin tests, so do not merge yet.',
  ])
    expect(findRetractions([said])).toHaveLength(1);
  for (const said of ['We do not merge duplicate entries twice.', 'The functions do not accept null.'])
    expect(findRetractions([said])).toEqual([]);
});
