import { APICallError } from 'ai';

import { sanitize } from '../../formats/index.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import { resetTime } from './reset-time.ts';

type Stop = AgentEnd['stop'];

/** What went wrong between us and the provider, as the port says it. */
export function stopFor(error: unknown, now: number, key: string | null): Stop {
  const because = wordsOf(error, key);
  if (!APICallError.isInstance(error)) return { kind: 'crash', because };
  const { statusCode = 0, responseHeaders = {}, responseBody = '' } = error;
  // No money is left: that does not end by waiting.
  if (statusCode === 402 || /insufficient_quota|credit balance is too low/.test(responseBody))
    return { kind: 'authentication', because };
  if (statusCode === 401 || statusCode === 403) return { kind: 'authentication', because };
  if (statusCode === 429) {
    const headers = Object.fromEntries(
      Object.entries(responseHeaders).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return { kind: 'limit', until: resetTime({ headers, body: responseBody }, now), because };
  }
  if (isFull(statusCode, `${error.message} ${responseBody.slice(0, 10_000)}`))
    return { kind: 'context_full', because };
  // The model is not there, and will not be there at the next try either.
  if (statusCode === 404) return { kind: 'missing', because };
  return { kind: 'crash', because };
}

/** Whether the same request may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode } = error;
  // Without a status nobody answered.
  if (statusCode === undefined) return error.isRetryable;
  return statusCode === 408 || statusCode === 409 || statusCode >= 500;
}

const FULL =
  /context_length_exceeded|context length|context window|prompt is too long|too many tokens|input token count|exceeds the maximum number of tokens|maximum number of tokens/i;

function isFull(status: number, said: string): boolean {
  return status === 413 || (status === 400 && FULL.test(said));
}

function wordsOf(error: unknown, key: string | null): string {
  const status =
    APICallError.isInstance(error) && error.statusCode !== undefined ? `HTTP ${error.statusCode}: ` : '';
  const message = error instanceof Error ? error.message : String(error);
  const said = key === null || key.length < 4 ? message : message.replaceAll(key, '[key]');
  return sanitize(`${status}${said || 'no reason was given'}`, { singleLine: true, maxLength: 300 });
}
