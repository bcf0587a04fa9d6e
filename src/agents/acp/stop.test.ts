import { expect, test } from 'vitest';

import { stopFor, stopInWords } from './converse.ts';

const NOW = Date.UTC(2026, 0, 2);

function failure(message: string, data = '', code = -32_603) {
  return stopFor({ code, message, data }, NOW);
}

test.each([
  ['[API Error: 401 invalid x-api-key]', 'authentication'],
  ['[API Error: 429 rate limited]', 'limit'],
  ['API Error: 500 something broke', 'crash'],
  ['Error: HTTP 503 overloaded', 'crash'],
  ['[API Error: 400 prompt is too long: maximum context length is 200000 tokens]', 'context_full'],
])('RECOVER-02 an answer that is nothing but %s ends as %s', (words, kind) => {
  expect(stopInWords(words, NOW)).toMatchObject({ kind, because: words });
});

test.each([
  'API errors are handled now.\n\nREADY_FOR_REVIEW: T-1 t0k3n',
  'API Error handling is missing.\n\nREVIEW_FAILED: T-1 t0k3n',
  'The server answered with an API Error: 401, so I changed the key.',
  `API Error: ${'x'.repeat(5_000)}`,
  '',
])('an answer that speaks of errors is an answer: %s', (words) => {
  expect(stopInWords(words, NOW)).toBeUndefined();
});

test('RECOVER-02 errors are told apart by their number and their words', () => {
  expect(failure('Authentication required', '', -32_000).kind).toBe('authentication');
  expect(failure('something else', '', -32_000).kind).toBe('authentication');
  expect(failure('Internal error', '{"details":"You exceeded your current quota"}').kind).toBe('limit');
  expect(failure('Internal error', 'insufficient_quota').kind).toBe('authentication');
  expect(failure('Internal error', '{"errorName":"ContextOverflowError"}').kind).toBe('context_full');
  expect(failure('Session too large to compact - context exceeds model limit').kind).toBe('context_full');
  expect(failure('').kind).toBe('crash');
  expect(failure('a\u001B[31mb\nc')).toEqual({ kind: 'crash', because: 'ab c' });
});

test.each([
  ['429 {\\"retryDelay\\": \\"90s\\"}', 90_000],
  ['429, please retry in 2 m', 120_000],
  ['429, try again in 1.5s', 1_500],
  ['429, retry after: 60', 60_000],
  ['rate limit; resets in 3 h', 3 * 3_600_000],
])('RECOVER-02 when a limit ends is read from the words: %s', (words, wait) => {
  expect(failure(words)).toMatchObject({ kind: 'limit', until: NOW + wait });
});

test('RECOVER-02 a limit without a time has none', () => {
  expect(failure('429 too many requests')).toMatchObject({ kind: 'limit', until: null });
});
