import { amountOf, type JsonObject, objectOf, textOf } from '../answers/json-value.ts';
import { addTokens, noTokens, type Tokens } from '../answers/usage.ts';

/** What Codex wrote down of a conversation while it was held (its rollout file), as far as it matters here. */
export type RolloutEntry = Tokens & {
  readonly version: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** Since the turn began. */
  readonly calls: number;
  /** The kind of failure that ended the turn, in Codex' own word, and the status of HTTP with it. */
  readonly failure: { readonly kind: string; readonly status: number | null } | null;
  /** When a limit that is used up begins anew, in milliseconds since 1970. */
  readonly resets: number | null;
  /** Tokens of the whole conversation at the last count. */
  readonly total: number | null;
  /** It notes every model call by itself; older versions only count. */
  readonly hasRecords: boolean;
};

export const nothingSeen: RolloutEntry = {
  version: null,
  model: null,
  effort: null,
  calls: 0,
  ...noTokens,
  failure: null,
  resets: null,
  total: null,
  hasRecords: false,
};

/** A new turn of the same conversation: what was used before is not used again. */
export function nextTurn(seen: RolloutEntry): RolloutEntry {
  return { ...seen, calls: 0, ...noTokens, failure: null, resets: null };
}

/** One line more. What is of another shape than expected changes nothing. */
export function withEntry(seen: RolloutEntry, entry: JsonObject): RolloutEntry {
  const payload = objectOf(entry['payload']);
  switch (entry['type']) {
    case 'session_meta':
      return { ...seen, version: nameOf(payload['cli_version']) ?? seen.version };
    case 'turn_context':
      return {
        ...seen,
        model: nameOf(payload['model']) ?? seen.model,
        effort: nameOf(payload['effort']) ?? seen.effort,
      };
    case 'token_usage_record':
      return { ...withCall(seen, objectOf(payload['usage'])), hasRecords: true };
    case 'event_msg':
      return withEvent(seen, payload);
    default:
      return seen;
  }
}

function withEvent(seen: RolloutEntry, payload: JsonObject): RolloutEntry {
  if (payload['type'] === 'token_count') return withCount(seen, payload);
  if (payload['type'] !== 'task_complete' && payload['type'] !== 'error') return seen;
  const error = payload['type'] === 'error' ? payload : objectOf(payload['error']);
  const failure = failureOf(error['codex_error_info']);
  return failure === null ? seen : { ...seen, failure };
}

function withCount(seen: RolloutEntry, payload: JsonObject): RolloutEntry {
  const limits = objectOf(payload['rate_limits']);
  const resets = ['primary', 'secondary']
    .map((name) => objectOf(limits[name]))
    .filter((limit) => amountOf(limit['used_percent']) >= 100 && amountOf(limit['resets_at']) > 0)
    .map((limit) => amountOf(limit['resets_at']) * 1000);
  const known = resets.length === 0 ? seen : { ...seen, resets: Math.max(...resets) };
  const info = objectOf(payload['info']);
  const total = objectOf(info['total_token_usage'])['total_tokens'];
  if (typeof total !== 'number' || total === seen.total) return known;
  const counted = seen.hasRecords ? known : withCall(known, objectOf(info['last_token_usage']));
  return { ...counted, total };
}

function withCall(seen: RolloutEntry, usage: JsonObject): RolloutEntry {
  const used = {
    tokensIn: amountOf(usage['input_tokens']),
    tokensCached: amountOf(usage['cached_input_tokens']),
    tokensOut: amountOf(usage['output_tokens']),
  };
  return { ...seen, calls: seen.calls + 1, ...addTokens(seen, used) };
}

function failureOf(info: unknown): RolloutEntry['failure'] {
  if (typeof info === 'string') return { kind: info, status: null };
  const [named] = Object.entries(objectOf(info));
  if (named === undefined) return null;
  const status = objectOf(named[1])['http_status_code'];
  return { kind: named[0], status: typeof status === 'number' ? status : null };
}

/** Names are kept in records. */
function nameOf(value: unknown): string | undefined {
  return textOf(value).slice(0, 200) || undefined;
}
