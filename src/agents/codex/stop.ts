import { sanitize } from '../../formats/index.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import type { Seen } from './rollout-entry.ts';
import { tryAgainAt } from './try-again.ts';

/** Why a turn failed: in the words Codex printed, and in those it wrote down. */
export type Failure = { readonly words: string } & Pick<Seen, 'failure' | 'resets'>;

const NEXT = 'log in with `codex login`, or name the variable of a key in apiKeyEnv';

const FULL = /context_length_exceeded|context length|context window|prompt is too long|input is too long/i;
const REFUSED = /content_filter|invalid_prompt|flagged|safety|usage policy/i;
const NO_MODEL = /model_not_found|model\b.{0,80}(?:does not exist|not found|is not supported)/i;
const NO_LOGIN =
  /not logged in|log ?in again|sign in again|unauthorized|invalid_api_key|missing environment variable/i;
const NO_MONEY = /insufficient_quota|quota exceeded|billing/i;

/** What went wrong between Codex and its model, as the port says it. `key` is what no word of ours may hold. */
export function stopFor(failure: Failure, now: number, key: string | null): AgentEnd['stop'] {
  const { words, resets } = failure;
  const kind = failure.failure?.kind ?? '';
  const status = statusOf(failure);
  const because = said(status, words, key);
  if (isUsageLimit(failure)) return { kind: 'limit', until: resets ?? tryAgainAt(words, now), because };
  // No money is left: that does not end by waiting.
  if (status === 402 || NO_MONEY.test(words)) return { kind: 'authentication', because };
  if (
    status === 401 ||
    status === 403 ||
    kind === 'unauthorized' ||
    (status === null && NO_LOGIN.test(words))
  )
    return { kind: 'authentication', because: `${because}; ${NEXT}` };
  if (status === 429) return { kind: 'limit', until: resets ?? tryAgainAt(words, now), because };
  if (kind === 'context_window_exceeded' || FULL.test(words)) return { kind: 'context_full', because };
  if (/reason: max_output_tokens/.test(words)) return { kind: 'cap', because };
  if (kind === 'cyber_policy' || REFUSED.test(words)) return { kind: 'refused', because };
  // The model is not there, and will not be there at the next try either.
  if (NO_MODEL.test(words)) return { kind: 'missing', because };
  return { kind: 'crash', because };
}

/** Whether waiting would end it. */
export function isLimit(failure: Failure): boolean {
  return isUsageLimit(failure) || (statusOf(failure) === 429 && !NO_MONEY.test(failure.words));
}

function isUsageLimit({ words, failure }: Failure): boolean {
  return failure?.kind === 'usage_limit_exceeded' || /usage limit/i.test(words);
}

function statusOf({ words, failure }: Failure): number | null {
  if (failure !== null && failure.status !== null) return failure.status;
  if (failure?.kind === 'internal_server_error') return 500;
  const found = /\bstatus:? (\d{3})\b/.exec(words)?.[1];
  return found === undefined ? null : Number(found);
}

function said(status: number | null, words: string, key: string | null): string {
  const prefix = status === null ? '' : `HTTP ${status}: `;
  const plain = words.replace(/^Reconnecting\.\.\. \d+\/\d+ \((.*)\)$/s, '$1');
  return sanitize(discreet(`${prefix}${plain}`, key), { singleLine: true, maxLength: 300 });
}

/** The same text without the key, in whatever it turned up. */
export function discreet(text: string, key: string | null): string {
  return key === null || key.length < 4 ? text : text.replaceAll(key, '[key]');
}
