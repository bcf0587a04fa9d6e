import { APICallError } from 'ai';
import { expect, test } from 'vitest';

import { isPassing, stopFor } from './converse.ts';

function refusal(statusCode: number, message: string, body = ''): APICallError {
  return new APICallError({
    message,
    url: 'http://127.0.0.1/',
    requestBodyValues: {},
    statusCode,
    responseBody: body,
  });
}

test.each([
  [refusal(401, 'no key'), 'authentication'],
  [refusal(403, 'not for you'), 'authentication'],
  [refusal(400, 'API key not valid. Please pass a valid API key.'), 'authentication'],
  [refusal(402, 'pay first'), 'authentication'],
  [refusal(429, 'no money', '{"error":{"code":"insufficient_quota"}}'), 'authentication'],
  [refusal(400, 'Your credit balance is too low', 'Your credit balance is too low'), 'authentication'],
  [refusal(429, 'slow down'), 'limit'],
  [refusal(413, 'too large'), 'context_full'],
  [refusal(400, 'x', '{"error":{"code":"context_length_exceeded"}}'), 'context_full'],
  [
    refusal(400, 'The input token count (5) exceeds the maximum number of tokens allowed (4).'),
    'context_full',
  ],
  [refusal(400, 'temperature is not supported'), 'crash'],
  [refusal(404, 'no such model'), 'missing'],
  [refusal(503, 'overloaded'), 'crash'],
  [new Error('something else'), 'crash'],
  ['not even an error', 'crash'],
] as const)('%s is %s', (error, kind) => {
  expect(stopFor(error, 0, null).kind).toBe(kind);
});

test('the reason is one line of bounded length, and never holds the key', () => {
  const said = stopFor(
    refusal(401, `Incorrect key\n\u001B[31m sk-secret-key ${'x'.repeat(1_000)}`),
    0,
    'sk-secret-key',
  );
  const because = 'because' in said ? said.because : '';
  expect(because).toContain('HTTP 401: Incorrect key');
  expect(because).not.toMatch(/sk-secret-key|\n|\u001B/);
  expect(because.length).toBeLessThanOrEqual(310);
});

test('only what may pass by itself is asked again', () => {
  expect([500, 502, 503, 529, 408].map((status) => isPassing(refusal(status, 'x')))).toEqual(
    Array(5).fill(true),
  );
  expect([400, 401, 403, 404, 413, 429].map((status) => isPassing(refusal(status, 'x')))).toEqual(
    Array(6).fill(false),
  );
});
