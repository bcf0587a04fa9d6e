import fc from 'fast-check';
import { expect, test } from 'vitest';

import { tryAgainAt } from './try-again.ts';

const at = (...parts: readonly [number, number, number, number, number, number?]): number =>
  new Date(...parts).getTime();

const now = at(2026, 10, 15, 17, 25, 2);
const minute = 60_000;

test.each([
  ['or try again at 6:25 PM.', at(2026, 10, 15, 18, 26)],
  ['try again at 12:05 AM.', at(2026, 10, 16, 0, 6)],
  ['try again at 5:24 PM.', at(2026, 10, 16, 17, 25)],
  ['try again at 5:25 PM.', at(2026, 10, 15, 17, 26)],
  ['try again at Nov 18th, 2026 12:58 AM.', at(2026, 10, 18, 0, 59)],
  ['Please try again in 11.5s.', now + 11_500],
  ['try again in 250ms', now + 250],
  ['try again in 2 days 3 hours 5 minutes.', now + (51 * 60 + 5) * minute],
  ['try again in 45 seconds', now + 45_000],
])('RECOVER-02 %s', (words, time) => {
  expect(tryAgainAt(words, now)).toBe(time);
});

test.each([
  'try again later',
  'at 6:25 PM',
  'try again at Foo 18th, 2026 12:58 AM',
  'try again at Nov 18th, 2027 12:58 AM',
  'try again in 99999 days',
  'try again in a moment',
])('RECOVER-02 no time, or none to believe: %s', (words) => {
  expect(tryAgainAt(words, now)).toBeNull();
});

test('whatever is said, a time is neither over nor further away than a week and a day', () => {
  const parts = fc.constantFrom(
    'try again ',
    'at ',
    'in ',
    '6:25 PM',
    '99:99 AM',
    'Nov 31st, 2026 ',
    '7 days ',
    '1e9s',
  );
  const words = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(parts, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((each) => each.join('')),
  );
  fc.assert(
    fc.property(words, (said) => {
      const time = tryAgainAt(said, now);
      return time === null || (time >= now && time <= now + 8 * 24 * 60 * minute);
    }),
  );
});
