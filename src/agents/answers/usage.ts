import type { Prices } from '../../model/config.ts';
import { priced, type Usage } from '../../model/usage.ts';
import { fits, isMap } from '../../schema/fits.ts';
import { jsonIn } from '../../schema/json-in.ts';
import { decimal, nullable, openMapOf, optional, whole } from '../../schema/shape.ts';
import type { JsonObject } from './json-value.ts';

/** Tokens of one or more model calls; those from a cache are among those in. */
export type Tokens = { readonly tokensIn: number; readonly tokensCached: number; readonly tokensOut: number };

export const noTokens: Tokens = { tokensIn: 0, tokensCached: 0, tokensOut: 0 };

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    tokensIn: one.tokensIn + other.tokensIn,
    tokensCached: one.tokensCached + other.tokensCached,
    tokensOut: one.tokensOut + other.tokensOut,
  };
}

/** What was used, in dollars by the configured prices where the agent names none. */
export function usageOf(
  { tokensIn, tokensOut, tokensCached }: Tokens,
  prices: Prices | null,
  usd: number | null = null,
): Usage {
  const said = { tokensIn, tokensOut, ...(tokensCached === 0 ? {} : { tokensCached }), usd };
  return usd !== null || prices === null ? said : { ...said, usd: priced(said, prices) };
}

const usageShape = openMapOf({
  tokensIn: whole(),
  tokensOut: whole(),
  usd: optional(nullable(decimal(0))),
});

/**
 * What an answer says it used: the member `usage {tokensIn, tokensOut, usd}` of an answer that is one JSON object, bare
 * or in a json fence. null where it does not say; dollars by the configured prices where it gives none.
 */
export function usageIn(text: string, prices: Prices | null): Usage | null {
  const answer = objectIn(text);
  const given = answer?.['usage'];
  if (!fits(usageShape, given)) return null;
  const { tokensIn, tokensOut, usd } = given;
  return usageOf({ tokensIn, tokensOut, tokensCached: 0 }, prices, usd);
}

function objectIn(text: string): JsonObject | undefined {
  if (!text.includes('"usage"')) return undefined;
  const bare = text.trim();
  const candidates = bare.startsWith('{') ? [bare] : fencesIn(text);
  const objects = candidates.flatMap((candidate) => {
    const value = jsonIn(candidate);
    return isMap(value) && 'usage' in value ? [value] : [];
  });
  // Two that differ cannot both be right.
  return objects.length === 1 ? objects[0] : undefined;
}

function fencesIn(text: string): readonly string[] {
  return text
    .split(/^```json[ \t]*\r?$/m)
    .slice(1)
    .map((after) => after.split(/^```[ \t]*\r?$/m, 1)[0] ?? '');
}
