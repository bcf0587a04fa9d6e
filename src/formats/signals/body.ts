import { isComplaint } from '../text-doubt.ts';
import { scanLines } from '../text-lines.ts';
import type { BodyLine } from '../text-sections.ts';

/** How much text on either side of the signal is read as its body. */
export const BODY_REACH = 262_144;

/** Longer lines are cut; a value of that length would be cut anyway. */
const MAX_LINE = 8000;

export type LineRange = { readonly start: number; readonly end: number };

export type Body = {
  readonly lines: readonly BodyLine[];
  /** There is more text after the signal than anyone would read. */
  readonly goesOn: boolean;
  /** A heading before the lines that are read, below which a verdict may be taken back; null for none. */
  readonly unread: string | null;
};

/**
 * The lines around the signal that may hold its sections, before it and after it. What an agent printed long before
 * is the noise of its work, what it prints long after is no answer any more. `signals` are the places of its signal, `json` is that of its verdict as JSON, which is read by itself.
 */
export function bodyAround(text: string, signals: readonly number[], json: LineRange | null): Body {
  const at = signals.at(-1) ?? text.length;
  const first = at - BODY_REACH;
  const last = at + BODY_REACH;
  const lines: BodyLine[] = [];
  const isSignal = new Set(signals);
  let unread: string | null = null;
  scanLines(text, (from, to, kind) => {
    if (from > last) return false;
    if (kind === 'comment') return true;
    if (from < first) {
      if (unread === null && kind !== 'fence' && kind !== 'quote') unread = headingAt(text, from, to);
      return true;
    }
    lines.push({
      text: shortened(text, from, to),
      kind: isSignal.has(from) || (json !== null && from >= json.start && from < json.end) ? 'end' : kind,
    });
    return true;
  });
  return { lines, goesOn: text.length > last && text.slice(last).trim() !== '', unread };
}

/** Blanks are worth nothing, so a long line loses them before it loses words. */
function shortened(text: string, from: number, to: number): string {
  if (to - from <= MAX_LINE) return text.slice(from, to);
  return text.slice(from, to).replaceAll(/\s+/g, ' ').slice(0, MAX_LINE);
}

/** A line of what is not read that opens a section of complaints or of judgements. */
function headingAt(text: string, from: number, to: number): string | null {
  HEADING.lastIndex = from;
  const match = to - from < 3 ? null : HEADING.exec(text);
  if (match === null) return null;
  const [all, marks = '', label = '', colon = ''] = match;
  const isAlone = from + all.length === to && /^[A-Z]\S* ?\S*$/.test(label);
  const isHeading = colon !== '' || /[#*]/.test(marks) || isAlone;
  return isHeading && (isComplaint(label) || JUDGEMENTS.test(label)) ? label.trim() : null;
}

const HEADING = /([^A-Za-z\n"'{}[\]]{0,12})([A-Za-z][A-Za-z '()0-9-]{2,60})[*_`]{0,3} {0,3}(:?)/y;
const JUDGEMENTS = /\b(?:criteria|verification|assessment|matrix|commands)\b/i;
