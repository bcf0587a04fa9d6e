/** A line without its break, as positions in the text. */
export type LineSpan = {
  readonly start: number;
  readonly end: number;
  /** Where the first character stands that is neither space nor tab. */
  readonly ink: number;
  readonly number: number;
  /** How many blank lines stand before it. */
  readonly blanks: number;
};

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/** Visits every line that is not blank, without cutting the text up, until the visitor says stop. */
export function eachLine(text: string, visit: (line: LineSpan) => 'go on' | 'stop'): void {
  let number = 0;
  let blanks = 0;
  for (let start = 0; start < text.length;) {
    number += 1;
    const ink = firstInk(text, start);
    const code = text.charCodeAt(ink);
    const isBlank = ink === text.length || code === LINE_FEED;
    const found = isBlank ? ink : text.indexOf('\n', ink);
    const next = found === -1 ? text.length : found;
    const end = next > start && text.charCodeAt(next - 1) === CARRIAGE_RETURN ? next - 1 : next;
    if (ink >= end) blanks += 1;
    else {
      if (visit({ start, end, ink, number, blanks }) === 'stop') return;
      blanks = 0;
    }
    start = next + 1;
  }
}

function firstInk(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === SPACE || code === TAB; code = text.charCodeAt(at)) at += 1;
  return at;
}
