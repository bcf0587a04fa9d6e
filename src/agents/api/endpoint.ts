import type { AgentSettings } from '../../model/config.ts';

const providers = ['anthropic', 'openai', 'openai-compatible', 'google'] as const;

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

export type Effort = (typeof efforts)[number];

/** A model behind an address, as the settings name it. */
export type Endpoint = {
  readonly provider: (typeof providers)[number];
  readonly model: string;
  readonly baseUrl: string;
  /** Never in a prompt, a log or a record; null for servers that ask for none. */
  readonly key: string | null;
  readonly effort: Effort | null;
};

/** Said here, or the SDK would let a variable of the environment say where the key is sent. */
const addresses: Readonly<Partial<Record<Endpoint['provider'], string>>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the model is; text says what is wrong with the settings. */
export function endpointOf(settings: AgentSettings, env: Environment): Endpoint | string {
  const { provider: named, model, apiKeyEnv, run, effort: asked } = settings;
  if (run.length > 0)
    return `use: api does not start a program, but \`run\` is set to ${run.join(' ')}; remove it`;
  const provider = providers.find((each) => each === named);
  if (provider === undefined)
    return `use: api needs provider: ${providers.join(', ')}${named === null ? '' : ` (not ${named})`}`;
  if (model === null) return 'use: api needs model: the name of the model at the provider';
  const baseUrl = settings.baseUrl ?? addresses[provider];
  if (baseUrl === undefined) return `provider: ${provider} needs baseUrl: the URL of the server`;
  const wrong = addressProblem(baseUrl);
  if (wrong !== undefined) return wrong;
  const effort = asked === null ? null : efforts.find((each) => each === asked);
  if (effort === undefined) return `effort must be one of ${efforts.join(', ')} (not ${asked})`;
  const key = keyOf(provider, apiKeyEnv, env);
  return 'problem' in key ? key.problem : { provider, model, baseUrl, key: key.value, effort };
}

export function addressProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'baseUrl must begin with http:// or https://';
  // It stands in records and on the screen.
  if (url.username !== '' || url.password !== '')
    return "baseUrl must not contain a user name or a password; name the key's variable in apiKeyEnv";
  return undefined;
}

function keyOf(
  provider: Endpoint['provider'],
  name: string | null,
  env: Environment,
): { readonly value: string | null } | { readonly problem: string } {
  if (name === null) {
    if (provider === 'openai-compatible') return { value: null };
    return { problem: `provider: ${provider} needs apiKeyEnv: the name of the variable that holds the key` };
  }
  const value = env[name]?.trim() ?? '';
  return value === '' ? { problem: `the variable ${name}, named by apiKeyEnv, is not set` } : { value };
}
