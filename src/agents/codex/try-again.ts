const MOST = 8 * 24 * 60 * 60 * 1000;
const MINUTE = 60_000;

/**
 * The time in "try again at 6:25 PM", "try again at Nov 18th, 2026 12:58 AM" or "try again in 2 days 5 minutes", in
 * milliseconds since 1970; null where none is said. A minute that is named is over at its end: the seconds are not said.
 */
export function tryAgainAt(words: string, now: number): number | null {
  const found = atTime(words, now) ?? inTime(words, now);
  return found === undefined || !Number.isFinite(found) || found > now + MOST ? null : Math.max(found, now);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const AT =
  /try again at (?:([A-Za-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? )?(\d{1,2}):(\d{2}) ?([AP])M/i;

/** In the time zone of this machine, which is Codex' too. */
function atTime(words: string, now: number): number | undefined {
  const [found, monthName, day, year, hour, minute, half] = AT.exec(words) ?? [];
  if (found === undefined) return undefined;
  const hours = (Number(hour) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0);
  if (monthName !== undefined) {
    const month = MONTHS.indexOf(monthName.toLowerCase());
    if (month < 0) return undefined;
    return new Date(Number(year), month, Number(day), hours, Number(minute)).getTime() + MINUTE;
  }
  const today = new Date(now);
  const time = new Date(today.getFullYear(), today.getMonth(), today.getDate(), hours, Number(minute));
  if (time.getTime() + MINUTE < now) time.setDate(time.getDate() + 1);
  return time.getTime() + MINUTE;
}

const UNITS = { d: 24 * 60 * MINUTE, h: 60 * MINUTE, m: MINUTE, s: 1000 } as const;
const SPAN = /(\d+(?:\.\d+)?) ?(ms|d|h|m|s)[a-z]*/gi;

function inTime(words: string, now: number): number | undefined {
  const said = /try again in ((?:\d+(?:\.\d+)? ?[a-z]+[ ,]*(?:and )?){1,4})/i.exec(words)?.[1];
  if (said === undefined) return undefined;
  const spans = [...said.matchAll(SPAN)].map(([, count, unit = 's']) => {
    const name = unit.toLowerCase();
    return Number(count) * (name === 'ms' ? 1 : UNITS[name as keyof typeof UNITS]);
  });
  return spans.length === 0 ? undefined : now + spans.reduce((sum, span) => sum + span, 0);
}
