/** What a provider's refusal says besides its status. */
export type Refusal = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const MOST = 8 * 24 * 60 * 60 * 1000;

/** When a limit ends, in milliseconds since 1970; null where the provider does not say, or says nonsense. */
export function resetTime({ headers, body }: Refusal, now: number): number | null {
  const given = [
    after(headers['retry-after-ms'], 1, now),
    retryAfter(headers['retry-after'], now),
    instant(headers['anthropic-ratelimit-unified-reset']),
    latest(RESETS.map((name) => instant(headers[name]))),
    latest(
      ['x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens'].map((name) => span(headers[name], now)),
    ),
    span(/"retryDelay"\s*:\s*"([^"]{1,20})"/.exec(body)?.[1], now),
  ];
  const found = given.find((time) => time !== null && Number.isFinite(time)) ?? null;
  return found === null || found < now - MOST || found > now + MOST ? null : Math.max(found, now);
}

const RESETS = ['requests', 'tokens', 'input-tokens', 'output-tokens'].map(
  (what) => `anthropic-ratelimit-${what}-reset`,
);

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function after(value: string | undefined, unit: number, now: number): number | null {
  return value !== undefined && /^\d+(\.\d+)?$/.test(value) ? now + Number(value) * unit : null;
}

/** Seconds, or a date. */
function retryAfter(value: string | undefined, now: number): number | null {
  return after(value, 1000, now) ?? instant(value);
}

/** Seconds since 1970, or a date. */
function instant(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{9,11}$/.test(value)) return Number(value) * 1000;
  const time = /\d{4}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `6m0s`, `120ms`, `1.5s`. */
function span(value: string | undefined, now: number): number | null {
  if (value === undefined || !/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h|d))+$/.test(value)) return null;
  const parts = value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g);
  return [...parts].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), now);
}
