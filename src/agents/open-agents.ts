import type { Adapter, AgentSettings } from '../model/config.ts';
import type { Agents } from '../ports/agents.ts';
import { type AgentHost, missing, type OpenAgent, type OpenedAgent, unusable } from './programs/adapter.ts';
import { findServers } from './programs/doc-servers.ts';
import { findExecutable, type ProgramSearch } from './programs/find-program.ts';
import { messageOf, type PinnedFile, pinOnce } from './programs/pinned-file.ts';

export type AgentsOptions = Omit<AgentHost, 'pin'> & {
  /** Every agent the run may call: their programs and scripts are found, read and hashed now, and never again. */
  readonly settings: readonly AgentSettings[];
  /** What an earlier start of the same run recorded: a file that is another one by now is refused. */
  readonly pinned?: readonly PinnedFile[];
};

export type OpenedAgents = Agents & {
  /** The files that decide what the agents are, each once, for the journal. */
  readonly files: readonly PinnedFile[];
};

/** The agents of a run. Which program an agent is gets decided here, before any branch is looked at. */
export async function openAgents(options: AgentsOptions): Promise<OpenedAgents> {
  const opened = new Map<string, OpenedAgent>();
  const machine: AgentHost = { ...options, pin: pinOnce() };
  const open = async (settings: AgentSettings): Promise<OpenedAgent> => {
    const known = opened.get(keyOf(settings));
    if (known !== undefined) return known;
    const agent = held(await openOne(settings, machine), options.pinned ?? []);
    opened.set(keyOf(settings), agent);
    return agent;
  };
  for (const settings of options.settings) await open(settings);
  const files = new Map(
    [...opened.values()].flatMap((agent) => agent.files.map((file) => [file.path, file])),
  );
  return {
    files: [...files.values()],
    problem: async (settings) => (await open(settings)).problem,
    call: async (call, cancel) => {
      const agent = opened.get(keyOf(call.settings));
      if (agent === undefined) return missing('this agent was not named when the run started');
      if (agent.problem !== undefined) return missing(agent.problem);
      return agent.call(call, cancel);
    },
  };
}

/** What of the settings decides which program is run, or which model is asked. */
function keyOf(settings: AgentSettings): string {
  const { use, run, provider, baseUrl, model, apiKeyEnv, effort, servers } = settings;
  const isChecked = use === 'api' || use === 'claude' || use === 'codex';
  const asked = isChecked ? [provider, baseUrl, model, apiKeyEnv, effort] : [];
  return JSON.stringify([use, run, servers, ...asked]);
}

async function openOne(settings: AgentSettings, machine: AgentHost): Promise<OpenedAgent> {
  try {
    const servers = await findServers(settings, machine);
    if (typeof servers === 'string') return unusable(servers);
    const open = await loaders[settings.use]();
    const agent = await open(settings, machine);
    return {
      ...agent,
      files: [...agent.files, ...servers.pins.map(({ path, sha256 }) => ({ path, sha256 }))],
    };
  } catch (error) {
    return unusable(messageOf(error));
  }
}

function held(agent: OpenedAgent, pinned: readonly PinnedFile[]): OpenedAgent {
  const known = new Map(pinned.map(({ path, sha256 }) => [path, sha256]));
  const changed = agent.files.find(({ path, sha256 }) => (known.get(path) ?? sha256) !== sha256);
  return changed === undefined ? agent : unusable(`${changed.path} changed since the run started`);
}

/** One line for each kind of agent, loaded when it is first needed. */
const loaders: Readonly<Record<Adapter, () => Promise<OpenAgent>>> = {
  command: async () => (await import('./command/agent.ts')).openCommand,
  claude: async () => (await import('./claude/agent.ts')).openClaude,
  codex: async () => (await import('./codex/agent.ts')).openCodex,
  acp: async () => (await import('./acp/agent.ts')).openAcp,
  api: async () => (await import('./api/agent.ts')).openApi,
};

/**
 * What an agent lacks on this machine as far as files and variables can tell; undefined where nothing is missing.
 * Nothing is started and nobody is asked: whether a login still holds only `doctor` finds out.
 */
export function missingProgram(
  settings: AgentSettings,
  where: Omit<ProgramSearch, 'pin'>,
): string | undefined {
  const { use, run, apiKeyEnv } = settings;
  if (use === 'api') {
    const isSet = apiKeyEnv === null || (where.env[apiKeyEnv] ?? '') !== '';
    return isSet ? undefined : `the variable ${apiKeyEnv} is not set`;
  }
  const [program = use] = run;
  const found = findExecutable(program, where);
  return found === undefined ? `the program ${program} is not installed` : undefined;
}
