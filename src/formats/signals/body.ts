import { scanLines } from '../text-lines.ts';
import type { BodyLine } from '../text-sections.ts';

/** How much text on either side of the signal is read as its body. */
export const BODY_REACH = 262_144;

/** Longer lines are cut; a value of that length would be cut anyway. */
const MAX_LINE = 8000;

export type Body = {
  readonly lines: readonly BodyLine[];
  /** There is more text after the signal than anyone would read. */
  readonly goesOn: boolean;
};

/**
 * The lines around the signal that may hold its sections, before it and after it. What an agent printed long before
 * is the noise of its work, what it prints long after is no answer any more. `signals` are the places of its signal.
 */
export function bodyAround(text: string, signals: readonly number[]): Body {
  const at = signals.at(-1) ?? text.length;
  const first = at - BODY_REACH;
  const last = at + BODY_REACH;
  const lines: BodyLine[] = [];
  scanLines(text, (from, to, kind) => {
    if (from > last) return false;
    if (from < first || kind === 'quote' || kind === 'comment') return true;
    const isSignal = signals.includes(from);
    lines.push({ text: text.slice(from, Math.min(to, from + MAX_LINE)), kind: isSignal ? 'end' : kind });
    return true;
  });
  return { lines, goesOn: text.length > last && text.slice(last).trim() !== '' };
}
