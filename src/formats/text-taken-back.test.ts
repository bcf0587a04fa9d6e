import { expect, test } from 'vitest';

import { passedAudit, passedReview, ticket, token } from '../../test/support/signal-samples.ts';
import { parseAuditor } from './signals/auditor.ts';
import { parseCritic } from './signals/critic.ts';
import { takenBack } from './text-taken-back.ts';

test.each([
  'Summary: This should not be merged.',
  'Summary: Fine. This change must not land yet.',
  'Do not merge.',
  'Please don’t merge this before the guard is there.',
  "I wouldn't merge it as it is.",
  'The patch cannot safely be shipped.',
  'Should not be merged as is.',
  'It is not ready for production.',
  '- Division by zero blocks the merge.',
  'However, src/a.js:4 divides by zero.',
  'Good work overall, but `src/a.js:4` divides by zero.',
  'Unfortunately the loop in src/list.ts#L12 never ends.',
])('FLOW-11 000#5 a sentence takes the pass back: %s', (line) => {
  expect(takenBack([line])).toHaveLength(1);
});

test.each([
  'Summary: Ready to be merged.',
  'Nothing here blocks the merge.',
  'Summary: nested keys are merged, lists are not.',
  'Expired coupons must not be accepted, which src/a.ts:4 sees to.',
  'The guard in src/a.ts:4 is right.',
  'The name is long, but clear.',
  '- src/a.ts:4 is fine, but could be shorter',
  'Notes: fine, but src/a.ts:4 could be shorter',
  'However, the tests cover all of it.',
  'It should not be hard to extend.',
  'Landing pages are not cached.',
])('FLOW-11 000#5 other prose leaves a pass: %s', (line) => {
  expect(takenBack([line])).toEqual([]);
});

test('FLOW-11 000#5 a pass that is taken back is not a pass, in text and JSON, of critics and auditors', () => {
  const said = 'This should not be merged.';
  const reason = [expect.stringContaining(`with a sentence that takes it back: ${said}`)];
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
