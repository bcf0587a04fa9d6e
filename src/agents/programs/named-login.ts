import type { AgentSettings } from '../../model/config.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's value; undefined where it is missing or empty. */
export function valueIn(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** The key whose variable the settings name, null where they name none; a text says what is wrong with key or address. */
export function namedLogin(
  { baseUrl, apiKeyEnv }: Pick<AgentSettings, 'baseUrl' | 'apiKeyEnv'>,
  env: Environment,
): { readonly key: string | null } | string {
  const wrong = baseUrl === null ? undefined : addressProblem(baseUrl);
  if (wrong !== undefined) return wrong;
  if (apiKeyEnv === null) return { key: null };
  const key = valueIn(env, apiKeyEnv);
  return key === undefined ? `the variable ${apiKeyEnv}, named by apiKeyEnv, is not set` : { key };
}

function addressProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'baseUrl must begin with http:// or https://';
  // It stands in records and on the screen.
  if (url.username !== '' || url.password !== '')
    return "baseUrl must not contain a user name or a password; name the key's variable in apiKeyEnv";
  return undefined;
}
