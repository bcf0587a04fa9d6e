import { installedPrograms, knownAgent, knownAgentNames } from '../agents/index.ts';
import { adapters, unsetAgent } from '../model/config.ts';
import type { AgentSettings, Config } from '../model/config.ts';
import { GauntletError } from '../model/error.ts';
import { quoted } from '../report/index.ts';
import { nearest } from '../schema/nearest.ts';
import type { Caller } from './call.ts';

/** The settings of the agent that `--agent` names, beside what gauntlet.yaml says of the default; undefined without a name. */
export function agentFlag(
  { agents }: Pick<Config, 'agents'>,
  name: string | undefined,
  { env }: Pick<Caller, 'env'>,
): AgentSettings | undefined {
  if (name === undefined) return undefined;
  const usual = agents.default;
  const known = knownAgent(name);
  const use = known?.use ?? adapters.find((adapter) => adapter === name);
  if (use === undefined) throw unknownAgent(name, env);
  const settings = { ...(usual ?? unsetAgent), use };
  if (known === undefined || (known.run.length === 0 && usual?.use === use)) return settings;
  // The command of another agent would be started in the place of this one.
  return { ...settings, run: [...known.run] };
}

function unknownAgent(name: string, env: Caller['env']): GauntletError {
  const all = [...new Set([...knownAgentNames, ...adapters])];
  const meant = nearest(name, all);
  const guess = meant === undefined ? '' : `Did you mean "${meant}"? `;
  return new GauntletError('USAGE_INVALID', `there is no agent "${quoted(name, 64)}"`, {
    hint: `${guess}Agents: ${all.join(', ')}. ${installedWords(env)}`,
  });
}

/** Which coding agents are there, for whoever named one that is not. */
export function installedWords(env: Caller['env']): string {
  return `Coding agents installed here: ${installedPrograms(env).join(', ') || 'none'}.`;
}
