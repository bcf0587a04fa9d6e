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

const SPACE = 32;
const TAB = 9;

/**
 * Visits every line that is not blank, without cutting the text up, until the visitor says stop. A carriage return
 * alone ends a line too, as in Markdown: what follows it must not hide in the line before.
 */
export function eachLine(text: string, visit: (line: LineSpan) => 'go on' | 'stop'): void {
  let number = 0;
  let blanks = 0;
  // Looked up again only once passed, so that a text without one of the two is not searched at every line.
  let feed = -1;
  let carriage = -1;
  for (let start = 0; start < text.length;) {
    number += 1;
    if (feed < start) feed = nextOf(text, '\n', start);
    if (carriage < start) carriage = nextOf(text, '\r', start);
    const end = Math.min(feed, carriage);
    const ink = firstInk(text, start);
    if (ink >= end) blanks += 1;
    else {
      if (visit({ start, end, ink, number, blanks }) === 'stop') return;
      blanks = 0;
    }
    start = end + (carriage + 1 === feed ? 2 : 1);
  }
}

function nextOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found;
}

function firstInk(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === SPACE || code === TAB; code = text.charCodeAt(at)) at += 1;
  return at;
}
