import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import {
  absentAgents,
  notLocal,
  openAgents,
  probeAgents,
  readAgentFiles,
  type Reach,
  reachOf,
} from '../../agents/index.ts';
import type { InstalledAgent, PartPlayer } from '../../agents/index.ts';
import type { Config } from '../../model/config.ts';
import type { Processes } from '../../ports/processes.ts';
import { count } from '../../report/index.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Caller } from '../../project/call.ts';

/** How long one question to one agent may take. */
const DEADLINE = 10_000;

/** Coding agents that are installed, with what to do about each. None of it keeps a run from working. */
export async function installedChecks(
  io: Caller,
  processes: Processes,
  folder: string,
): Promise<readonly Diagnosis[]> {
  const place = join(folder, 'agents');
  await mkdir(place, { recursive: true });
  const installed = await probeAgents({ processes, env: io.env, folder: place, deadline: DEADLINE });
  const absent = absentAgents(io.env);
  const missing: Diagnosis = {
    what: 'other agents',
    state: 'ok',
    said: `supported, not on the PATH: ${absent.join(', ')}`,
  };
  return [...installed.map(installedCheck), ...(absent.length === 0 ? [] : [missing])];
}

function installedCheck(agent: InstalledAgent): Diagnosis {
  const { name, version, login, by, next, entry } = agent;
  const words = {
    in: `logged in (${by})`,
    out: `not logged in (${by})`,
    unclear: `login not checked (${by})`,
  };
  return {
    what: `installed ${name}`,
    state: login === 'in' ? 'ok' : 'warning',
    said: `${version ?? 'version unknown'}, ${words[login]}; in gauntlet.yaml: { ${entry} }`,
    ...(next === null ? {} : { hint: next }),
    agent,
  };
}

export type RoleCheck = {
  readonly config: Config;
  readonly top: string;
  readonly readAtBase: (path: string) => Promise<string | undefined>;
};

/** For every part who plays it, where that was said (DISPATCH-08), and what of yours it can send where (BEYOND-16). */
export async function roleChecks(
  io: Caller,
  processes: Processes,
  { config, top, readAtBase }: RoleCheck,
): Promise<readonly Diagnosis[]> {
  const read = await readAgentFiles({ agents: config.agents, servers: config.audit.servers, readAtBase });
  if (!read.ok) return read.complaints.map((said) => ({ what: 'agents', state: 'missing', said }));
  const players = Object.entries(read.cast);
  const settings = players.map(([, player]) => player.settings);
  const agents = await openAgents({ processes, settings, configFolder: top, env: io.env });
  const checks: Diagnosis[] = [];
  for (const [name, player] of players) {
    const far = localProblem(config, [name, player], processes);
    const problems = [await agents.problem(player.settings), far].filter((problem) => problem !== undefined);
    checks.push(roleCheck(name, player, problems));
  }
  if (checks.length === 0) return [nobody];
  return [...checks, ...privacyChecks(config, processes)];
}

const nobody: Diagnosis = {
  what: 'agents',
  state: 'warning',
  said: 'no agent is named in gauntlet.yaml, so nothing can be developed or reviewed',
  hint: 'Name one under agents: in gauntlet.yaml. Without an agent: gauntlet review --no-agents, gauntlet audit.',
};

function localProblem(
  { privacy }: Config,
  [name, { settings }]: readonly [string, PartPlayer],
  { enforcement }: Processes,
): string | undefined {
  const problem = privacy.localOnly ? notLocal(settings, enforcement, name) : undefined;
  return problem === undefined ? undefined : `privacy.localOnly: ${problem}`;
}

function roleCheck(name: string, { settings, origin }: PartPlayer, problems: readonly string[]): Diagnosis {
  const { use, run, model } = settings;
  const reach = reachOf(settings, name);
  const named = [use, ...run, ...(model === null ? [] : [`(${model})`])].join(' ');
  return {
    what: `agent ${name}`,
    state: problems.length === 0 ? 'ok' : 'missing',
    said: `${problems.join('; ') || named}; ${origin}`,
    reach,
  };
}

/** In one line: to whom, whether commands reach the network, which variables by name. */
export function reachText({ provider, host, network, variables, key }: Reach): string {
  const to = host === null ? provider : `${provider} at ${host}`;
  const reaches = network ? 'network' : 'no network';
  const keyed = key === null ? '' : `; key: ${key}`;
  return `sends to ${to}; commands it runs: ${reaches}; variables: ${variables.join(', ') || 'none'}${keyed}`;
}

/** What is kept from all of them, and how far that holds. */
export function privacyChecks({ privacy }: Config, { enforcement }: Processes): readonly Diagnosis[] {
  const { deny, localOnly } = privacy;
  const local: Diagnosis = { what: 'privacy', state: 'ok', said: 'localOnly: only models on this machine' };
  const denied = `withheld from agents: ${deny.join(', ')} (${count(deny.length, 'pattern')} in privacy.deny)`;
  const open: Diagnosis = {
    what: 'privacy',
    state: 'warning',
    said: `${denied}; without the sandbox a program can read them in your checkout`,
    hint: 'Enable the sandbox, or use agents with use: api: they read only their copy of the repository.',
  };
  const held: Diagnosis = { what: 'privacy', state: 'ok', said: denied };
  const none: Diagnosis = {
    what: 'privacy',
    state: 'ok',
    said: 'every tracked file may reach every agent (privacy.deny is empty)',
  };
  const files = deny.length === 0 ? none : enforcement === 'enforced' ? held : open;
  return localOnly ? [files, local] : [files];
}
