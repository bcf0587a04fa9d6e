import { sha256 } from '../../model/sha256.ts';
import type { AgentSettings, Config } from '../../model/config.ts';
import { textAt } from '../text-at.ts';

import { readAgentFiles } from '../../agents/index.ts';
import type { AgentPart, Inputs } from '../../run/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Hub } from '../../ports/git.ts';
import { agentFlag } from '../agent-flag.ts';
import type { Call } from '../call.ts';
import { refuseFarModels } from '../privacy.ts';
import type { Settings } from './settings.ts';

export type Players = { readonly reviewer: AgentPart; readonly fixer: AgentPart | null };

type Casting = {
  readonly config: Pick<Config, 'agents'>;
  readonly flag: AgentSettings | undefined;
  readonly servers?: Config['audit']['servers'];
};

/** Who plays which part, by the settings and the agent files of a commit. */
export async function readCast(
  { config, flag, servers = [] }: Casting,
  hub: Pick<Hub, 'file'>,
  commit: string,
): Promise<Inputs['cast']> {
  const read = await readAgentFiles({
    agents: config.agents,
    flag,
    servers,
    readAtBase: (path) => textAt(hub, commit, path),
  });
  if (read.ok) return read.cast;
  throw new GauntletError('CONFIG_INVALID', `nothing was started:\n${read.complaints.join('\n')}`);
}

/** Who reviews and who fixes. Nobody is taken for granted: an agent that nobody named costs money nobody agreed to. */
export async function playersFor(
  call: Call<{ readonly agent?: string | undefined }>,
  { config }: Settings,
  at: {
    readonly peek: Pick<Hub, 'file'>;
    readonly from: string;
    readonly fix: boolean;
  },
): Promise<Players> {
  const flag = agentFlag(config, call.options.agent, call.io);
  const { reviewer, fixer } = await readCast({ config, flag }, at.peek, at.from);
  if (reviewer === undefined || (at.fix && fixer === undefined))
    throw new GauntletError('CONFIG_INVALID', 'no agent is named that could review', {
      hint: 'Name one (gauntlet review --agent claude, or agents: in gauntlet.yaml), or review without any: gauntlet review --no-agents',
    });
  const cast = {
    reviewer,
    ...(at.fix && fixer !== undefined ? { fixer } : {}),
  };
  refuseFarModels({ cast, config: { ...config, review: { ...config.review, criticsBy: [] } } }, 'enforced');
  return { reviewer, fixer: cast.fixer ?? null };
}

const SECRET = /key|token|secret|passw|auth|credential|session|cookie/i;

/** What the variables that agents are given say; a secret tells nobody which model answers, and is kept nowhere. */
export function surroundingsOf(
  env: Readonly<Record<string, string | undefined>>,
  players: Players,
): Readonly<Record<string, string>> {
  const casts = [players.reviewer, players.fixer];
  const names = new Set(casts.flatMap((cast) => cast?.settings.env ?? []));
  const told = [...names].filter((name) => !SECRET.test(name) && env[name] !== undefined).toSorted();
  return Object.fromEntries(told.map((name) => [name, hashOf(env[name] ?? '')]));
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 16);
}
