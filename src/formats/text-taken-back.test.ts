import { readFileSync } from 'node:fs';

import fc from 'fast-check';
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
  'the change as it stands cannot be merged',
  'This change, as written, cannot be merged.',
  'This branch (as delivered) can’t be merged.',
  'The whole implementation in its current form must not be merged.',
  'The work loses money and cannot be merged.',
  'Looks good, but cannot be merged.',
  'This is not to be merged.',
  'Not mergeable in this state.',
  'It isn’t mergeable.',
  'I advise against merging.',
  'I’d vote against landing this now.',
  'Please hold off merging this.',
  'We should hold off on the merge.',
  'I do not think we should merge this.',
  'I recommend not merging this yet.',
  'I cannot recommend merging this.',
  'I refuse to approve this.',
  'Thin tests, so better not merge this.',
  'I fail this review. The work loses money.',
  'You should not merge this.',
  'This change is not approved.',
  'Not approved.',
  'I oppose merging.',
  'The change is rejected.',
  'It should be rejected.',
  'Reject this.',
  'I would reject this change.',
  'Merging this would be a mistake.',
  'It would be wrong to merge this.',
  'Landing this is a bad idea.',
  'This should never have been merged.',
  'This should be blocked from merging.',
  'I withhold my approval.',
  'I cannot recommend approval.',
  'Approval denied.',
  'I disapprove of this change.',
  'Merging is not advisable.',
  'Merging should wait.',
  'No merge.',
  'The verdict is "do not merge".',
  'I won’t approve this.',
  'This cannot land yet.',
  'I don’t think this should be merged.',
  'This should definitely not be merged.',
  'I’m rejecting this.',
  'I am unable to approve this change.',
  'AC1 must be fixed before it is merged.',
  'The guard has to be there before I can approve this.',
  'Not for merge.',
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
  'It cannot be merged by git without -X ours.',
  'The two lists cannot be merged in place.',
  'Cannot be merged in place.',
  'Nested lists, as written, cannot be merged.',
  'Coupons in this ticket are old and must not be accepted.',
  'The change makes sure that paid orders cannot be shipped.',
  'Lists are not mergeable.',
  'Cells do not merge.',
  'The cells of a row do not merge.',
  'Nothing has to be fixed before this is merged.',
  'I do not think it must be changed before merging.',
  'A draft must be approved before it is shipped to readers.',
  'The editor must sign the text off before it is published.',
  'The docs advise against merging lists in place.',
  'I see no reason not to merge this.',
  'I have nothing against merging this.',
  'There is no reason to hold off merging this.',
  'Please do not hold off merging this.',
  'I would not hesitate to merge this.',
  'I found no issues that block merging.',
  'I could not run the merge.',
  'I could not get git to merge this.',
  'A coupon of another shop is rejected.',
  'Merging two lists is wrong where one is empty, and it does not.',
  'The second merge of two lists is not needed.',
])('FLOW-11 000#5 other prose and notes leave a pass: %s', (line) => {
  expect(findRetractions([line])).toEqual([]);
});

// Written before the grammar. The odd lines tuned it; of the even ones it missed one refusal and stopped at one other sentence.
test.each([
  ['refusals', true],
  ['no-refusals', false],
])('000#5 sentences of reviewers are read as what they are: %s', (name, isRefusal) => {
  const corpus = readFileSync(new URL(`../../test/corpus/${name}.txt`, import.meta.url), 'utf8');
  const lines = corpus.trim().split('\n');
  const right = lines.filter((line) => findRetractions([line]).length > 0 === isRefusal);
  expect(lines).toHaveLength(60);
  expect(right.length).toBeGreaterThanOrEqual(59);
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
  const deep = { ...body, findings: [{ file: 'src/a.ts', line: 1, message: said }] };
  expect(critic(JSON.stringify({ signal, token, ...deep, verdict: 'pass' })).reasons).toEqual(
    expect.arrayContaining(reason),
  );
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

test('000#5 whether a refusal counts is decided by its subject: the work or nobody, not data, code or a quotation', () => {
  const can = ['cannot', "can't", 'can not', 'must not', 'should not', 'may not'];
  const words = fc.record({
    refused: fc
      .tuple(fc.constantFrom(...can), fc.constantFrom('merged', 'landed', 'shipped', 'approved'))
      .map(([modal, done]) => `${modal} be ${done}`),
    aside: fc.constantFrom('', ' as it stands', ', as written,', ' in this state', ' (as delivered)'),
    end: fc.constantFrom('', '.', ' yet.', ' as it is.', ' in this state.'),
    work: fc.constantFrom('This', 'It', 'The change', 'This branch', 'The whole delivery', 'Your work'),
    data: fc.constantFrom('Two lists', 'An expired coupon', 'Orders', 'Keys of maps', 'The second entry'),
  });
  fc.assert(
    fc.property(words, ({ refused, aside, end, work, data }) => {
      const said = `${work}${aside} ${refused}${end}`;
      for (const line of [said, `Summary: ${said}`, `Fine so far. ${said}`, `${refused}${end}`])
        expect(findRetractions([line]), line).toHaveLength(1);
      for (const line of [
        `${data}${aside} ${refused}${end}`,
        `The text "${work} ${refused}" is shown at src/a.ts:4.`,
        `src/a.ts:4 logs \`${work} ${refused}\` where two keys are equal.`,
        `The constant \`${refused}\` is read from src/a.ts:4.`,
        `I see no reason why ${work.toLowerCase()} ${refused}${end}`,
      ])
        expect(findRetractions([line]), line).toEqual([]);
    }),
  );
});

test('000#5 a hostile line costs nothing', () => {
  const parts = ['this ', 'this, ', 'this (', 'it a ', 'i do not ', 'the ', '`merge ', 'this x x x x and '];
  const began = performance.now();
  for (const part of parts) findRetractions([part.repeat(2_000)]);
  expect(performance.now() - began).toBeLessThan(2_000);
});
