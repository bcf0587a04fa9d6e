import { sanitize } from '../formats/index.ts';

/** More of one text is not sent: nobody reads it, and a browser has to lay it out. */
const MOST = 20_000;

/**
 * Every text of a value without what a terminal or an eye would be misled by. Everything that leaves the server goes
 * through here, so no page has to remember it.
 */
export function shown<T>(value: T, longest?: number): T;
export function shown(value: unknown, longest = MOST): unknown {
  if (typeof value === 'string') return sanitize(value, { maxLength: longest });
  if (Array.isArray(value)) return value.map((member) => shown(member, longest));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shown(member, longest)]));
}

/** A log or prompt as a whole: what was kept of it is bounded where it is read. */
export function shownText(text: string): string {
  return sanitize(text);
}
