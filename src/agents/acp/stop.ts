import { sanitize } from '../../formats/index.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import { resetTime } from '../api/reset-time.ts';
import type { Failure } from './connection.ts';

type Stop = AgentEnd['stop'];

/** The protocol's own number for "log in first". */
const AUTH_REQUIRED = -32_000;

/** A request that failed, as the port says it. */
export function stopFor({ code, message, data }: Failure, now: number): Stop {
  const said = data === '' || data === '{}' || message.includes(data) ? message : `${message}: ${data}`;
  const because = spoken(said || 'no reason was given');
  const kind = kindOf(`${message}\n${data}`);
  if (kind === 'limit') return { kind, until: untilIn(said, now), because };
  if (kind !== undefined) return { kind, because };
  return { kind: code === AUTH_REQUIRED ? 'authentication' : 'crash', because };
}

/**
 * Some agents say what went wrong with their provider as if it were their answer, and end well. Only words that begin as
 * no answer of a role does, are not many and close with no signal are taken for such.
 */
export function stopInWords(words: string, now: number): Stop | undefined {
  const said = words.trim();
  if (said.length > 4_000 || !ERROR_WORDS.test(said) || SIGNAL.test(said)) return undefined;
  const because = spoken(said);
  const kind = kindOf(said) ?? 'crash';
  return kind === 'limit' ? { kind, until: untilIn(said, now), because } : { kind, because };
}

const ERROR_WORDS = /^\[?(?:API|Provider|Network|Stream) ?Error\b|^Error: (?:API|HTTP|\d{3}\b)/i;

/** Who closes as a role closes has answered, even if it is errors the answer speaks of. */
const SIGNAL = /^[A-Z][A-Z_]+: \S/m;

const FULL =
  /context_length_exceeded|ContextOverflow|too large to compact|context length|context window|prompt is too long|too many tokens|input token count|maximum number of tokens/i;
const NO_MONEY = /insufficient_quota|credit balance is too low|payment required|\b402\b/i;
const LIMIT =
  /\b429\b|rate.?limit|too many requests|RESOURCE_EXHAUSTED|usage limit|quota (?:exceeded|exhausted)|exceeded your (?:current )?quota/i;
const LOGIN =
  /\b401\b|\b403\b|UNAUTHENTICATED|unauthori[sz]ed|authentication|auth_required|invalid[ _](?:x-)?api[ _-]?key|API key (?:not valid|is missing|missing)|not logged in|log ?in (?:first|again|required)|credentials/i;

function kindOf(said: string): 'authentication' | 'limit' | 'context_full' | undefined {
  const text = said.slice(0, 20_000);
  if (FULL.test(text)) return 'context_full';
  if (NO_MONEY.test(text)) return 'authentication';
  if (LIMIT.test(text)) return 'limit';
  return LOGIN.test(text) ? 'authentication' : undefined;
}

/** When a limit ends, where the words say so. */
function untilIn(said: string, now: number): number | null {
  const body = said.slice(0, 20_000).replaceAll('\\"', '"');
  const known = resetTime({ headers: {}, body }, now);
  if (known !== null) return known;
  const after = /(?:retry|try again|reset\w*)(?: after| in)[: ]+(\d{1,7}(?:\.\d+)?) ?(ms|s|m|h)?/i.exec(body);
  const headers = after === null ? {} : { 'retry-after-ms': String(Number(after[1]) * unit(after[2])) };
  return resetTime({ headers, body: '' }, now);
}

function unit(name: string | undefined): number {
  return { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[name ?? 's'] ?? 1000;
}

function spoken(said: string): string {
  return sanitize(said, { singleLine: true, maxLength: 300 });
}
