import type { AgentSettings } from '../model/config.ts';
import type { Role } from '../model/team.ts';
import type { Enforcement } from '../ports/processes.ts';

/** What an agent can send where: the words of a prompt and whatever it reads go to its model. */
export type Reach = {
  /** Who gets it, as far as the settings tell. */
  readonly provider: string;
  /** Where that is; null where only the program knows. */
  readonly host: string | null;
  /** Whether the model is on this machine; null where only the program knows. */
  readonly isLocal: boolean | null;
  /** Whether commands it starts reach the network. */
  readonly network: boolean;
  /** Names of variables of yours that it gets. */
  readonly variables: readonly string[];
  /** The variable whose value is its key; what it runs does not see that one. */
  readonly key: string | null;
};

const homes: Readonly<Record<string, string>> = {
  anthropic: 'api.anthropic.com',
  openai: 'api.openai.com',
  google: 'generativelanguage.googleapis.com',
};

/** Who runs commands whoever it is; judges of claude and codex have none. */
const workers: ReadonlySet<string> = new Set<Role>(['developer', 'fixer', 'remediator']);

/** Programs that talk to their model themselves have the network, and what they run has it with them. */
function lendsNetwork(use: AgentSettings['use'], part: string): boolean {
  return (use === 'claude' || use === 'codex') && workers.has(part);
}

/** What the settings say about it in a part that it plays, without asking anybody. */
export function reachOf(settings: AgentSettings, part: string): Reach {
  const { use, run, network, env, apiKeyEnv: key } = settings;
  const variables = env.filter((name) => name !== key);
  switch (use) {
    case 'command':
    case 'acp': {
      const isOpen = network || use === 'acp';
      const provider = isOpen ? `the model provider of ${run[0] ?? 'the program'}` : 'nobody outside';
      return { provider, host: null, isLocal: isOpen ? null : true, network: isOpen, variables, key };
    }
    case 'claude':
    case 'codex':
    case 'api': {
      const provider = settings.provider ?? (use === 'claude' ? 'anthropic' : 'openai');
      const address = settings.baseUrl;
      const host = address === null ? (homes[provider] ?? null) : hostOf(address);
      return {
        provider,
        host,
        isLocal: address !== null && host !== null && isLoopback(host),
        network: network || lendsNetwork(use, part),
        variables,
        key,
      };
    }
  }
}

/** Why an agent may not be used with privacy.localOnly; undefined when it may. */
export function notLocal(
  settings: AgentSettings,
  enforcement: Enforcement,
  part: string,
): string | undefined {
  const { use, run, network, servers = [] } = settings;
  const reach = reachOf(settings, part);
  const far = servers.find(({ url }) => url === null || !isLoopback(hostOf(url) ?? ''));
  if (far !== undefined) return `audit.library.mcp.${far.name} may send data off this machine`;
  switch (use) {
    case 'command':
      if (network)
        return `use: command (${run[0] ?? ''}) has network: true, so it can ask any model anywhere`;
      return enforcement === 'enforced'
        ? undefined
        : `use: command (${run[0] ?? ''}): without the sandbox nothing keeps it from the network`;
    case 'acp':
      return `use: acp (${run[0] ?? ''}): gauntlet cannot see which model this program uses`;
    case 'claude':
    case 'codex':
    case 'api':
      if (settings.baseUrl === null)
        return `use: ${use} sends prompts to ${reach.provider}${reach.host === null ? '' : ` (${reach.host})`}; set baseUrl to an address on this machine`;
      if (reach.isLocal !== true)
        return `use: ${use} sends prompts to ${reach.host ?? 'an address that cannot be read'}, which is not this machine`;
      if (network) return `use: ${use} has network: true, so programs it runs can send files anywhere`;
      return lendsNetwork(use, part)
        ? `use: ${use} also gives network access to the commands a ${part} runs; use: api limits it to the model`
        : undefined;
  }
}

function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url === null || url.hostname === '' ? null : url.hostname;
}

/** By its literal address or the reserved name alone: what another name means, somebody else decides. */
export function isLoopback(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
