import { expect, test } from 'vitest';
import { parseCritic } from './critic.ts';
import { passedReview, ticket, token } from '../../../test/support/signal-samples.ts';

const expected = { ticket, token };

test('SIGNAL-03 an output of 20 MB is read to its end', () => {
  const filler = 'some words that an agent printed while it worked\n\n';
  const text = `${filler.repeat(400_000)}${passedReview}`;
  expect(text.length).toBeGreaterThan(20_000_000);
  expect(parseCritic(text, expected)).toMatchObject({
    signal: 'REVIEW_PASSED',
    verdict: 'unknown',
    summary: 'small and clear',
    reasons: [
      'outside of the form: text that is too far before the signal',
      'outside of the form: some words that an agent printed while it worked',
    ],
  });
});

/** The fillers are chosen to make each step of the reading work as hard as it can. */
test.each([
  ['prose', 'some words that an agent printed while it worked\n'],
  ['empty lines', '\n'],
  ['fences', '```\n```\n'],
  ['quotes', '>\n'],
  ['comments', 'a<!-- -->\n'],
  ['unclosed comments', 'a<!--\n'],
  ['colour', '\x1b[31mx\x1b[0m\n'],
  ['braces', '{\n'],
  ['list items', '- a\n'],
  ['names without a colon', 'REVIEW_PASSED\n'],
  ['one line', 'x'],
])('SIGNAL-03 an output full of %s is read to its end', (_, filler) => {
  const text = `${filler.repeat(Math.ceil(2_000_000 / filler.length))}\n\n${passedReview}`;
  const verdict = filler === '\n' ? 'pass' : 'unknown';
  expect(parseCritic(text, expected)).toMatchObject({ verdict, summary: 'small and clear' });
});

test('SIGNAL-03 a pass followed by more text than anyone reads is unknown', () => {
  const text = `${passedReview}\n${'more words\n'.repeat(30_000)}`;
  const { verdict, reasons } = parseCritic(text, expected);
  expect([verdict, reasons[0]]).toEqual(['unknown', 'the output after its signal is too long']);
});
