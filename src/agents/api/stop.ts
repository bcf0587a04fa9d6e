import { APICallError } from 'ai';

import type { AgentEnd } from '../../ports/agents.ts';
import { messageOf } from '../pinned-file.ts';
import { stopFor as troubleStop } from '../trouble.ts';

/** What went wrong between us and the provider, as the port says it. */
export function stopFor(error: unknown, now: number, key: string | null): AgentEnd['stop'] {
  const told = { now, secrets: key === null ? [] : [key] };
  const words = messageOf(error);
  if (!APICallError.isInstance(error)) return troubleStop({ status: 0, words, kind: 'crash' }, told);
  const { statusCode: status = 0, responseHeaders = {}, responseBody: body = '' } = error;
  const headers = Object.fromEntries(
    Object.entries(responseHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return troubleStop({ status, words, body, headers }, told);
}

/** Whether the same request may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode } = error;
  // Without a status nobody answered.
  if (statusCode === undefined) return error.isRetryable;
  return statusCode === 408 || statusCode === 409 || statusCode >= 500;
}
