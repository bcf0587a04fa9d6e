import type { Tokens } from '../usage.ts';
import type { CodexTurn } from './stream.ts';

const NONE: Tokens = { tokensIn: 0, tokensCached: 0, tokensOut: 0 };

/** Of the whole conversation: as Codex says at the end of a turn, else what it wrote down of this one and the earlier. */
export function totalOf({ total }: CodexTurn, seen: Tokens, earlier: Tokens | null): Tokens {
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
