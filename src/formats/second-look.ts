import { sanitize } from './sanitize.ts';
import { findJson } from './text-json.ts';

export const claimVerdicts = ['confirmed', 'refuted', 'unclear'] as const;

export type ClaimVerdict = (typeof claimVerdicts)[number];

/** What a judge says of one claim. */
export type ClaimOpinion = { readonly verdict: ClaimVerdict; readonly reason: string };

export type ReadSecondLook =
  | { readonly ok: true; readonly opinions: readonly ClaimOpinion[] }
  | { readonly ok: false; readonly because: string };

export type ExpectedClaims = { readonly claims: number; readonly token: string | null };

/**
 * Reads `{"token", "claims": [{number, verdict, reason}]}`. A claim is refuted only by one plain word with a reason: what is
 * missing, said twice or worded otherwise is unclear, and what is unclear stays a finding.
 */
export function parseSecondLook(text: string, { claims, token }: ExpectedClaims): ReadSecondLook {
  const found = findJson(text).filter(({ raw }) => raw.includes('"claims"'));
  const [only] = found;
  if (only === undefined) return refused('there is no JSON object with claims');
  if (found.length > 1) return refused('there is more than one JSON object with claims');
  if (only.value === null || only.isFollowed) return refused('the JSON object with claims cannot be read');
  const { token: given, claims: listed } = only.value;
  if (token !== null && given !== token) return refused('the token is not the one that was issued');
  if (!Array.isArray(listed)) return refused('"claims" is no list');
  const said: readonly unknown[] = listed;
  return { ok: true, opinions: Array.from({ length: claims }, (_, nth) => opinionOf(said, nth + 1)) };
}

function refused(because: string): ReadSecondLook {
  return { ok: false, because };
}

function opinionOf(said: readonly unknown[], number: number): ClaimOpinion {
  const own = said.filter(isRecord).filter((each) => each['number'] === number);
  const [only] = own;
  if (only === undefined) return { verdict: 'unclear', reason: 'nothing was said of it' };
  if (own.length > 1) return { verdict: 'unclear', reason: 'more than one thing was said of it' };
  const words = only['reason'];
  const reason = typeof words === 'string' ? sanitize(words, { singleLine: true, maxLength: 500 }) : '';
  const verdict = claimVerdicts.find((each) => each === only['verdict']) ?? 'unclear';
  if (verdict === 'refuted' && reason === '')
    return { verdict: 'unclear', reason: 'refuted without a reason' };
  return { verdict, reason };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
