import type { Prices } from './config.ts';
import type { Usage } from './usage.ts';

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
