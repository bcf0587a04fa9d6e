import { oneLine, MAX_ITEMS } from '../text-sections.ts';
import type { JsonObject } from './json-answer.ts';
import { isNothingAt, isObject, listField } from './json-fields.ts';

/** The members an object may have; for some of them those that their objects may have. */
export type Keys = Readonly<Record<string, Readonly<Record<string, null>> | null>>;

/** What every verdict may have. */
export const verdictKeys = {
  signal: null,
  ticket: null,
  token: null,
  verdict: null,
  summary: null,
  reasons: null,
  /** What the answer cost, which says nothing about the work. */
  usage: { tokensIn: null, tokensOut: null, usd: null },
} as const;

/** Members nobody knows, at whatever level. One that holds nothing says nothing. */
export function unknownKeys(json: JsonObject, keys: Keys): readonly string[] {
  return Object.keys(json).flatMap((key) => {
    if (isNothingAt(json, key)) return [];
    if (!Object.hasOwn(keys, key)) return [key];
    const inner = keys[key] ?? null;
    if (inner === null) return [];
    const entries = listField(json, key).filter(isObject);
    const unknown = entries.flatMap((entry) =>
      Object.keys(entry).filter((name) => !Object.hasOwn(inner, name) && !isNothingAt(entry, name)),
    );
    return [...new Set(unknown)].map((name) => `${key}.${name}`);
  });
}

/** Why a pass as JSON cannot be taken at its word: it says more than is understood, or leaves out what it must say. */
export function keyProblems(json: JsonObject, keys: Keys, needed: readonly string[]): readonly string[] {
  const missing = needed.filter((key) => !Array.isArray(json[key]) && isNothingAt(json, key));
  const long = Object.entries(json).filter(([, value]) => Array.isArray(value) && value.length > MAX_ITEMS);
  return [
    ...unknownKeys(json, keys).map((key) => `the JSON verdict has an unknown key: ${oneLine(key)}`),
    ...missing.map((key) => `the JSON verdict has no ${key}`),
    ...long.map(([key]) => `the JSON verdict has more than ${MAX_ITEMS} entries: ${oneLine(key)}`),
    ...(isNothingAt(json, 'reasons') ? [] : ['the JSON verdict gives reasons against itself']),
  ];
}
