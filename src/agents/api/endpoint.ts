import type { AgentSettings } from '../../model/config.ts';
import { type Environment, namedLogin } from '../programs/named-login.ts';

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

/** Where the model is; text says what is wrong with the settings. */
export function endpointOf(settings: AgentSettings, env: Environment): Endpoint | string {
  const { provider: wanted, model, apiKeyEnv, run, effort: asked } = settings;
  if (run.length > 0)
    return `use: api does not start a program, but \`run\` is set to ${run.join(' ')}; remove it`;
  const provider = providers.find((each) => each === wanted);
  if (provider === undefined)
    return `use: api needs provider: ${providers.join(', ')}${wanted === null ? '' : ` (not ${wanted})`}`;
  if (model === null) return 'use: api needs model: the name of the model at the provider';
  const baseUrl = settings.baseUrl ?? addresses[provider];
  if (baseUrl === undefined) return `provider: ${provider} needs baseUrl: the URL of the server`;
  const named = namedLogin({ baseUrl, apiKeyEnv }, env);
  if (typeof named === 'string') return named;
  const effort = asked === null ? null : efforts.find((each) => each === asked);
  if (effort === undefined) return `effort must be one of ${efforts.join(', ')} (not ${asked})`;
  if (named.key === null && provider !== 'openai-compatible')
    return `provider: ${provider} needs apiKeyEnv: the name of the variable that holds the key`;
  return { provider, model, baseUrl, key: named.key, effort };
}
