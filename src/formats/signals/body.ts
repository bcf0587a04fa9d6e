import { scanLines } from '../text/lines.ts';
import type { BodyLine } from '../text/sections.ts';

/** How much text on either side of the signal is read as its body. */
export const BODY_REACH = 262_144;

/** Longer lines are cut; a value of that length would be cut anyway. */
const MAX_LINE = 8000;

export type LineRange = { readonly start: number; readonly end: number };

export type Body = {
  readonly lines: readonly BodyLine[];
  /** There is more text than anyone would read: before these lines, or after them. */
  readonly goesOn: { readonly before: boolean; readonly after: boolean };
  /** The last fence is never closed: what stands in it may be the rest of the answer. */
  readonly isOpen: boolean;
};

/**
 * The lines around the signal that may hold its sections, before it and after it. `signals` are the places of its signal,
 * `data` those of JSON that is read by itself.
 */
export function bodyAround(text: string, signals: readonly number[], data: readonly LineRange[]): Body {
  const at = signals.at(-1) ?? text.length;
  const first = at - BODY_REACH;
  const last = at + BODY_REACH;
  const lines: BodyLine[] = [];
  const isSignal = new Set(signals);
  const isData = (from: number): boolean => data.some(({ start, end }) => from >= start && from < end);
  let before = false;
  const isClosed = scanLines(text, (from, to, kind) => {
    if (from > last) return false;
    if (from < first) before ||= text.slice(from, Math.min(to, from + MAX_LINE)).trim() !== '';
    else
      lines.push({
        text: shortened(text, from, to),
        kind: isSignal.has(from) || isData(from) ? 'end' : kind,
      });
    return true;
  });
  const after = text.length > last && text.slice(last).trim() !== '';
  return { lines, goesOn: { before, after }, isOpen: !isClosed };
}

/** Blanks are worth nothing, so a long line loses them before it loses words. */
function shortened(text: string, from: number, to: number): string {
  if (to - from <= MAX_LINE) return text.slice(from, to);
  return text.slice(from, to).replaceAll(/\s+/g, ' ').slice(0, MAX_LINE);
}
