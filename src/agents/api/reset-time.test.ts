import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { resetTime } from './reset-time.ts';

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
  expect(resetTime({ headers, body }, now)).toBe(until);
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
      const until = resetTime({ headers, body }, now);
      expect(until === null || (until >= now && until <= now + 8 * 24 * 60 * 60 * 1000)).toBe(true);
    }),
  );
});
