import { expect, test } from 'vitest';

import type { AgentEnd } from '../../ports/agents.ts';
import { stopFor as troubleStop, troubleOf } from '../answers/trouble.ts';
import { failureOf, NEXT } from './turn.ts';
import type { RolloutEntry } from './rollout-entry.ts';

const now = Date.UTC(2026, 10, 15);

type Failed = { readonly words: string } & Pick<RolloutEntry, 'failure' | 'resets'>;

function stopFor({ words, ...seen }: Failed, at: number, key: string | null): AgentEnd['stop'] {
  return troubleStop(failureOf(words, seen), { now: at, secrets: key === null ? [] : [key], login: NEXT });
}

function isLimit({ words, ...seen }: Failed): boolean {
  return troubleOf(failureOf(words, seen)) === 'limit';
}

function kindOf(words: string, kind?: string, status: number | null = null): string {
  return stopFor({ words, failure: kind === undefined ? null : { kind, status }, resets: null }, now, null)
    .kind;
}

test.each([
  ['authentication', 'unexpected status 401 Unauthorized: invalid x-api-key', 'http_connection_failed', 401],
  ['authentication', 'unexpected status 401 Unauthorized: invalid x-api-key', undefined, null],
  ['authentication', 'Your access token could not be refreshed. Please log in again.', 'unauthorized', null],
  ['authentication', 'Quota exceeded. Check your plan and billing details.', undefined, null],
  ['limit', 'You’ve hit your usage limit. Try again later.', 'usage_limit_exceeded', null],
  ['limit', 'exceeded retry limit, last status: 429 Too Many Requests', undefined, null],
  ['limit', 'exceeded retry limit', 'response_too_many_failed_attempts', 429],
  ['context_full', 'Codex ran out of room in the model’s context window.', 'context_window_exceeded', null],
  ['context_full', '{"error":{"code":"context_length_exceeded"}}', 'other', null],
  ['cap', 'Incomplete response returned, reason: max_output_tokens', 'other', null],
  ['refused', 'stream disconnected: Incomplete response returned, reason: content_filter', 'other', null],
  ['missing', 'The model `gpt-none` does not exist or you do not have access to it.', 'bad_request', 404],
  ['crash', 'We’re currently experiencing high demand', 'internal_server_error', null],
  ['crash', 'stream disconnected before completion', undefined, null],
] as const)('RECOVER-02 %s: %s', (kind, words, named, status) => {
  expect(kindOf(words, named, status)).toBe(kind);
});

test('RECOVER-02 a limit ends when Codex wrote down that it does, else when it says so', () => {
  const words = 'You’ve hit your usage limit, try again in 5 minutes';
  const failure = { kind: 'usage_limit_exceeded', status: null };
  expect(stopFor({ words, failure, resets: now + 1000 }, now, null)).toMatchObject({ until: now + 1000 });
  expect(stopFor({ words, failure, resets: null }, now, null)).toMatchObject({ until: now + 300_000 });
});

test('an account without money is no limit that ends by waiting', () => {
  const failure = { kind: 'http_connection_failed', status: 429 };
  expect(isLimit({ words: 'insufficient_quota', failure, resets: null })).toBe(false);
  expect(isLimit({ words: 'too many requests', failure, resets: null })).toBe(true);
  expect(isLimit({ words: '', failure: null, resets: null })).toBe(false);
});

test('BEYOND-09 what is said holds no key, no second line, and says what to do next', () => {
  const words = 'unexpected status 401: key sk-secret-key\nis wrong';
  const stop = stopFor({ words, failure: null, resets: null }, now, 'sk-secret-key');
  const because = 'because' in stop ? stop.because : '';
  expect(because).not.toContain('sk-secret-key');
  expect(because).not.toContain('\n');
  expect(because).toContain('codex login');
});

test('the reason is what failed, and not that it was tried again', () => {
  const words = 'Reconnecting... 1/2 (exceeded retry limit, last status: 429 Too Many Requests)';
  expect(stopFor({ words, failure: null, resets: null }, now, null)).toMatchObject({
    because: 'HTTP 429: exceeded retry limit, last status: 429 Too Many Requests',
  });
});
