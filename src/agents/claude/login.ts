import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { AgentSettings } from '../../model/config.ts';
import { type Environment, namedLogin, valueIn } from '../programs/named-login.ts';

/** The file of Claude Code's configuration folder that holds the user's own login. */
export const LOGIN_FILE = '.credentials.json';

/** Whom Claude Code asks, and as whom. */
export type ClaudeLogin = {
  /** Variables it is given for that; keys among them. */
  readonly env: Readonly<Record<string, string>>;
  /** What must stand in no answer, reason or record. */
  readonly secrets: readonly string[];
  /** Whether the user's login file is lent. */
  readonly lendsLogin: boolean;
};

/** What a user has set for Claude Code belongs together: a key goes where the same person says it goes. */
const OWN = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
] as const;
const KEYS: ReadonlySet<string> = new Set(OWN.slice(0, 3));

/** Variables with a key in them, which nothing that Claude Code starts needs. */
export const keyVariables: readonly string[] = [...KEYS];

export const NEXT =
  'log in with `claude auth login`, or set apiKeyEnv to the variable that contains an API key';

/** Where the user's Claude Code keeps its things. */
export function configFolder(env: Environment): string {
  return valueIn(env, 'CLAUDE_CONFIG_DIR') ?? join(env['HOME'] ?? homedir(), '.claude');
}

/** How Claude Code gets at its model; text says what is wrong with the settings. */
export function loginOf(
  settings: AgentSettings,
  env: Environment,
  platform = process.platform,
): ClaudeLogin | string {
  const { provider, baseUrl } = settings;
  if (provider !== null && provider !== 'anthropic')
    return `use: claude works only with Anthropic's API: set provider to anthropic or leave it out (it is ${provider})`;
  const named = namedLogin(settings, env);
  if (typeof named === 'string') return named;
  const address = baseUrl === null ? {} : { ANTHROPIC_BASE_URL: baseUrl };
  const { key } = named;
  if (key !== null) {
    // What `claude setup-token` gives is no key, but stands for one.
    const name = key.startsWith('sk-ant-oat') ? 'CLAUDE_CODE_OAUTH_TOKEN' : 'ANTHROPIC_API_KEY';
    return { env: { ...address, [name]: key }, secrets: [key], lendsLogin: false };
  }
  // A key or a login that nobody named for that address is not sent there; Claude Code insists on having something.
  if (baseUrl !== null)
    return { env: { ...address, ANTHROPIC_AUTH_TOKEN: 'none' }, secrets: [], lendsLogin: false };
  return ownLogin(settings, env, platform);
}

function ownLogin({ env: passed }: AgentSettings, env: Environment, platform: string): ClaudeLogin | string {
  const given = OWN.flatMap((name) => {
    const value = valueIn(env, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const secrets = given.flatMap(([name, value]) => (KEYS.has(name) ? [value] : []));
  const own = { env: Object.fromEntries(given), secrets };
  if (secrets.length > 0) return { ...own, lendsLogin: false };
  const isLoggedIn = existsSync(join(configFolder(env), LOGIN_FILE));
  // Who passes variables on may use a cloud's models; elsewhere a login may lie in the system's own safe.
  if (isLoggedIn || passed.length > 0 || platform === 'darwin') return { ...own, lendsLogin: isLoggedIn };
  return `claude is not logged in (${LOGIN_FILE} is not in ${configFolder(env)}): ${NEXT}`;
}
