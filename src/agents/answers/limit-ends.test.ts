import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { limitEnds } from './limit-ends.ts';

const now = Date.parse('2026-11-15T12:00:00Z');

test.each([
  [{ 'retry-after': '30' }, '', now + 30_000],
  [{ 'retry-after-ms': '1500' }, '', now + 1_500],
  [{ 'retry-after': 'Sun, 15 Nov 2026 13:00:00 GMT' }, '', now + 3_600_000],
  [{ 'anthropic-ratelimit-unified-reset': String(now / 1000 + 60) }, '', now + 60_000],
  [{ 'anthropic-ratelimit-tokens-reset': '2026-11-15T12:05:00Z' }, '', now + 300_000],
  [{ 'x-ratelimit-reset-requests': '6m0s', 'x-ratelimit-reset-tokens': '120ms' }, '', now + 360_000],
  [{}, '{"error":{"details":[{"retryDelay":"12.5s"}]}}', now + 12_500],
  [{ 'retry-after': '-5' }, '', null],
  [{ 'retry-after': '99999999999' }, '', null],
  [{ 'retry-after': 'soon' }, '', null],
  [{}, 'try later', null],
])('%o %s', (headers, body, until) => {
  expect(limitEnds({ headers, words: body }, now)).toBe(until);
});

test('whatever a provider says, it is no time in the past and none that nobody lives to see', () => {
  const names = fc.constantFrom(
    'retry-after',
    'retry-after-ms',
    'anthropic-ratelimit-unified-reset',
    'anthropic-ratelimit-requests-reset',
    'x-ratelimit-reset-tokens',
  );
  const value = fc.oneof(
    fc.string(),
    fc.nat().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(fc.dictionary(names, value), fc.string(), (headers, body) => {
      const until = limitEnds({ headers, words: body }, now);
      expect(until === null || (until >= now && until <= now + 8 * 24 * 60 * 60 * 1000)).toBe(true);
    }),
  );
});

const at = (...parts: readonly [number, number, number, number, number, number?]): number =>
  new Date(...parts).getTime();

const evening = at(2026, 10, 15, 17, 25, 2);
const minute = 60_000;

test.each([
  ['or try again at 6:25 PM.', at(2026, 10, 15, 18, 26)],
  ['try again at 12:05 AM.', at(2026, 10, 16, 0, 6)],
  ['try again at 5:24 PM.', at(2026, 10, 16, 17, 25)],
  ['try again at 5:25 PM.', at(2026, 10, 15, 17, 26)],
  ['try again at Nov 18th, 2026 12:58 AM.', at(2026, 10, 18, 0, 59)],
  ['Please try again in 11.5s.', evening + 11_500],
  ['try again in 250ms', evening + 250],
  ['try again in 2 days 3 hours 5 minutes.', evening + (51 * 60 + 5) * minute],
  ['try again in 45 seconds', evening + 45_000],
])('RECOVER-02 %s', (words, time) => {
  expect(limitEnds({ words }, evening)).toBe(time);
});

test.each([
  'try again later',
  'at 6:25 PM',
  'try again at Foo 18th, 2026 12:58 AM',
  'try again at Nov 18th, 2027 12:58 AM',
  'try again in 99999 days',
  'try again in a moment',
])('RECOVER-02 no time, or none to believe: %s', (words) => {
  expect(limitEnds({ words }, evening)).toBeNull();
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
      const time = limitEnds({ words: said }, evening);
      return time === null || (time >= evening && time <= evening + 8 * 24 * 60 * minute);
    }),
  );
});
