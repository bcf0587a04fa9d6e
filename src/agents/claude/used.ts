import type { AgentCall } from '../../ports/agents.ts';
import type { Usage } from '../../model/usage.ts';
import { amountOf, objectOf } from '../json-value.ts';
import { type Tokens, usageOf } from '../usage.ts';
import type { ClaudeTurn } from './stream.ts';

/** What was used until now, by what its calls say. */
export function usedSoFar({ used }: Pick<ClaudeTurn, 'used'>, call: AgentCall): Usage {
  return usageOf(used, call.settings.prices);
}

/** What a turn used at its end: what it counts itself, asides included; what its calls said where it does not get to that. */
export function usedInAll(said: ClaudeTurn, call: AgentCall, before: number): Usage | null {
  const counted = countedIn(said, before);
  if (counted !== null) return usageOf(counted.tokens, call.settings.prices, counted.usd);
  return said.calls === 0 ? null : usedSoFar(said, call);
}

/** What the conversation has cost from its beginning; Claude Code counts on where it goes on. */
export function costInAll({ result }: Pick<ClaudeTurn, 'result'>): number {
  return amountOf(result?.['total_cost_usd']);
}

type Counted = { readonly tokens: Tokens; readonly usd: number | null };

function countedIn(said: ClaudeTurn, before: number): Counted | null {
  const models = Object.values(objectOf(said.result?.['model_usage_since_last_result'])).map(objectOf);
  if (models.length === 0) return olderCount(said, before);
  const sum = (name: string): number => models.reduce((all, model) => all + amountOf(model[name]), 0);
  const cached = sum('cacheReadInputTokens');
  // The price of a model that Claude Code does not know is a guess.
  const isGuess = models.some((model) => model['costBasis'] === 'unknown');
  return {
    tokens: {
      tokensIn: sum('inputTokens') + sum('cacheCreationInputTokens') + cached,
      tokensCached: cached,
      tokensOut: sum('outputTokens'),
    },
    usd: isGuess ? null : sum('costUSD'),
  };
}

/** As versions count that do not tell models apart for one turn. */
function olderCount(said: ClaudeTurn, before: number): Counted | null {
  if (said.calls === 0 || said.result === null) return null;
  const models = Object.values(objectOf(said.result['modelUsage'])).map(objectOf);
  const isGuess = models.some((model) => model['costBasis'] === 'unknown');
  const total = said.result['total_cost_usd'];
  if (typeof total !== 'number' || isGuess) return { tokens: said.used, usd: null };
  return { tokens: said.used, usd: total >= before ? total - before : total };
}
