import { type Infer, mapOf, nullable, oneOf, text, whole } from '../schema/shape.ts';
import type { Prices } from './config.ts';

/** What an agent run used. `usd` is null where the agent does not say and no price is known: never invented. */
export type Usage = {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** How many of `tokensIn` were read from a cache, where that is said. */
  readonly tokensCached?: number;
  readonly usd: number | null;
};

export function tokensOf({ tokensIn, tokensOut }: Usage): number {
  return tokensIn + tokensOut;
}

/** An agent whose provider does not count says zero. */
export function isNothing(usage: Usage): boolean {
  return tokensOf(usage) === 0 && (usage.usd ?? 0) === 0;
}

export function addUsage(a: Usage, b: Usage): Usage {
  const cached = (a.tokensCached ?? 0) + (b.tokensCached ?? 0);
  return {
    tokensIn: a.tokensIn + b.tokensIn,
    tokensOut: a.tokensOut + b.tokensOut,
    ...(cached === 0 ? {} : { tokensCached: cached }),
    // Half a sum is no sum.
    usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
  };
}

/** No run uses as much; sums of many such are still numbers that can be counted with. */
const MOST_TOKENS = 1e12;
const MOST_DOLLARS = 1e9;

/** What an agent says it used as amounts that can be charged; null for what is no amount. */
export function soundUsage({ tokensIn, tokensOut, tokensCached = 0, usd }: Usage): Usage | null {
  const amounts = [tokensIn, tokensOut, tokensCached, usd ?? 0];
  if (amounts.some((amount) => !(amount >= 0))) return null;
  const tokens = (amount: number): number => Math.min(Math.ceil(amount), MOST_TOKENS);
  return {
    tokensIn: tokens(tokensIn),
    tokensOut: tokens(tokensOut),
    ...(tokensCached === 0 ? {} : { tokensCached: tokens(tokensCached) }),
    usd: usd === null ? null : Math.min(usd, MOST_DOLLARS),
  };
}

/** A meter does not run backwards: more tokens or more dollars count, whatever a later word leaves out. */
export function furthest(before: Usage, now: Usage): Usage {
  const isMore = tokensOf(now) >= tokensOf(before);
  const tokens = isMore ? now : before;
  const known = before.usd === null || now.usd === null ? null : Math.max(before.usd, now.usd);
  return { ...tokens, usd: known ?? (isMore ? now.usd : (now.usd ?? before.usd)) };
}

/** An amount reserved before a dispatch or spent by it. */
export type Spend = {
  readonly usd: number;
  readonly tokens: number;
};

export const nothingSpent: Spend = { usd: 0, tokens: 0 };

export function addSpend(a: Spend, b: Spend): Spend {
  if (b.usd === 0 && b.tokens === 0) return a;
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens };
}

/**
 * All that nobody else is given while this run is on: its estimate and, in a cluster with a budget, how far past that it
 * may go, because workers do not see what others use.
 */
export function promisedTo(run: { readonly reserved: Spend; readonly extra?: Spend | undefined }): Spend {
  return run.extra === undefined ? run.reserved : addSpend(run.reserved, run.extra);
}

