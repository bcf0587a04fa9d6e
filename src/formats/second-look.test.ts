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

test.each<[string, readonly unknown[]]>([
  ['missing', []],
  ['said twice', [claim(1, 'refuted'), claim(1, 'refuted')]],
  ['refuted without a reason', [claim(1, 'refuted', ' ')]],
  ['worded otherwise', [claim(1, 'REFUTED!')]],
  ['numbered as text', [claim('1', 'refuted')]],
  ['not an entry', [null, 'refuted', [1]]],
])('what is %s is unclear', (_, claims) => {
  expect(verdicts(answer(...claims), 1)).toEqual(['unclear']);
});

test.each([
  ['no object', 'all refuted'],
  ['two objects', answer(claim(1, 'refuted')) + answer(claim(1, 'confirmed'))],
  ['another token', answer(claim(1, 'refuted')).replace('"tok"', '"other"')],
  ['a quoted one', answer(claim(1, 'refuted')).replace('{"token"', '> {"token"')],
  ['half of one', answer(claim(1, 'refuted')).slice(0, -4)],
  ['no list', '{"token":"tok","claims":{"1":"refuted"}}'],
])('%s is no second look', (_, text) => {
  expect(typeof verdicts(text)).toBe('string');
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
