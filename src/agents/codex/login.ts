import type { AgentSettings } from '../../model/config.ts';
import { type Environment, namedLogin, valueIn } from '../programs/named-login.ts';

/** The variable Codex finds its key in, whatever the user's own is called. */
export const KEY_VARIABLE = 'CODEX_API_KEY';

/** The file of the home directory that holds the user's own login. */
export const LOGIN_FILE = '.codex/auth.json';

/** Whom Codex asks, and as whom. */
export type CodexLogin = {
  /** Where the model answers; null: where Codex itself would ask. */
  readonly baseUrl: string | null;
  /** Never in a prompt, a log, a record or an argument; null: by the user's login, or as nobody. */
  readonly key: string | null;
  /** Whether the user's login is lent. */
  readonly lendsLogin: boolean;
};

/** How Codex gets at its model; text says what is wrong with the settings. */
export function loginOf(settings: AgentSettings, env: Environment, isLoggedIn: boolean): CodexLogin | string {
  const { provider, baseUrl } = settings;
  if (provider !== null && !/^openai(?:-compatible)?$/.test(provider))
    return `use: codex works only with OpenAI's Responses API: set provider to openai or leave it out (it is ${provider})`;
  const named = namedLogin(settings, env);
  if (typeof named === 'string') return named;
  if (named.key !== null) return { baseUrl, key: named.key, lendsLogin: false };
  // A key or a login that nobody named for that address is not sent there.
  if (baseUrl !== null) return { baseUrl, key: null, lendsLogin: false };
  const own = valueIn(env, KEY_VARIABLE);
  if (own !== undefined) return { baseUrl, key: own, lendsLogin: false };
  // A login wins over a key that may be there for something else: it would be billed.
  const key = isLoggedIn ? null : (valueIn(env, 'OPENAI_API_KEY') ?? null);
  return { baseUrl, key, lendsLogin: key === null };
}
