import { priced } from '../../model/prices.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentCall } from '../../ports/agents.ts';
import type { Seen } from './rollout-entry.ts';
import type { Said } from './stream.ts';

export type Tokens = Pick<Seen, 'tokensIn' | 'tokensCached' | 'tokensOut'>;

const NONE: Tokens = { tokensIn: 0, tokensCached: 0, tokensOut: 0 };

/** Of the whole conversation: as Codex says at the end of a turn, else what it wrote down of this one and the earlier. */
export function totalOf({ total }: Said, seen: Tokens, earlier: Tokens | null): Tokens {
  const before = earlier ?? NONE;
  return (
    total ?? {
      tokensIn: before.tokensIn + seen.tokensIn,
      tokensCached: before.tokensCached + seen.tokensCached,
      tokensOut: before.tokensOut + seen.tokensOut,
    }
  );
}

/** Of one turn, by what the conversation had used before. */
export function usedSince(total: Tokens, earlier: Tokens | null): Tokens {
  const before = earlier ?? NONE;
  return {
    tokensIn: Math.max(0, total.tokensIn - before.tokensIn),
    tokensCached: Math.max(0, total.tokensCached - before.tokensCached),
    tokensOut: Math.max(0, total.tokensOut - before.tokensOut),
  };
}

/** Codex tells no prices: dollars are known only where the settings say what tokens cost. */
export function usageOf({ tokensIn, tokensOut, tokensCached }: Tokens, { settings }: AgentCall): Usage {
  const cached = tokensCached === 0 ? {} : { tokensCached };
  const said = { tokensIn, tokensOut, ...cached, usd: null };
  return { ...said, usd: settings.prices === null ? null : priced(said, settings.prices) };
}
