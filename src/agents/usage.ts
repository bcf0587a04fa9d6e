import type { Prices } from '../model/config.ts';
import { priced } from '../model/prices.ts';
import type { Usage } from '../model/usage.ts';
import { fits, isMap } from '../schema/fits.ts';
import { decimal, nullable, openMapOf, optional, whole } from '../schema/shape.ts';

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
  const said = { tokensIn, tokensOut, usd: usd ?? null };
  return { ...said, usd: said.usd ?? (prices === null ? null : priced(said, prices)) };
}

type JsonObject = Readonly<Record<string, unknown>>;

function objectIn(text: string): JsonObject | undefined {
  if (!text.includes('"usage"')) return undefined;
  const bare = text.trim();
  const candidates = bare.startsWith('{') ? [bare] : fencesIn(text);
  const objects = candidates.flatMap((candidate) => {
    const value = parsed(candidate);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
