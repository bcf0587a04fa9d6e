/** What an agent run used. `usd` is null where the agent does not say and no price is known: never invented. */
export type Usage = {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly usd: number | null;
};

/** An amount reserved before a dispatch or spent by it. */
export type Spend = {
  readonly usd: number;
  readonly tokens: number;
};

export const nothingSpent: Spend = { usd: 0, tokens: 0 };

export function addSpend(a: Spend, b: Spend): Spend {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens };
}

export function subtractSpend(a: Spend, b: Spend): Spend {
  return { usd: a.usd - b.usd, tokens: a.tokens - b.tokens };
}

/** null in a budget means no bound. */
export type Budget = {
  readonly usd: number | null;
  readonly tokens: number | null;
};

export function fits(amount: Spend, budget: Budget): boolean {
  if (budget.usd !== null && amount.usd > budget.usd) return false;
  return budget.tokens === null || amount.tokens <= budget.tokens;
}

export function times(budget: Budget, factor: number): Budget {
  return {
    usd: budget.usd === null ? null : budget.usd * factor,
    tokens: budget.tokens === null ? null : budget.tokens * factor,
  };
}
