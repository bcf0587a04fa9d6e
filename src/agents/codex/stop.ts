import type { Failure, Trouble } from '../trouble.ts';
import type { RolloutEntry } from './rollout-entry.ts';

export const NEXT = 'log in with `codex login`, or set apiKeyEnv to the variable that contains an API key';

/** Why a turn failed: in the words Codex printed, and in those it wrote down. */
export function failureOf(
  words: string,
  { failure, resets: until }: Pick<RolloutEntry, 'failure' | 'resets'>,
): Failure {
  const found = /\bstatus:? (\d{3})\b/.exec(words)?.[1];
  const named = failure?.kind === 'internal_server_error' ? 500 : (failure?.status ?? null);
  return {
    status: named ?? (found === undefined ? null : Number(found)),
    words: words.replace(/^Reconnecting\.\.\. \d+\/\d+ \((.*)\)$/s, '$1'),
    kind: kindIn(words) ?? kinds[failure?.kind ?? ''],
    until,
  };
}

/** OpenAI's words alone: others say the second where waiting helps. */
function kindIn(words: string): Trouble | undefined {
  if (/usage limit/i.test(words)) return 'limit';
  return /quota exceeded|billing/i.test(words) ? 'money' : undefined;
}

/** Codex' own words. */
const kinds: Readonly<Record<string, Trouble>> = {
  usage_limit_exceeded: 'limit',
  unauthorized: 'login',
  context_window_exceeded: 'context_full',
  cyber_policy: 'refused',
};
