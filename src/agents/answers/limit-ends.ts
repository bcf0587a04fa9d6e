/** What a provider or an agent said when it refused to go on. */
export type Refusal = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly words: string;
};

const MINUTE = 60_000;
const MOST = 8 * 24 * 60 * MINUTE;

/** When a limit ends, in milliseconds since 1970; null where nobody says, or says nonsense. */
export function limitEnds({ headers = {}, words }: Refusal, now: number): number | null {
  const text = words.slice(0, 20_000).replaceAll('\\"', '"');
  const given = [
    after(headers['retry-after-ms'], 1, now),
    after(headers['retry-after'], 1000, now) ?? instant(headers['retry-after']),
    instant(headers['anthropic-ratelimit-unified-reset']),
    latest(RESETS.map((name) => instant(headers[name]))),
    latest(
      ['x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens'].map((name) => span(headers[name], now)),
    ),
    span(/"retryDelay"\s*:\s*"([^"]{1,20})"/.exec(text)?.[1], now),
    instant(/limit reached\|(\d{10})\b/.exec(text)?.[1]),
    atTime(text, now),
    inTime(text, now),
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

/** Seconds since 1970, or a date. */
function instant(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{9,11}$/.test(value)) return Number(value) * 1000;
  const time = /\d{4}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: MINUTE,
  h: 60 * MINUTE,
  d: 1440 * MINUTE,
};
const SPAN = /(\d+(?:\.\d+)?) ?(ms|s|m|h|d)?[a-z]*/gi;

/** `6m0s`, `120ms`, `1.5s`. */
function span(value: string | undefined, now: number): number | null {
  return value !== undefined && /^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h|d))+$/.test(value)
    ? now + spanIn(value)
    : null;
}

/** The sum of what is named, in milliseconds; a number without a unit is seconds. */
function spanIn(words: string): number {
  const parts = [...words.matchAll(SPAN)];
  return parts.reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (UNITS[unit.toLowerCase()] ?? 0),
    0,
  );
}

/** `try again in 2 days 5 minutes`, `retry after: 60`, `resets in 3 h`. */
function inTime(words: string, now: number): number | null {
  const said =
    /(?:retry|try again|reset\w*)(?: after| in)[: ]+((?:\d+(?:\.\d+)? ?[a-z]*[ ,]*(?:and )?){1,4})/i.exec(
      words,
    )?.[1];
  return said === undefined ? null : now + spanIn(said);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const AT =
  /try again at (?:([A-Za-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? )?(\d{1,2}):(\d{2}) ?([AP])M/i;

/**
 * `try again at 6:25 PM`, `try again at Nov 18th, 2026 12:58 AM`, in the time zone of this machine, which is the
 * agent's too. A minute that is named is over at its end: the seconds are not said.
 */
function atTime(words: string, now: number): number | null {
  const [found, monthName, day, year, hour, minute, half] = AT.exec(words) ?? [];
  if (found === undefined) return null;
  const hours = (Number(hour) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0);
  if (monthName !== undefined) {
    const month = MONTHS.indexOf(monthName.toLowerCase());
    if (month < 0) return null;
    return new Date(Number(year), month, Number(day), hours, Number(minute)).getTime() + MINUTE;
  }
  const today = new Date(now);
  const time = new Date(today.getFullYear(), today.getMonth(), today.getDate(), hours, Number(minute));
  if (time.getTime() + MINUTE < now) time.setDate(time.getDate() + 1);
  return time.getTime() + MINUTE;
}
