import type { AgentEnd } from '../../ports/agents.ts';
import { stopFor as troubleStop, troubleOf } from '../trouble.ts';
import type { Failure } from './connection.ts';

type Stop = AgentEnd['stop'];

/** The protocol's own number for "log in first". */
const AUTH_REQUIRED = -32_000;

/** A request that failed, as the port says it. */
export function stopFor({ code, message, data }: Failure, now: number): Stop {
  const said = data === '' || data === '{}' || message.includes(data) ? message : `${message}: ${data}`;
  const failure = { status: null, words: said };
  const isLogin = code === AUTH_REQUIRED && troubleOf(failure) === 'crash';
  return troubleStop({ ...failure, kind: isLogin ? 'login' : undefined }, { now, secrets: [] });
}

/**
 * Some agents say what went wrong with their provider as if it were their answer, and end well. Only words that begin as
 * no answer of a role does, are not many and close with no signal are taken for such.
 */
export function stopInWords(words: string, now: number): Stop | undefined {
  const said = words.trim();
  if (said.length > 4_000 || !ERROR_WORDS.test(said) || SIGNAL.test(said)) return undefined;
  return troubleStop({ status: null, words: said }, { now, secrets: [] });
}

const ERROR_WORDS = /^\[?(?:API|Provider|Network|Stream) ?Error\b|^Error: (?:API|HTTP|\d{3}\b)/i;

/** Who closes as a role closes has answered, even if it is errors the answer speaks of. */
const SIGNAL = /^[A-Z][A-Z_]+: \S/m;
