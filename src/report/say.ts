import { sanitize } from '../formats/index.ts';

export { count, duration, money } from '../model/amounts.ts';

/** Titles of tickets by id; a job without one is shown by its id alone. */
export type Titles = ReadonlyMap<string, string>;

/** Something an agent, a repository or a person wrote, as part of one line. */
export function quoted(text: string, maxLength = 300): string {
  return sanitize(text, { singleLine: true, maxLength });
}

/** Reasons whose name in the journal says too little. */
const plainReasons: ReadonlyMap<string, string> = new Map([['no_change_limit', 'it brings no change']]);

/** A reason as a person reads it: the names that the journal gives reasons are words with underscores. */
export function reasonWords(reason: string, maxLength?: number): string {
  const plain = plainReasons.get(reason);
  if (plain !== undefined) return plain;
  return /^[a-z]+(?:_[a-z]+)+$/.test(reason) ? reason.replaceAll('_', ' ') : quoted(reason, maxLength);
}

const HEADLINE = 240;

/**
 * A reason on one line, cut where it gets long: `gauntlet decide` and `gauntlet ticket why` show all of it. What follows its
 * first line counts too, as that is often where the cause is.
 */
export function inShort(text: string): string {
  const shown = reasonWords(text, 2_000);
  return shown.length <= HEADLINE ? shown : `${shown.slice(0, HEADLINE - 1).trimEnd()}…`;
}

export function titleOf(titles: Titles, id: string): string {
  return quoted(titles.get(id) ?? '', 120);
}

/** `12:04:11` at the given distance from UTC: the room has no clock and no time zone of its own. */
export function timeOfDay(at: number, offsetMinutes: number): string {
  return isoTime(at + offsetMinutes * 60_000)?.slice(11, 19) ?? '--:--:--';
}

/** ISO 8601 in UTC; undefined for a number that is no time. */
export function isoTime(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** `4.2 MB`. */
export function bytes(amount: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = amount;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
