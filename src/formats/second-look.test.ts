import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseSecondLook } from './second-look.ts';

const claim = (number: unknown, verdict: unknown, reason: unknown = 'line 3 guards it') => ({
  number,
  verdict,
  reason,
});
const answer = (...claims: readonly unknown[]): string =>
  `I looked.\n\n${JSON.stringify({ token: 'tok', claims })}\n`;
const verdicts = (text: string, claims = 2) => {
  const read = parseSecondLook(text, { claims, token: 'tok' });
  return read.ok ? read.opinions.map(({ verdict }) => verdict) : read.because;
};

test('each claim gets its own verdict, by number', () => {
  expect(verdicts(answer(claim(2, 'refuted'), claim(1, 'confirmed')))).toEqual(['confirmed', 'refuted']);
  expect(verdicts(`\`\`\`json\n${answer(claim(1, 'refuted')).split('\n')[2] ?? ''}\n\`\`\`\n`, 1)).toEqual([
    'refuted',
  ]);
});

test.each<[string, readonly unknown[], string]>([
  ['missing', [], 'nothing was said of it'],
  ['said twice', [claim(1, 'refuted'), claim(1, 'refuted')], 'more than one thing was said of it'],
  ['refuted without a reason', [claim(1, 'refuted', ' ')], 'refuted without a reason'],
  ['refuted by a number', [claim(1, 'refuted', 7)], 'refuted without a reason'],
  ['refuted by what nobody sees', [claim(1, 'refuted', '\u200b\n')], 'refuted without a reason'],
  ['worded otherwise', [claim(1, 'REFUTED!')], 'line 3 guards it'],
  ['numbered as text', [claim('1', 'refuted')], 'nothing was said of it'],
  ['not an entry', [null, 'refuted', [1]], 'nothing was said of it'],
])('what is %s is unclear', (_, claims, reason) => {
  const read = parseSecondLook(answer(...claims), { claims: 1, token: 'tok' });
  expect(read).toEqual({ ok: true, opinions: [{ verdict: 'unclear', reason }] });
});

test('a reason is one short line, and what is confirmed needs none', () => {
  const reasonOf = (reason: unknown): string | undefined => {
    const read = parseSecondLook(answer(claim(1, 'confirmed', reason)), { claims: 1, token: 'tok' });
    return read.ok && read.opinions[0]?.verdict === 'confirmed' ? read.opinions[0].reason : undefined;
  };
  expect(reasonOf(' line 3\n\u001b[31mhas it ')).toBe('line 3 has it');
  expect(reasonOf('x'.repeat(600))).toHaveLength(500);
  expect(reasonOf('')).toBe('');
  expect(reasonOf(null)).toBe('');
  expect(reasonOf(['line 3'])).toBe('');
});

test('where no token was issued none is asked for', () => {
  const text = answer(claim(1, 'confirmed'));
  expect(parseSecondLook(text, { claims: 1, token: null }).ok).toBe(true);
  expect(parseSecondLook(text.replace('"token":"tok",', ''), { claims: 1, token: null }).ok).toBe(true);
});

test('other JSON objects of the answer are not taken for the claims', () => {
  expect(verdicts(`{"note": "mine"}\n\n${answer(claim(1, 'confirmed'))}{"bye": 1}\n`, 1)).toEqual([
    'confirmed',
  ]);
});

test.each([
  ['no object', 'all refuted', 'there is no JSON object with claims'],
  [
    'two objects',
    answer(claim(1, 'refuted')) + answer(claim(1, 'confirmed')),
    'there is more than one JSON object with claims',
  ],
  [
    'another token',
    answer(claim(1, 'refuted')).replace('"tok"', '"other"'),
    'the token is not the one that was issued',
  ],
  [
    'a quoted one',
    answer(claim(1, 'refuted')).replace('{"token"', '> {"token"'),
    'there is no JSON object with claims',
  ],
  ['half of one', answer(claim(1, 'refuted')).slice(0, -4), 'the JSON object with claims cannot be read'],
  [
    'one with words behind it',
    answer(claim(1, 'refuted')).replace('}]}', '}]} or not'),
    'the JSON object with claims cannot be read',
  ],
  ['no list', '{"token":"tok","claims":{"1":"refuted"}}', '"claims" is no list'],
])('%s is no second look', (_, text, because) => {
  expect(verdicts(text)).toBe(because);
});

test('whatever is said, it is read without a throw, and nothing is refuted without a token', () => {
  const entry = fc.record({
    number: fc.integer({ min: 0, max: 4 }),
    verdict: fc.string(),
    reason: fc.string(),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(entry).map((claims) => JSON.stringify({ claims })),
      ),
      (text) => {
        expect(parseSecondLook(text, { claims: 3, token: 'tok' }).ok).toBe(false);
      },
    ),
  );
});