export function subtractSpend(a: Spend, b: Spend): Spend {
  if (b.usd === 0 && b.tokens === 0) return a;
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

/** Nothing is left of it, in dollars or in tokens. */
export function isReached(amount: Spend, budget: Budget): boolean {
  if (budget.usd !== null && amount.usd >= budget.usd) return true;
  return budget.tokens !== null && amount.tokens >= budget.tokens;
}

export function isBounded({ usd, tokens }: Budget): boolean {
  return usd !== null || tokens !== null;
}

export function times(budget: Budget, factor: number): Budget {
  return {
    usd: budget.usd === null ? null : budget.usd * factor,
    tokens: budget.tokens === null ? null : budget.tokens * factor,
  };
}

/** One of so many parts of what is left of a budget, in whole cents and tokens; null where there is no bound. */
export function partOf(budget: Budget, taken: Spend, parts: number): Budget {
  const share = (bound: number, gone: number): number => Math.max(0, bound - gone) / parts;
  return {
    usd: budget.usd === null ? null : Math.floor(share(budget.usd, taken.usd) * 100) / 100,
    tokens: budget.tokens === null ? null : Math.floor(share(budget.tokens, taken.tokens)),
  };
}

/** The tighter of two bounds; null where there is none. */
export function tighter(a: Budget, b: Budget): Budget {
  const least = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? (one ?? other) : Math.min(one, other);
  return { usd: least(a.usd, b.usd), tokens: least(a.tokens, b.tokens) };
}

/**
 * How it is known what a run used: the agent said so; from its tokens, by configured or by published prices; taken from
 * the estimate because it did not say; or not at all.
 */
export const meterings = ['said', 'priced', 'listed', 'estimated', 'unknown'] as const;

export type Metering = (typeof meterings)[number];

const tokens = nullable(whole());

/** Where the figures of a charge are from. `model` is what the agent says, or else what it was asked to use. */
export const MeterReadingSchema = mapOf({
  usd: oneOf(meterings),
  tokens: oneOf(meterings),
  tokensIn: tokens,
  tokensOut: tokens,
  model: nullable(text({ most: 200 })),
});

export type MeterReading = Infer<typeof MeterReadingSchema>;

/**
 * What providers publish for the models below. Kept short: only what is well known, and nothing where a price depends
 * on more than the tokens. `prices` of an agent in the configuration wins; a model that is not here has no price.
 */
export const listPrices = {
  asOf: '2026-11',
  source: 'list prices as published, 2026-11; check yours',
  /** Dollars for a million tokens; the name of a model may end in its date. */
  models: [
    { names: ['claude-opus-4', 'claude-opus-4-0', 'claude-opus-4-1'], in: 15, out: 75, cached: 1.5 },
    {
      names: ['claude-opus-4-5', 'claude-opus-4-6', 'claude-opus-4-7', 'claude-opus-4-8', 'claude-opus-5'],
      in: 5,
      out: 25,
      cached: 0.5,
    },
    { names: ['claude-opus-5-5'], in: 4, out: 20, cached: 0.2 },
    {
      names: ['claude-sonnet-4', 'claude-sonnet-4-0', 'claude-sonnet-4-5', 'claude-sonnet-4-6'],
      in: 3,
      out: 15,
      cached: 0.3,
    },
    { names: ['claude-sonnet-5'], in: 2, out: 10, cached: 0.2 },
    { names: ['claude-haiku-4-5'], in: 1, out: 5, cached: 0.1 },
    { names: ['gpt-5', 'gpt-5-codex', 'gpt-5.1', 'gpt-5.1-codex'], in: 1.25, out: 10, cached: 0.125 },
    { names: ['gpt-5.2', 'gpt-5.2-codex', 'gpt-5.3-codex'], in: 1.75, out: 14, cached: 0.175 },
    { names: ['gpt-5-mini'], in: 0.25, out: 2, cached: 0.025 },
    // For prompts of up to 200,000 tokens.
    { names: ['gemini-2.5-pro'], in: 1.25, out: 10 },
    { names: ['gemini-2.5-flash'], in: 0.3, out: 2.5 },
  ],
} as const satisfies {
  readonly asOf: string;
  readonly source: string;
  readonly models: readonly (Prices & { readonly names: readonly string[] })[];
};

const DATED = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/** The published price of a model; null for one that is not in the list. */
export function listPriceOf(model: string): Prices | null {
  const name = model.replace(DATED, '');
  const found = listPrices.models.find(({ names }) => names.some((known) => known === name));
  if (found === undefined) return null;
  const { names: _, ...prices } = found;
  return prices;
}

/** What the tokens cost in dollars. Tokens that were read from a cache are among those that went in. */
export function priced({ tokensIn, tokensOut, tokensCached = 0 }: Usage, prices: Prices): number {
  const cached = Math.min(tokensCached, tokensIn);
  const fresh = (tokensIn - cached) * prices.in + cached * (prices.cached ?? prices.in);
  return (fresh + tokensOut * prices.out) / 1_000_000;
}
