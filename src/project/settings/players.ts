import { createHash } from 'node:crypto';

import { readAgentFiles } from '../../agents/index.ts';
import type { AgentPart } from '../../run/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Hub } from '../../ports/git.ts';
import { agentFlag } from '../agent-flag.ts';
import type { ReviewCall } from '../../cli/review/options.ts';
import { refuseFarModels } from '../privacy.ts';
import type { Settings } from './settings.ts';

export type Players = { readonly reviewer: AgentPart; readonly fixer: AgentPart | null };

/** Who reviews and who fixes. Nobody is taken for granted: an agent that nobody named costs money nobody agreed to. */
export async function playersFor(
  call: ReviewCall,
  { config }: Settings,
  at: {
    readonly peek: Pick<Hub, 'file'>;
    readonly from: string;
    readonly fix: boolean;
  },
): Promise<Players> {
  const flag = agentFlag(config, call.options.agent, call.io);
  const read = await readAgentFiles({
    agents: config.agents,
    flag,
    readAtBase: async (path) => {
      const bytes = await at.peek.file(at.from, path);
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    },
  });
  if (!read.ok)
    throw new GauntletError('CONFIG_INVALID', `nothing was started:\n${read.complaints.join('\n')}`);
  const { reviewer, fixer } = read.cast;
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
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
